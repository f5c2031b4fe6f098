package dev.baton.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.baton.Baton;
import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.operate.CassandraOperationsStore;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.cassandra.task.CassandraTaskStore;
import dev.baton.local.cassandra.LocalCassandra;
import dev.baton.tck.ManualClock;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A keyspace on the server that this JVM's tests share. It is empty at the start of each test. */
final class TestKeyspace {
  /** Few shards make tests fast. */
  static final int SHARDS = 4;

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  static final CassandraSettings SETTINGS = CassandraSettings.defaults().withTimeout(PATIENCE);

  private static final class Shared {
    private static final TestKeyspace ONE = new TestKeyspace("baton", SHARDS);
  }

  private final CqlSession session;
  private final String name;

  TestKeyspace(String name, int shards) {
    this.name = name;
    session = session(List.of(LocalCassandra.temporary().address()));
    create(session, name, 1, shards);
  }

  /** Opens an existing keyspace on other servers. */
  TestKeyspace(CqlSession session, String name) {
    this.session = session;
    this.name = name;
  }

  /** Returns a clock that a test advances, and that moves by a millisecond at each read. */
  static ManualClock clock() {
    return new ManualClock(Instant.parse("2026-03-01T08:30:00Z"), Duration.ofMillis(1));
  }

  static TestKeyspace empty() {
    TestKeyspace one = Shared.ONE;
    one.clear();
    return one;
  }

  static CqlSession session(List<InetSocketAddress> addresses) {
    return CqlSession.builder()
        .addContactPoints(addresses)
        .withLocalDatacenter(LocalCassandra.DATA_CENTER)
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
                .withInt(DefaultDriverOption.REQUEST_TRACE_ATTEMPTS, 200)
                // With version 5 the driver can't read the response to a conditional write that
                // timed out.
                .withString(DefaultDriverOption.PROTOCOL_VERSION, "V4")
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, PATIENCE)
                .build())
        .build();
  }

  static void create(CqlSession session, String name, int replicas, int shards) {
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'SimpleStrategy',"
                .formatted(name)
            + " 'replication_factor': %d}".formatted(replicas));
    CassandraSchema.create(session, name, shards);
  }

  CqlSession session() {
    return session;
  }

  /** Returns a builder of a node on this keyspace. */
  Baton.Builder baton() {
    return Baton.builder(CassandraStore.of(session, name).timeout(PATIENCE));
  }

  String name() {
    return name;
  }

  Cql cql(Cql.Sender sender) {
    return new Cql(session, sender, name, SETTINGS.statements());
  }

  Cql cql() {
    return cql(session::executeAsync);
  }

  /** Returns a separate store, as another node has. */
  CassandraTaskStore store(InstantSource clock) {
    return store(clock, session::executeAsync);
  }

  CassandraTaskStore store(InstantSource clock, Cql.Sender sender) {
    return node(clock, sender).tasks();
  }

  /** Returns the part of the store that one node uses. */
  Node node(InstantSource clock) {
    return node(clock, session::executeAsync);
  }

  private Node node(InstantSource clock, Cql.Sender sender) {
    Cql cql = cql(sender);
    ShardClock time = () -> clock.instant().truncatedTo(ChronoUnit.MICROS);
    Shards shards = new Shards(cql, SHARDS, time, PATIENCE, Keys.areas());
    CassandraCheck check = new CassandraCheck(session, name, SETTINGS, SHARDS);
    return new Node(cql, shards, time, new CassandraTaskStore(cql, shards, time, PATIENCE, check));
  }

  record Node(Cql cql, Shards shards, ShardClock clock, CassandraTaskStore tasks) {

    /** Returns a store whose pages end early after this time. */
    CassandraOperationsStore operations(Duration longestSearch) {
      return new CassandraOperationsStore(cql, shards, clock, tasks, longestSearch);
    }
  }

  private void clear() {
    List<CompletionStage<?>> sent = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      sent.add(
          session.executeAsync(
              """
              BEGIN BATCH
              UPDATE %1$s.baton_shard SET epoch = 0, writes = [], gaps = null
                WHERE shard = %2$d AND row_key = 0x00 IF epoch >= 0;
              DELETE FROM %1$s.baton_shard
                WHERE shard = %2$d AND row_key > 0x00 AND row_key < 0xff;
              APPLY BATCH
              """
                  .formatted(name, shard)));
    }
    for (Row key : session.execute("SELECT type, key FROM " + name + ".baton_key")) {
      sent.add(
          session.executeAsync(
              SimpleStatement.newInstance(
                  "DELETE FROM " + name + ".baton_key WHERE type = ? AND key = ? IF EXISTS",
                  key.getString("type"),
                  key.getString("key"))));
    }
    for (Row leader : session.execute("SELECT duty FROM " + name + ".baton_leader")) {
      sent.add(
          session.executeAsync(
              SimpleStatement.newInstance(
                  "DELETE FROM " + name + ".baton_leader WHERE duty = ? IF EXISTS",
                  leader.getString("duty"))));
    }
    sent.forEach(statement -> statement.toCompletableFuture().join());
  }
}
