package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.StatisticsStore.Group;
import dev.baton.task.Status;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a count returns the number of tasks, and the types with most tasks, however many types
 * have live tasks.
 */
@Tag("deep")
class ManyGroupsTest {
  private static final int TASKS = 10_010;

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void theSmallestOfManyGroupsAreCountedTogether(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      TestDatabase.execute(pool, insert(database));
      StatisticsStore.Counted counted = new JdbcStatisticsStore(Database.of(pool)).count();
      assertThat(counted.complete()).isTrue();
      List<Group> groups = counted.groups();
      assertThat(groups).hasSize(10_001);
      assertThat(groups.stream().mapToLong(Group::count).sum()).isEqualTo(TASKS);
      assertThat(groups)
          .filteredOn(group -> group.type().equals("Z") || group.count() > 1)
          .extracting(Group::bucket, Group::type, Group::status, Group::count)
          .containsExactly(
              tuple("(others)", "(others)", Status.READY, 8L),
              tuple("b", "MANY", Status.READY, 3L),
              tuple("b", "Z", Status.ERROR, 1L));
      assertThat(groups.get(0).readySince()).isNotNull();
    }
  }

  /** Inserts three tasks of one type, one of each other type, and one in ERROR. */
  private static String insert(TestDatabase database) {
    String numbers =
        switch (database) {
          case POSTGRES -> "generate_series(1, " + TASKS + ") s(n)";
          case MARIADB -> "(SELECT seq AS n FROM seq_1_to_" + TASKS + ") s";
          case MYSQL ->
              "JSON_TABLE(CONCAT('[0', REPEAT(',0', "
                  + (TASKS - 1)
                  + "), ']'), '$[*]' COLUMNS (n FOR ORDINALITY)) s";
          case H2 -> "(SELECT x AS n FROM system_range(1, " + TASKS + ")) s";
        };
    String id = database.isMySql() ? "UNHEX(LPAD(HEX(n), 32, '0'))" : "RANDOM_UUID()";
    String time = "CASE WHEN n = " + TASKS + " THEN NULL ELSE CURRENT_TIMESTAMP END";
    return "INSERT INTO baton_task (id, version, created_at, run_at, next_event_at, attempts,"
        + " losses, loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key,"
        + " state) SELECT "
        + (database == TestDatabase.POSTGRES ? "gen_random_uuid()" : id)
        + ", 1, CURRENT_TIMESTAMP, "
        + time
        + ", "
        + time
        + ", 0, 0, 3, CASE WHEN n = "
        + TASKS
        + " THEN 4 ELSE 2 END, 5, 0, FALSE, 'b', CASE WHEN n < 4 THEN 'MANY' WHEN n = "
        + TASKS
        + " THEN 'Z' ELSE CONCAT('T', n) END, '', '' FROM "
        + numbers;
  }
}
