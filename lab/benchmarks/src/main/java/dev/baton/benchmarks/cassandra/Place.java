package dev.baton.benchmarks.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.cassandra.CassandraSchema;
import dev.baton.cassandra.CassandraStore;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.local.cassandra.LocalCassandra;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The place where one measurement stores its tasks. It is empty at first.
 *
 * @param nodes builds a node without starting it
 * @param server the server's process id, if it is a process
 */
record Place(String name, Supplier<Baton.Builder> nodes, OptionalLong server, Runnable end)
    implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int CONNECTIONS = 40;

  /** Returns this keyspace on one server, with this number of shards. */
  static Place cassandra(LocalCassandra server, int shards) {
    CqlSession session =
        CqlSession.builder()
            .addContactPoint(server.address())
            .withLocalDatacenter(LocalCassandra.DATA_CENTER)
            .withConfigLoader(
                DriverConfigLoader.programmaticBuilder()
                    .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                    .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, PATIENCE)
                    .withString(DefaultDriverOption.PROTOCOL_VERSION, "V4")
                    .build())
            .build();
    String keyspace = "bench_" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
    session.execute(
        "CREATE KEYSPACE "
            + keyspace
            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    CassandraSchema.create(session, keyspace, shards);
    return new Place(
        "Cassandra, " + shards + (shards == 1 ? " shard" : " shards"),
        () -> Baton.builder(CassandraStore.of(session, keyspace)),
        OptionalLong.of(server.pid()),
        session::close);
  }

  /** Returns a new database on this server. */
  static Place postgresql(LocalPostgres server) {
    DatabaseAddress database = server.newDatabase();
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(database.url());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    pool.setMaximumPoolSize(CONNECTIONS);
    BatonSchema.apply(pool);
    return new Place(
        "PostgreSQL", () -> Baton.builder(JdbcStore.of(pool)), OptionalLong.empty(), pool::close);
  }

  @Override
  public void close() {
    end.run();
  }
}
