package dev.baton.examples.outbox;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.cassandra.CassandraStore;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.cassandra.LocalCassandra;
import java.net.InetSocketAddress;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Nodes on both databases. Its main method is a process that the test kills between the two writes.
 */
final class OutboxNodes {
  static final String KEYSPACE = "receipts";

  /** The server may be busy with other tests. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private OutboxNodes() {}

  /** Runs the process. Arguments: PostgreSQL's address, user and password, and Cassandra's port. */
  public static void main(String[] arguments) throws Exception {
    DatabaseAddress address = new DatabaseAddress(arguments[0], arguments[1], arguments[2]);
    int port = Integer.parseInt(arguments[3]);
    CqlSession session = session(new InetSocketAddress("127.0.0.1", port));
    Baton client = onCassandra(session).client().start();
    relay(pool(address), client)
        .settings(s -> s.lease(Duration.ofSeconds(1)))
        .interceptor(
            (attempt, inner) -> {
              inner.proceed();
              Runtime.getRuntime().halt(9);
              throw new AssertionError("The process should have been killed");
            })
        .start();
    Thread.sleep(PATIENCE.toMillis());
  }

  static CqlSession session(InetSocketAddress address) {
    return CqlSession.builder()
        .addContactPoint(address)
        .withLocalDatacenter(LocalCassandra.DATA_CENTER)
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
                .withString(DefaultDriverOption.PROTOCOL_VERSION, "V4")
                .build())
        .build();
  }

  static HikariDataSource pool(DatabaseAddress address) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    return new HikariDataSource(config);
  }

  static Baton.Builder onCassandra(CqlSession session) {
    return Baton.builder(CassandraStore.of(session, KEYSPACE).timeout(PATIENCE));
  }

  static Baton.Builder relay(DataSource database, Baton onCassandra) {
    return Baton.builder(JdbcStore.of(database)).define(Outbox.relay(onCassandra.tasks()));
  }
}
