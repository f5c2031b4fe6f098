package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.error.SearchTimeoutException;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TimeRange;
import dev.baton.task.Status;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a search that takes too long is cancelled with a helpful message. All searches run in
 * parallel, since each takes seconds.
 */
@Tag("deep")
class PostgresSearchTimeoutTest {
  private static final int MAX_SECONDS = 60;

  @Test
  void slowSearchesSuggestFiltersAndSlowCountsAreReported() throws Exception {
    try (HikariDataSource pool = TestDatabase.POSTGRES.newPool()) {
      BatonSchema.apply(pool);
      JdbcOperationsStore operations =
          new JdbcOperationsStore(Database.of(pool), JdbcTaskStore.of(pool));
      JdbcStatisticsStore statistics = new JdbcStatisticsStore(Database.of(pool));
      TimeRange day = TimeRange.since(Instant.now().minusSeconds(86_400));
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        statement.execute("LOCK TABLE baton_task, baton_finished IN ACCESS EXCLUSIVE MODE");
        Future<String> byKey = refusal(operations, TaskFilter.all().key("customer-77"));
        Future<String> byType =
            refusal(operations, TaskFilter.all().status(Status.DONE).type("T").finished(day));
        assertThat(
                CompletableFuture.supplyAsync(statistics::count).get(MAX_SECONDS, TimeUnit.SECONDS))
            .matches(counted -> !counted.complete());
        assertThat(byKey.get(MAX_SECONDS, TimeUnit.SECONDS))
            .contains(
                "longer than 5 s", "Add one or two of these", "a whole type", "live statuses only");
        assertThat(byType.get(MAX_SECONDS, TimeUnit.SECONDS))
            .contains("a time range in which they ended", "FAILED or CANCELLED alone")
            .doesNotContain("a whole type");
        connection.rollback();
      }
    }
  }

  private static Future<String> refusal(JdbcOperationsStore store, TaskFilter filter) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return "found " + store.find(filter, null, 50);
          } catch (SearchTimeoutException givenUp) {
            return String.valueOf(givenUp.getMessage());
          }
        });
  }
}
