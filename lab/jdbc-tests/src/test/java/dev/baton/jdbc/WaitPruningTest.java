package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.sql.SqlFiles;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.task.Status;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Waits;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that pruning reads only some of the waiting tasks, however many exist, and deletes orders.
 */
class WaitPruningTest {
  private static final int PAGE = 10;
  private static final int FEW = 200;
  private static final int MANY = 2_000;

  private static final String READ_BY_POSTGRES =
      "SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables)"
          + " + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes)";
  private static final String READ_BY_MARIADB =
      "SELECT SUM(variable_value) FROM %s.session_status"
          + " WHERE variable_name LIKE 'Handler_read%%'";

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void theWorkOfAPassDoesNotGrowWithTheNumberOfWaiters(TestDatabase database) throws Exception {
    try (HikariDataSource pool = pool(database)) {
      JdbcTaskStore store = JdbcTaskStore.of(pool);
      add(pool, store, FEW);
      long few = readByAPass(database, pool, store);
      add(pool, store, MANY);
      long many = readByAPass(database, pool, store);
      assertThat(many).as("rows, of few %s", few).isLessThan(few + few / 2);
    }
  }

  /** H2 reports the number of rows it has read only for single statements. */
  @Test
  void theWorkOfAPageDoesNotGrowOnH2() throws Exception {
    try (HikariDataSource pool = pool(TestDatabase.H2)) {
      add(pool, JdbcTaskStore.of(pool), MANY);
      try (Connection connection = pool.getConnection()) {
        SqlFiles files = SqlFiles.of(Dialect.of(connection));
        for (String verb : List.of("next-waiters", "next-waits")) {
          assertThat(scanned(connection, files.text(verb))).as(verb).isLessThan(2 * PAGE);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void endedOrdersAreDeletedInOnePassExceptTheOneInUse(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    JdbcTaskStore store = fixture.store();
    List<NewTask> tasks = IntStream.range(0, 5 * PAGE).mapToObj(i -> inOrder("K" + i)).toList();
    fixture.transactions().call(transaction -> store.insert(transaction, tasks));
    store.apply(
        tasks.stream()
            .map(
                task ->
                    OperatorRules.cancel(fixture.given().find(task.id()), "no", StoreScenario.KEEP))
            .toList());
    NewTask next = inOrder("K0");
    fixture
        .transactions()
        .call(
            transaction -> {
              store.insert(transaction, List.of(next));
              StoreScenario.answer(StoreScenario.elsewhere(() -> store.prune(PAGE)));
              return true;
            });
    assertThat(orders(fixture)).isOne();
    NewTask behind = inOrder("K0");
    fixture.transactions().call(transaction -> store.insert(transaction, List.of(behind)));
    store.prune(PAGE);
    assertThat(orders(fixture)).isOne();
    assertThat(fixture.given().find(next.id()).position().status()).isEqualTo(Status.READY);
    assertThat(fixture.given().find(behind.id()).position().status()).isEqualTo(Status.BLOCKED);
  }

  private static long orders(JdbcFixture fixture) throws SQLException {
    return TestDatabase.number(fixture.dataSource(), "SELECT count(*) FROM baton_order");
  }

  private static int scanned(Connection connection, String sql) throws SQLException {
    try (var explain = connection.prepareStatement("EXPLAIN ANALYZE " + sql)) {
      explain.setObject(1, new UUID(0, 0));
      explain.setInt(2, PAGE);
      try (var rows = explain.executeQuery()) {
        rows.next();
        Matcher count = Pattern.compile("scanCount: (\\d+)").matcher(rows.getString(1));
        assertThat(count.find()).isTrue();
        return Integer.parseInt(count.group(1));
      }
    }
  }

  /** Returns a pool of one connection: databases count what each session reads. */
  private static HikariDataSource pool(TestDatabase database) {
    HikariDataSource pool = database.newPool();
    pool.setMaximumPoolSize(1);
    BatonSchema.apply(pool);
    return pool;
  }

  private static void add(HikariDataSource pool, JdbcTaskStore store, int count) throws Exception {
    List<NewTask> tasks = IntStream.range(0, count).mapToObj(i -> inOrder("A")).toList();
    JdbcTransactions.of(pool).call(transaction -> store.insert(transaction, tasks));
  }

  private static NewTask inOrder(String key) {
    NewTask task = TaskDraft.of("T", AddRules.waiting(null, "")).withKey(key).build();
    Waits waits =
        new Waits(Set.of(), Set.of(), true, StoreScenario.HINT_EXPIRY, StoreScenario.KEEP);
    return new NewTask(task.id(), task.spec(), task.placement(), task.keys(), waits);
  }

  private static long readByAPass(TestDatabase database, HikariDataSource pool, JdbcTaskStore store)
      throws SQLException {
    long before = read(database, pool);
    store.prune(PAGE);
    return read(database, pool) - before;
  }

  private static long read(TestDatabase database, HikariDataSource pool) throws SQLException {
    if (database == TestDatabase.POSTGRES) {
      TestDatabase.execute(pool, "SELECT pg_stat_force_next_flush()");
      return TestDatabase.number(pool, READ_BY_POSTGRES);
    }
    String schema = database == TestDatabase.MYSQL ? "performance_schema" : "information_schema";
    return TestDatabase.number(pool, READ_BY_MARIADB.formatted(schema));
  }
}
