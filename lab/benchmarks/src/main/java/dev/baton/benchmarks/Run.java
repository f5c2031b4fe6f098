package dev.baton.benchmarks;

import dev.baton.benchmarks.report.Results;
import dev.baton.benchmarks.trial.Entrant;
import dev.baton.benchmarks.trial.Scale;
import dev.baton.benchmarks.trial.Server;
import dev.baton.benchmarks.trial.Trials;
import dev.baton.benchmarks.trial.WarmNodes;
import dev.baton.benchmarks.work.Figures;
import dev.baton.benchmarks.work.WarmUp;
import dev.baton.benchmarks.work.Work;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Measures all works. Each work has several rounds, and each round measures the contenders
 * alternately.
 */
final class Run {
  private static final List<String> COSTS =
      List.of("cpuSecondsPer1000", "walBytesPerTask", "writeTransactionsPerTask");

  private final Server server;
  private final WarmNodes processes;
  private final Scale scale;
  private final int rounds;
  private final Consumer<String> says;
  private final Results results = new Results();
  private final List<String> troubles = new ArrayList<>();

  /**
   * @param rounds number of rounds of each work; 0 for the scale's default
   */
  Run(Server server, WarmNodes processes, Scale scale, int rounds, Consumer<String> says) {
    this.server = server;
    this.processes = processes;
    this.scale = scale;
    this.rounds = rounds;
    this.says = says;
  }

  /** Measures the works and returns the results. {@link #troubles} returns the failures. */
  Results measure(List<Work> works, List<Entrant> entrants) throws Exception {
    Map<Entrant, Set<Ability>> able = new LinkedHashMap<>();
    for (Entrant entrant : entrants) {
      Set<Ability> abilities = entrant.abilities();
      if (!server.isMariaDb() || abilities.contains(Ability.MARIADB)) {
        able.put(entrant, abilities);
      } else {
        says.accept(entrant.name() + " doesn't work on MariaDB");
      }
    }
    if (!scale.isTiny()) {
      warmUp(able);
    }
    for (Work work : works) {
      Map<Entrant, Set<Ability>> fit = new LinkedHashMap<>(able);
      fit.keySet().removeIf(entrant -> !takesPart(work, entrant));
      fit.values().removeIf(abilities -> !abilities.containsAll(work.needs()));
      measure(work, fit);
    }
    copyCosts(able.keySet());
    return results;
  }

  private void warmUp(Map<Entrant, Set<Ability>> able) throws Exception {
    says.accept("warming up");
    for (Map.Entry<Entrant, Set<Ability>> each : able.entrySet()) {
      WarmUp.of(trials(each.getKey(), each.getValue()));
    }
  }

  private Trials trials(Entrant entrant, Set<Ability> abilities) {
    return new Trials(server, processes, entrant, scale, abilities);
  }

  private void trouble(String what) {
    troubles.add(what);
    says.accept(what);
  }

  /** Copies costs from B1 and B2 to B5, which mostly consists of them. */
  private void copyCosts(Set<Entrant> entrants) {
    for (Entrant entrant : entrants) {
      for (String metric : COSTS) {
        results.copy("B1", entrant.name(), metric, "B5", metric);
        String ofDrain = "drain" + Character.toUpperCase(metric.charAt(0)) + metric.substring(1);
        results.copy("B2", entrant.name(), metric, "B5", ofDrain);
      }
    }
  }

  /** Returns the works that couldn't be measured, and why. A run with any of them has failed. */
  List<String> troubles() {
    return List.copyOf(troubles);
  }

  private boolean takesPart(Work work, Entrant entrant) {
    return switch (work.rivalsInQuickRuns()) {
      case ALL -> true;
      case QUICKEST -> scale.isFull() || !entrant.isPeer() || entrant.isQuick();
      case LIMIT -> scale.isFull() || !entrant.isPeer();
      case NONE -> scale.isFull() || entrant.isBaton();
    };
  }

  private void measure(Work work, Map<Entrant, Set<Ability>> entrants) {
    says.accept(work.name() + ": " + work.about());
    Set<Entrant> failed = new HashSet<>();
    List<Entrant> order = new ArrayList<>(entrants.keySet());
    for (Entrant entrant : order) {
      try {
        work.warmUp(trials(entrant, entrants.getOrDefault(entrant, Set.of())));
      } catch (Exception e) {
        trouble(work.name() + ", warming up, " + entrant.name() + ": " + e);
        failed.add(entrant);
      }
    }
    int most = order.stream().mapToInt(entrant -> rounds(work, entrant)).max().orElse(0);
    for (int round = 1; round <= most; round++) {
      for (Entrant entrant : order) {
        if (round <= rounds(work, entrant)
            && !failed.contains(entrant)
            && !measure(work, entrant, entrants.getOrDefault(entrant, Set.of()), round)) {
          failed.add(entrant);
        }
      }
      // The first contender is last in the next round, so that none always has the same place.
      Collections.rotate(order, -1);
    }
  }

  private int rounds(Work work, Entrant entrant) {
    boolean isRepeated = scale.isFull() || (work.isRepeatedInQuickRuns() && !entrant.isPeer());
    int usual = isRepeated ? scale.rounds() : 1;
    return (rounds > 0 ? rounds : usual) * (isRepeated ? work.roundsInOne(scale) : 1);
  }

  private boolean measure(Work work, Entrant entrant, Set<Ability> abilities, int round) {
    Figures figures = new Figures();
    long begin = System.nanoTime();
    try {
      work.measure(trials(entrant, abilities), figures);
    } catch (Exception e) {
      trouble(work.name() + ", round " + round + ", " + entrant.name() + ": " + e);
      return false;
    }
    results.add(work.name(), entrant.name(), figures.values());
    says.accept(
        String.format(
            "  round %d %-18s %4d s  %s",
            round, entrant.name(), (System.nanoTime() - begin) / 1_000_000_000, figures.brief()));
    return true;
  }
}
