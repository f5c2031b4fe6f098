package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPgBouncer;
import dev.baton.local.LocalPostgres;
import java.util.Map;

/** One PostgreSQL server behind pgbouncer. */
final class PooledServer implements Servers {
  private final LocalPostgres server = LocalPostgres.temporary(Map.of());
  private final LocalPgBouncer pooler;

  /**
   * Starts the server.
   *
   * @param mode pgbouncer's {@code pool_mode}
   */
  PooledServer(String mode) {
    this.pooler = LocalPgBouncer.before(survivor(), mode);
  }

  @Override
  public DatabaseAddress address(int node) {
    return through(pooler);
  }

  /**
   * Returns the address of a database behind pgbouncer, with the options that a service should use.
   */
  static DatabaseAddress through(LocalPgBouncer pooler) {
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
