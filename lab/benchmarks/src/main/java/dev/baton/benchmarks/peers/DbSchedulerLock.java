package dev.baton.benchmarks.peers;

/** {@link DbScheduler} that fetches tasks already locked. */
public final class DbSchedulerLock extends DbScheduler {
  public DbSchedulerLock() {
    super(true);
  }
}
