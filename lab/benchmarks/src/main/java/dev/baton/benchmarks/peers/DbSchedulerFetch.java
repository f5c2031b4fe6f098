package dev.baton.benchmarks.peers;

/** {@link DbScheduler} that fetches candidates and competes for each as it starts. */
public final class DbSchedulerFetch extends DbScheduler {
  public DbSchedulerFetch() {
    super(false);
  }
}
