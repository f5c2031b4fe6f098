package dev.baton.jdbc.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import dev.baton.operate.Cursor;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.TriggerChannel;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a search without an index stops at the end of its budget, and that its continuation
 * misses no task.
 */
@Tag("deep")
class BoundedSearchTest {
  private static final int TASKS = 40;

  static Stream<DatabaseAddress> databases() {
    return Stream.of(
        LocalPostgres.temporary().newDatabase(),
        LocalMariaDb.temporary().newDatabase(),
        LocalH2.newDatabase());
  }

  @ParameterizedTest
  @MethodSource("databases")
  void searchStopsAtItsBudgetAndContinuesWithoutMissingATask(DatabaseAddress address)
      throws Exception {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(address.url());
      pool.setUsername(address.user());
      pool.setPassword(address.password());
      BatonSchema.apply(pool);
      add(pool);
      Database database = Database.of(pool);
      Statements statements = database.statements();
      Rows rows = new Rows(database.dialect());
      LiveSearch live = new LiveSearch(statements, rows);
      FinishedSearch finished =
          new FinishedSearch(statements, SqlStrategy.of(statements).shared(), rows);
      try (Connection connection = pool.getConnection()) {
        for (TaskFilter filter : List.of(rare(), rare().oldestFirst())) {
          TaskFilter alive = filter.status(Status.READY);
          List<UUID> ofLive =
              ofAllParts(
                  (UUID after) ->
                      live.find(connection, alive, after, 10, new SearchBudget(3, 4, 6)),
                  Task::id);
          SearchBudget all = new SearchBudget(1_000, 1_000, 1_000);
          assertThat(ofLive)
              .isEqualTo(ids(live.find(connection, alive, null, 10, all).found(), Task::id));
          List<UUID> ofEnded =
              ofAllParts(
                  (Cursor after) ->
                      finished.find(connection, filter, after, 10, new SearchBudget(3, 4, 6)),
                  FinishedTask::id);
          assertThat(ofEnded)
              .isEqualTo(
                  ids(finished.find(connection, filter, null, 10, all).found(), FinishedTask::id));
          // Few tasks have the type, so all of them are read.
          SearchBudget few = new SearchBudget(3, 4, 6);
          assertThat(live.find(connection, alive.type("T"), null, 10, few).found()).hasSize(4);
          assertThat(finished.find(connection, filter.type("T"), null, 10, few).found()).hasSize(4);
        }
      }
    }
  }

  @FunctionalInterface
  private interface Search<T, P> {
    SearchBudget.FoundPart<T, P> after(@Nullable P place) throws Exception;
  }

  /** Returns the results of all parts. Some parts are empty; together they return everything. */
  private static <T, P> List<UUID> ofAllParts(Search<T, P> search, Function<T, UUID> id)
      throws Exception {
    List<UUID> found = new ArrayList<>();
    int parts = 0;
    @Nullable P after = null;
    do {
      SearchBudget.FoundPart<T, P> part = search.after(after);
      found.addAll(ids(part.found(), id));
      parts++;
      after = part.stoppedAt();
    } while (after != null);
    assertThat(parts).isGreaterThan(2);
    assertThat(found).hasSize(4).doesNotHaveDuplicates();
    return found;
  }

  private static <T> List<UUID> ids(List<T> tasks, Function<T, UUID> id) {
    return tasks.stream().map(id).toList();
  }

  private static TaskFilter rare() {
    return TaskFilter.all().subType("RARE");
  }

  /** Adds tasks: every tenth matches the search, and every second has ended. */
  private static void add(HikariDataSource pool) {
    try (Baton baton =
        Baton.builder(JdbcStore.of(pool)).channel(TriggerChannel.none()).client().start()) {
      for (int i = 0; i < 2 * TASKS; i++) {
        TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T"));
        if (i / 2 % 10 == 0) {
          request = request.subType("RARE");
        }
        UUID id = baton.tasks().add(request).taskId();
        if (i % 2 == 0) {
          baton.operations().by("test").task(id).cancel("over");
        }
      }
    }
  }
}
