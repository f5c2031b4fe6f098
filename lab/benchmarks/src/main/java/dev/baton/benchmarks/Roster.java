package dev.baton.benchmarks;

import dev.baton.benchmarks.limit.LimitContender;
import dev.baton.benchmarks.ours.BatonContender;
import dev.baton.benchmarks.peers.DbSchedulerFetch;
import dev.baton.benchmarks.peers.DbSchedulerLock;
import dev.baton.benchmarks.peers.JobRunr;
import dev.baton.benchmarks.peers.Outbox;
import dev.baton.benchmarks.peers.Quartz;
import dev.baton.benchmarks.trial.Entrant;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The contenders that can be measured. */
final class Roster {
  private static final String OWN_CLASS_PATH = System.getProperty("java.class.path");

  /** The folder in which the build puts DBOS, whose libraries conflict with the others'. */
  private static final String DBOS =
      System.getProperty("baton.bench.dbos", "lab/benchmarks/dbos/target");

  private static final List<Entrant> ALL =
      List.of(
          new Entrant(
              "baton",
              BatonContender.class.getName(),
              OWN_CLASS_PATH,
              4_000,
              20_000,
              "defaults; maxRunning as many as may run; DONE tasks not kept unless said"),
          new Entrant(
              "limit",
              LimitContender.class.getName(),
              OWN_CLASS_PATH,
              4_000,
              50_000,
              "plain JDBC: claims of up to 500, deletes of up to 1,000"),
          peer(
              "db-scheduler-fetch",
              DbSchedulerFetch.class,
              1_200,
              1_800,
              "fetch and lock on execute, immediate execution, polls every 100 ms"),
          peer(
              "db-scheduler-lock",
              DbSchedulerLock.class,
              2_000,
              3_600,
              "lock and fetch 1.0/4.0, immediate execution, polls every 100 ms"),
          peer(
              "transaction-outbox",
              Outbox.class,
              1_200,
              1_800,
              "flushes of 1,000 when less waits than there are workers"),
          peer("jobrunr", JobRunr.class, 700, 1_800, "free edition, polls every 5 s, its least"),
          peer(
              "quartz",
              Quartz.class,
              150,
              200,
              "JDBC store, clustered, batches as large as its pool"),
          new Entrant(
              "dbos",
              "dev.baton.benchmarks.dbos.Dbos",
              DBOS + "/dbos.jar" + File.pathSeparator + DBOS + "/lib/*",
              500,
              500,
              "queues with a limit for each worker, polls every ms; keeps what has finished"));

  private static Entrant peer(
      String name,
      Class<? extends Contender> contender,
      int addsPerSecond,
      int drainsPerSecond,
      String about) {
    return new Entrant(
        name, contender.getName(), OWN_CLASS_PATH, addsPerSecond, drainsPerSecond, about);
  }

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

  /** Returns the contenders with these names, in the roster's order. */
  static List<Entrant> named(List<String> names) {
    List<Entrant> chosen = new ArrayList<>(ALL);
    chosen.removeIf(entrant -> !names.contains(entrant.name()));
    return chosen;
  }
}
