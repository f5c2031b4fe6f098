package dev.baton.benchmarks;

import dev.baton.benchmarks.limit.LimitContender;
import dev.baton.benchmarks.ours.BatonContender;
import dev.baton.benchmarks.trial.Entrant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Who can be measured. */
final class Roster {
  private static final String OWN_CLASS_PATH = System.getProperty("java.class.path");

  private static final List<Entrant> ALL =
      List.of(
          new Entrant(
              "baton",
              BatonContender.class.getName(),
              OWN_CLASS_PATH,
              6_000,
              50_000,
              "defaults; maxRunning as many as may run; DONE tasks not kept unless said"),
          new Entrant(
              "limit",
              LimitContender.class.getName(),
              OWN_CLASS_PATH,
              6_000,
              50_000,
              "plain JDBC: claims of up to 500, deletes of up to 1,000"));

  private Roster() {}

  static List<Entrant> all() {
    return ALL;
  }

  static List<String> names() {
    return ALL.stream().map(Entrant::name).toList();
  }

  static Optional<Entrant> named(String name) {
    return ALL.stream().filter(entrant -> entrant.name().equals(name)).findFirst();
  }

  /** Those of these names, in the roster's order. */
  static List<Entrant> named(List<String> names) {
    List<Entrant> chosen = new ArrayList<>(ALL);
    chosen.removeIf(entrant -> !names.contains(entrant.name()));
    return chosen;
  }
}
