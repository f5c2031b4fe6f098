package dev.baton.jdbc.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.local.DatabaseAddress;
import dev.baton.spi.StatisticsStore.Group;
import dev.baton.spi.TriggerChannel;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that some tasks of each place are counted if counting all of them takes too long. */
class LivePlacesTest {

  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.operate.BoundedSearchTest#databases")
  void eachPlaceCountsItsTasksOrSomeOfThem(DatabaseAddress address) throws Exception {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(address.url());
      pool.setUsername(address.user());
      pool.setPassword(address.password());
      BatonSchema.apply(pool);
      add(pool);
      Database database = Database.of(pool);
      LivePlaces places = new LivePlaces(database.statements());
      List<Group> all = new JdbcStatisticsStore(database).count().groups();
      assertThat(all).hasSize(12);
      try (Connection connection = pool.getConnection()) {
        assertThat(counted(places.atLeast(connection, 100, 1_000), Group::count))
            .containsExactlyInAnyOrderElementsOf(counted(all, Group::count));
        assertThat(counted(places.atLeast(connection, 3, 1_000), Group::count))
            .containsExactlyInAnyOrderElementsOf(counted(all, group -> Math.min(3, group.count())));
        assertThat(places.atLeast(connection, 3, 6).stream().mapToLong(Group::count).sum())
            .as("six, and one for each place that comes later")
            .isBetween(13L, 18L);
      }
    }
  }

  private static List<String> counted(List<Group> groups, ToLongFunction<Group> count) {
    return groups.stream()
        .map(
            one ->
                "%s %s %s ".formatted(one.bucket(), one.type(), one.status())
                    + count.applyAsLong(one))
        .toList();
  }

  /** Adds one task more of each type than of the one before, ready ones and ones that wait. */
  private static void add(HikariDataSource pool) {
    try (Baton baton =
        Baton.builder(JdbcStore.of(pool)).channel(TriggerChannel.none()).client().start()) {
      for (int type = 0; type < 6; type++) {
        for (int task = 0; task <= type; task++) {
          TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T" + type));
          baton.tasks().add(request);
          baton.tasks().add(request.runIn(Duration.ofHours(1)));
        }
      }
    }
  }
}
