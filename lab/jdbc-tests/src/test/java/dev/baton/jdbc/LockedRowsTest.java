package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.sql.SqlFiles;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import dev.baton.tck.contract.waits.CoreWaitFixture;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a statement locks only the rows that it names, and waits for no others. MySQL and
 * MariaDB lock the rows that they read: if they read a whole small table, two transactions that end
 * different tasks wait for each other.
 */
class LockedRowsTest {
  /**
   * Statements of one table, without a fence: alone in their transaction, or skipping locked rows.
   */
  private static final Set<String> WITHOUT_A_KEY =
      Set.of(
          "forget-nodes",
          "prune-audit",
          "prune-statistics",
          "lock-expired-finished",
          "lock-expired-keys");

  private static final Pattern LOCKS =
      Pattern.compile("(?s)^(UPDATE|DELETE) .*|.*(FOR UPDATE|LOCK IN SHARE MODE).*");

  private static final Pattern TABLE = Pattern.compile("(?:FROM|UPDATE) (baton_\\w+)");

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void anEndThatReleasesNearlyAllTasksWaitsForNoOther(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    StoreScenario given = fixture.given();
    Task before = given.claimed(TaskDraft.ready("T"), UUID.randomUUID());
    Task other = given.claimed(TaskDraft.ready("T"), UUID.randomUUID());
    List<NewTask> waiters =
        IntStream.range(0, 60)
            .mapToObj(i -> CoreWaitFixture.waiting(Set.of(before.id()), Set.of()))
            .toList();
    fixture.transactions().call(transaction -> fixture.store().insert(transaction, waiters));
    if (database.isMySql()) {
      TestDatabase.execute(
          fixture.dataSource(), "ANALYZE TABLE baton_task, baton_wait, baton_waiter");
    }
    try (Connection holder = fixture.dataSource().getConnection()) {
      holder.setAutoCommit(false);
      lock(holder, other.id());
      assertThat(
              StoreScenario.promptly(
                  () ->
                      fixture
                          .store()
                          .apply(List.of(HolderRules.done(before, null, Duration.ZERO)))))
          .containsExactly(true);
      holder.rollback();
      holder.setAutoCommit(true);
    }
    assertThat(given.find(waiters.get(59).id()).position().version()).isEqualTo(2);
  }

  private static void lock(Connection holder, UUID id) throws Exception {
    try (PreparedStatement lock =
        holder.prepareStatement("SELECT id FROM baton_task WHERE id = ? FOR UPDATE")) {
      Dialect.of(holder).bindUuid(lock, 1, id);
      lock.executeQuery().close();
    }
  }

  /** MariaDB may turn a NOT EXISTS in a DELETE into a scan of the other table, which it locks. */
  @Test
  void lockingStatementsOnMariaDbNameAnIndexOrOneRow() throws Exception {
    Map<String, List<String>> keys = primaryKeys();
    List<String> found = new ArrayList<>();
    int seen = 0;
    try (Connection connection = TestDatabase.MARIADB.clean().getConnection()) {
      SqlFiles files = SqlFiles.of(Dialect.of(connection));
      for (String verb : SqlFiles.read("mysql").keySet()) {
        String sql = files.text(verb).strip();
        Matcher table = TABLE.matcher(sql);
        if (!LOCKS.matcher(sql).matches() || !table.find() || WITHOUT_A_KEY.contains(verb)) {
          continue;
        }
        seen++;
        List<String> key = keys.get(table.group(1));
        boolean oneRow = key.stream().allMatch(k -> sql.matches("(?s).*\\b" + k + " = \\S.*"));
        if ((!oneRow && !sql.contains("FORCE INDEX")) || sql.matches("(?s)DELETE .*EXISTS.*")) {
          found.add(verb);
        }
      }
    }
    assertThat(seen).isGreaterThan(50);
    assertThat(found).isEmpty();
  }

  private static Map<String, List<String>> primaryKeys() throws Exception {
    Map<String, List<String>> keys = new HashMap<>();
    try (Connection connection = TestDatabase.MARIADB.clean().getConnection();
        Statement statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT table_name, column_name FROM information_schema.key_column_usage"
                    + " WHERE constraint_name = 'PRIMARY' AND table_schema = DATABASE()")) {
      while (rows.next()) {
        keys.computeIfAbsent(rows.getString(1), t -> new ArrayList<>()).add(rows.getString(2));
      }
    }
    return keys;
  }
}
