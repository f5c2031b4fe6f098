package dev.baton.tck.simulation.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.baton.cassandra.SimulatedStores;
import dev.baton.local.cassandra.LocalCassandra;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that the servers in memory behave like a real server. Both get the same statements with the
 * same values in the same random order. Both must apply the same statements and return the same
 * rows. {@code -Dbaton.sim.cassandra.steps} sets the number of statements, {@code -Dbaton.sim.seed}
 * selects them.
 */
@Tag("deep")
final class ServersTest {
  private static final int STEPS = Integer.getInteger("baton.sim.cassandra.steps", 200);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String KEYSPACE = "servers";
  private static final List<String> READS =
      List.of(
          "SELECT epoch, writes, gaps FROM %s.baton_shard WHERE shard = ? AND row_key = 0x00",
          "SELECT row_key, value, payload FROM %s.baton_shard WHERE shard = ? AND row_key IN ?",
          "SELECT row_key, value FROM %s.baton_shard"
              + " WHERE shard = ? AND row_key >= ? AND row_key < ? LIMIT ?",
          "SELECT row_key, value FROM %s.baton_shard"
              + " WHERE shard = ? AND row_key >= ? AND row_key < ? ORDER BY row_key DESC LIMIT ?");
  private static final String STATE =
      "UPDATE %s.baton_shard SET epoch = ?, writes = ?, gaps = ?"
          + " WHERE shard = ? AND row_key = 0x00 IF epoch = ?";
  private static final List<String> WRITES =
      List.of(
          "INSERT INTO %s.baton_shard (shard, row_key, value, payload) VALUES (?, ?, ?, ?)",
          "DELETE FROM %s.baton_shard WHERE shard = ? AND row_key = ?",
          "DELETE FROM %s.baton_shard WHERE shard = ? AND row_key >= ? AND row_key < ?");
  private static final List<String> KEYS =
      List.of(
          "INSERT INTO %s.baton_key (type, key, task, registration) VALUES (?, ?, ?, ?)"
              + " IF NOT EXISTS",
          "UPDATE %s.baton_key SET task = ?, registration = ? WHERE type = ? AND key = ?"
              + " IF registration = ?",
          "DELETE FROM %s.baton_key WHERE type = ? AND key = ? IF registration = ?",
          "SELECT task, registration FROM %s.baton_key WHERE type = ? AND key = ?");
  private static final List<String> LEADERS =
      List.of(
          "INSERT INTO %s.baton_leader (duty, node) VALUES (?, ?) IF NOT EXISTS USING TTL ?",
          "UPDATE %s.baton_leader USING TTL ? SET node = ? WHERE duty = ? IF node = ?",
          "DELETE FROM %s.baton_leader WHERE duty = ? IF node = ?");

  private final Servers memory =
      new Servers(SimulatedStores.schema(), System::currentTimeMillis, Servers.Lag.NONE);
  private final Statements statements = new Statements(memory);
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private final Random random = new Random(Long.getLong("baton.sim.seed", 1));
  private int applied;
  private int rows;

  /** A statement with its values, for both kinds of servers. */
  private record Bound(String text, List<Object> values) {}

  @Test
  void serversInMemoryRespondLikeARealServer() {
    try (CqlSession real = session()) {
      real.execute(
          "CREATE KEYSPACE IF NOT EXISTS "
              + KEYSPACE
              + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
      for (String table : SimulatedStores.schema().split(";\n")) {
        real.execute(table.formatted(KEYSPACE));
      }
      for (int step = 0; step < STEPS; step++) {
        List<Bound> next = next();
        assertThat(inMemory(next)).as("step %d: %s", step, next).isEqualTo(onServer(real, next));
      }
    }
    assertThat(applied).as("writes that were applied").isGreaterThan(STEPS / 10);
    assertThat(rows).as("rows that were read").isGreaterThan(STEPS / 10);
  }

  private List<Bound> next() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> change();
      case 4, 5, 6 -> List.of(read());
      case 7, 8 -> List.of(key());
      default -> List.of(leader());
    };
  }

  /** Returns a change of a shard, with an epoch that is often the right one. */
  private List<Bound> change() {
    int shard = random.nextInt(2);
    List<Bound> batch = new ArrayList<>();
    long epoch = epoch(shard);
    if (epoch < 0) {
      String first = "INSERT INTO %s.baton_shard (shard, row_key, epoch) VALUES (?, 0x00, ?)";
      return List.of(new Bound(first + " IF NOT EXISTS", List.of(shard, 0L)));
    }
    long before = random.nextInt(4) == 0 ? epoch - 1 : epoch;
    List<UUID> ids = List.of(id(), id());
    batch.add(new Bound(STATE, List.of(epoch + 1, ids, bytes(), shard, before)));
    if (random.nextInt(5) == 0) {
      batch.add(new Bound(WRITES.get(2), List.of(shard, rowKey(), rowKey())));
      return batch;
    }
    // A batch of the store contains no row twice either.
    TreeSet<ByteBuffer> written = new TreeSet<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      ByteBuffer row = rowKey();
      if (written.add(row)) {
        batch.add(
            switch (random.nextInt(4)) {
              case 0 -> new Bound(WRITES.get(1), List.of(shard, row));
              case 1 -> new Bound(WRITES.get(0), List.of(shard, row, bytes()));
              default -> new Bound(WRITES.get(0), List.of(shard, row, bytes(), bytes()));
            });
      }
    }
    return batch;
  }

  private long epoch(int shard) {
    List<Object> state = inMemory(List.of(new Bound(READS.get(0), List.of(shard))));
    return state.isEmpty() ? -1 : ((ByteBuffer) ((List<?>) state.get(0)).get(0)).getLong(0);
  }

  private Bound read() {
    int shard = random.nextInt(2);
    return switch (random.nextInt(3)) {
      case 0 -> new Bound(READS.get(0), List.of(shard));
      case 1 -> new Bound(READS.get(1), List.of(shard, List.of(rowKey(), rowKey(), rowKey())));
      default ->
          new Bound(
              READS.get(2 + random.nextInt(2)),
              List.of(shard, rowKey(), rowKey(), 1 + random.nextInt(4)));
    };
  }

  private Bound key() {
    String type = "t" + random.nextInt(2);
    String key = "k" + random.nextInt(2);
    return switch (random.nextInt(4)) {
      case 0 -> new Bound(KEYS.get(0), List.of(type, key, id(), id()));
      case 1 -> new Bound(KEYS.get(1), List.of(id(), id(), type, key, id()));
      case 2 -> new Bound(KEYS.get(2), List.of(type, key, id()));
      default -> new Bound(KEYS.get(3), List.of(type, key));
    };
  }

  /**
   * Returns a statement about the leader. Its time to live is longer than the test, because expiry
   * depends on the exact moment.
   */
  private Bound leader() {
    int seconds = 3_600;
    return switch (random.nextInt(3)) {
      case 0 -> new Bound(LEADERS.get(0), List.of("duty", id(), seconds));
      case 1 -> new Bound(LEADERS.get(1), List.of(seconds, id(), "duty", id()));
      default -> new Bound(LEADERS.get(2), List.of("duty", id()));
    };
  }

  private UUID id() {
    return new UUID(0, random.nextInt(2));
  }

  private ByteBuffer rowKey() {
    byte[] key = new byte[1 + random.nextInt(2)];
    random.nextBytes(key);
    key[0] = (byte) (1 + random.nextInt(3) * 0x60);
    key[key.length - 1] &= (byte) 0xe1;
    return ByteBuffer.wrap(key);
  }

  private ByteBuffer bytes() {
    byte[] some = new byte[random.nextInt(3)];
    random.nextBytes(some);
    return ByteBuffer.wrap(some);
  }

  private List<Object> inMemory(List<Bound> next) {
    List<Request> requests =
        next.stream()
            .flatMap(each -> statements.requests(bound(statements.session(), "", each)).stream())
            .toList();
    if (requests.get(0).statement().kind() == CqlStatement.Kind.SELECT) {
      List<Servers.Found> found =
          memory.read(requests.get(0), Servers.Reading.PLAIN, null, requests.get(0).limit());
      rows += found.size();
      return values(Statements.rows(requests.get(0), found));
    }
    boolean isApplied = memory.compareAndSet(requests, false) != null;
    applied += isApplied ? 1 : 0;
    return List.of(isApplied);
  }

  private List<Object> onServer(CqlSession real, List<Bound> next) {
    BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
    next.forEach(each -> batch.addStatement(bound(real, KEYSPACE, each)));
    Statement<?> sent = next.size() == 1 ? bound(real, KEYSPACE, next.get(0)) : batch.build();
    ResultSet answer = real.execute(sent.setTimeout(PATIENCE));
    boolean isRead = next.get(0).text().startsWith("SELECT");
    return isRead ? values(answer.all()) : List.of(answer.wasApplied());
  }

  private BoundStatement bound(CqlSession session, String keyspace, Bound bound) {
    PreparedStatement statement =
        prepared.computeIfAbsent(
            keyspace + bound.text(), text -> session.prepare(bound.text().formatted(KEYSPACE)));
    return statement.bind(bound.values().toArray());
  }

  private static List<Object> values(List<Row> rows) {
    List<Object> all = new ArrayList<>();
    for (Row row : rows) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        values.add(row.getBytesUnsafe(i));
      }
      all.add(values);
    }
    return all;
  }

  private static CqlSession session() {
    return CqlSession.builder()
        .addContactPoint(LocalCassandra.temporary().address())
        .withLocalDatacenter(LocalCassandra.DATA_CENTER)
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, PATIENCE)
                .build())
        .build();
  }
}
