package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPgBouncer;
import java.util.concurrent.TimeUnit;

/** A PostgreSQL primary and its synchronous standby, with a pgbouncer in front of the primary. */
final class PooledPair implements Servers {
  private final PostgresPair pair = PostgresPair.synchronous();
  private final LocalPgBouncer pooler;

  /**
   * Starts the servers.
   *
   * @param mode pgbouncer's {@code pool_mode}
   */
  PooledPair(String mode) throws Exception {
    this.pooler = LocalPgBouncer.before(survivor(), mode);
  }

  @Override
  public DatabaseAddress address(int node) {
    return PooledServer.through(pooler);
  }

  @Override
  public DatabaseAddress survivor() {
    return pair.survivor();
  }

  /** Kills the primary, promotes the standby, and points the pooler to it. */
  void failOver() throws Exception {
    pair.failOver();
    pooler.leadTo(survivor());
  }

  /**
   * Pauses the primary and resumes it for three seconds, after the pooler points to the new one.
   */
  void failOverBesideThePrimary(Load load) throws Exception {
    pair.stopPrimary();
    pair.promote();
    pooler.leadTo(survivor());
    load.more(Trial.LOAD);
    pair.letPrimaryGoOn();
    TimeUnit.SECONDS.sleep(3);
    pair.killPrimary();
  }

  @Override
  public void close() {
    pooler.close();
    pair.close();
  }
}
