package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPgBouncer;
import dev.baton.local.LocalPostgres;
import java.util.Map;

/** One PostgreSQL server behind pgbouncer. */
final class PooledServer implements Servers {
  private final LocalPostgres server = LocalPostgres.temporary(Map.of());
  private final LocalPgBouncer pooler;

  /** By pgbouncer's {@code pool_mode}. */
  PooledServer(String mode) {
    this.pooler = LocalPgBouncer.before(survivor(), server.port(), mode);
  }

  @Override
  public DatabaseAddress address(int node) {
    DatabaseAddress address = pooler.address();
    return new DatabaseAddress(
        address.url() + "?prepareThreshold=0&socketTimeout=5", address.user(), address.password());
  }

  @Override
  public DatabaseAddress survivor() {
    return server.database("payouts");
  }

  void restartPooler() {
    pooler.restart();
  }

  @Override
  public void close() {
    pooler.close();
    server.stop();
  }
}
