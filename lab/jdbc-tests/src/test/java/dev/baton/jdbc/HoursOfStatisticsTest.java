package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.operate.statistics.Histogram;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.spi.StatisticsStore.Minute;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that days of statistics are read from hourly sums, which include every recorded value. */
@Tag("deep")
class HoursOfStatisticsTest {
  private static final UUID NODE = new UUID(1, 1);
  private static final UUID OTHER_NODE = new UUID(2, 2);

  private HikariDataSource pool;
  private JdbcStatisticsStore store;

  /** The start of this hour, in minutes. */
  private long hour;

  private void start(TestDatabase database) {
    pool = database.newPool();
    BatonSchema.apply(pool);
    store = new JdbcStatisticsStore(Database.of(pool));
    hour = store.now().getEpochSecond() / 3_600 * 60;
  }

  @AfterEach
  void end() {
    if (pool != null) { // null if this database can't start here
      pool.close();
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void summedHoursAreNotReadFromMinutes(TestDatabase database) throws Exception {
    start(database);
    store.keep(NODE, List.of(minute(-600, 1), minute(-599, 2), minute(-180, 4), minute(0, 8)));
    store.keep(OTHER_NODE, List.of(minute(-600, 16)));
    assertThat(addUp()).as("hours without values are left out").isEqualTo(2);
    TestDatabase.execute(pool, "DELETE FROM baton_statistic WHERE minute_no < " + (hour - 60));
    assertThat(kept(60)).containsExactly(minute(-600, 19), minute(-180, 4), minute(0, 8));
    assertThat(kept(660)).as("a step of hours and minutes").containsExactly(minute(-600, 31));
    assertThat(kept(30)).as("half-hour steps use only minutes").hasSize(1);
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void lateStatisticsAreSummedAgain(TestDatabase database) {
    start(database);
    store.keep(NODE, List.of(minute(-300, 1)));
    store.keep(NODE, List.of(minute(-120, 1)));
    assertThat(addUp()).isEqualTo(2);
    store.keep(OTHER_NODE, List.of(minute(-299, 2), minute(-200, 4), minute(0, 8)));
    assertThat(kept(60))
        .containsExactly(minute(-300, 3), minute(-240, 4), minute(-120, 1), minute(0, 8));
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void hourSummedByAWrongClockIsSummedAgain(TestDatabase database) throws Exception {
    start(database);
    String zeros = ", 0".repeat(45);
    TestDatabase.execute(
        pool, "INSERT INTO baton_statistic_hour VALUES (" + hour + zeros + ", 'b', 'T')");
    store.keep(NODE, List.of(minute(0, 8)));
    assertThat(kept(60)).containsExactly(minute(0, 8));
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void hoursArePrunedWithTheirMinutes(TestDatabase database) throws Exception {
    start(database);
    store.keep(NODE, List.of(minute(-600, 1), minute(-540, 2), minute(-180, 4)));
    assertThat(addUp()).isEqualTo(3);
    for (int removed = 1; removed > 0; ) {
      removed = store.pruneStatistics(Duration.ofHours(6), 100);
    }
    assertThat(TestDatabase.number(pool, "SELECT COUNT(*) FROM baton_statistic_hour")).isEqualTo(1);
    assertThat(kept(60)).containsExactly(minute(-180, 4));
  }

  private int addUp() {
    int hours = 0;
    while (store.addUpAnHour()) {
      hours++;
    }
    return hours;
  }

  private List<Minute> kept(int step) {
    return store.kept(hour - 600, hour + 60, step, "T", null);
  }

  private Minute minute(long after, long added) {
    return new Minute(
        hour + after,
        "b",
        "T",
        new TaskStatistics(added, 0, 0, 0, 0, 0, 0, Histogram.empty(), Histogram.empty()));
  }
}
