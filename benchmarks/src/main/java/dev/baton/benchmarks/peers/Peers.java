package dev.baton.benchmarks.peers;

import dev.baton.benchmarks.Contender;
import java.util.Map;
import java.util.function.Supplier;

/** The peers of this class path by the names of the tables. */
public final class Peers {
  private Peers() {}

  public static Map<String, Supplier<Contender>> all() {
    return Map.of(
        "db-scheduler-fetch", DbSchedulerFetch::new,
        "db-scheduler-lock", DbSchedulerLock::new,
        "jobrunr", JobRunr::new,
        "quartz", Quartz::new,
        "transaction-outbox", Outbox::new);
  }
}
