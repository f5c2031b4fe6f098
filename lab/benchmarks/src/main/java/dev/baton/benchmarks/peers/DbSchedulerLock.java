package dev.baton.benchmarks.peers;

/** {@link DbScheduler} that fetches tasks locked already. */
public final class DbSchedulerLock extends DbScheduler {
  public DbSchedulerLock() {
    super(true);
  }
}
