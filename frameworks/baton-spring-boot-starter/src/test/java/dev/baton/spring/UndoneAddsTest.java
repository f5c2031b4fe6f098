package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.LocalDatabase;
import dev.baton.local.WayToUndo;
import dev.baton.spring.transaction.SpringTransactions;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Tests that in Spring's transactions a task starts if and only if its row was committed,
 * regardless of what the application did on the connection.
 */
final class UndoneAddsTest {
  private final ConcurrentHashMap<String, Integer> starts = new ConcurrentHashMap<>();
  private final SortedMap<String, Integer> expected = new TreeMap<>();

  @ParameterizedTest
  @MethodSource(LocalDatabase.CHOSEN)
  void taskStartsIfAndOnlyIfItsRowWasCommitted(LocalDatabase database) throws Exception {
    TaskDefinition<?, ?> note =
        RawDefinition.of(
            "NOTE",
            attempt -> {
              starts.merge(attempt.payloadText(), 1, Integer::sum);
              return Outcome.done();
            });
    try (HikariDataSource pool = SpringFixture.pool(database.newDatabase())) {
      BatonSchema.apply(pool);
      JdbcTemplate jdbc = new JdbcTemplate(pool);
      jdbc.execute("CREATE TABLE ledger (payout VARCHAR(60) NOT NULL)");
      jdbc.execute(WayToUndo.preparation(database));
      JdbcTransactionManager manager = new JdbcTransactionManager(pool);
      try (Baton baton =
          Baton.builder(JdbcStore.of(pool))
              .transactions(SpringTransactions.of(pool, manager))
              .settings(s -> s.lease(Duration.ofSeconds(6)))
              .define(note)
              .start()) {
        for (WayToUndo way : WayToUndo.values()) {
          if (way.isKnownTo(database)) {
            tryOut(way, new TransactionTemplate(manager), new AddOnce(baton, way, pool, database));
          }
        }
        int kept = expected.values().stream().mapToInt(runs -> runs).sum();
        org.awaitility.Awaitility.await()
            .atMost(Duration.ofSeconds(120))
            .until(() -> starts.values().stream().mapToInt(runs -> runs).sum() >= kept);
        // Waits until all started handlers have ended.
        assertThat(baton.stop(Duration.ofSeconds(60))).isTrue();
      }
    }
    expected.values().removeIf(runs -> runs == 0);
    assertThat(starts).containsExactlyInAnyOrderEntriesOf(expected);
  }

  private void tryOut(WayToUndo way, TransactionTemplate template, AddOnce add) {
    expected.put(way.name(), way.keeps() ? 1 : 0);
    try {
      template.executeWithoutResult(
          status -> {
            try {
              way.steps().with(add);
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
          });
    } catch (WayToUndo.OnPurpose | TransactionException rolledBack) {
      assertThat(way).isNotEqualTo(WayToUndo.NOTHING_IS_UNDONE);
    }
  }

  private record AddOnce(Baton baton, WayToUndo way, HikariDataSource pool, LocalDatabase database)
      implements WayToUndo.Add {
    @Override
    public String run() {
      return baton
          .tasks()
          .add(TaskType.of("NOTE", Bytes.class).with(Bytes.of(way.name())))
          .taskId()
          .toString();
    }

    @Override
    public Connection connection() {
      return DataSourceUtils.getConnection(pool);
    }
  }
}
