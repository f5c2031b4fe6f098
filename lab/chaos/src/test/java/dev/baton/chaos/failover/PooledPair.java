package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPgBouncer;
import java.util.concurrent.TimeUnit;

/**
 * A PostgreSQL primary and its synchronous standby, and the pgbouncer that leads to the primary.
 */
final class PooledPair implements Servers {
  private final PostgresPair pair = PostgresPair.synchronous();
  private final LocalPgBouncer pooler;

  /** By pgbouncer's {@code pool_mode}. */
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

  /** The primary is killed, the standby promoted, and the pooler told of it. */
  void failOver() throws Exception {
    pair.failOver();
    pooler.leadTo(survivor());
  }

  /** The primary stops, and works on for three seconds when the pooler leads to the new one. */
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
