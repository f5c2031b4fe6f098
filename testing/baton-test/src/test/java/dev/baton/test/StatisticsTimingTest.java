package dev.baton.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.operate.statistics.Statistics;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when a node reads and writes statistics. */
final class StatisticsTimingTest {
  private static final SeriesFilter LATELY = SeriesFilter.last(Duration.ofHours(2));

  @Test
  void whatANodeDoesIsNotedWithinSecondsWhileItRuns() {
    try (TestBaton baton =
        TestBaton.inMemory().define(RawDefinition.of("T", attempt -> Outcome.done())).start()) {
      baton.add(TaskRequest.of(TaskType.of("T")));
      baton.add(TaskRequest.of(TaskType.of("T")));
      baton.advance(Duration.ofSeconds(15));
      TaskStatistics noted = baton.baton().statistics().series(LATELY).total();
      assertThat(noted.added()).as("by the client").isEqualTo(2);
      assertThat(noted.done()).isEqualTo(2);
    }
  }

  @Test
  void daysInStepsOfHoursBeginWithAnHourAndEndWithThisOne() {
    try (TestBaton baton =
        TestBaton.inMemory().define(RawDefinition.of("T", attempt -> Outcome.done())).start()) {
      baton.add(TaskRequest.of(TaskType.of("T")));
      baton.advance(Duration.ofSeconds(15));
      SeriesFilter days = SeriesFilter.last(Duration.ofDays(2)).step(Duration.ofHours(2));
      StatisticsSeries series = baton.baton().statistics().series(days);
      assertThat(series.points()).isEqualTo(24);
      assertThat(series.from().getEpochSecond() % 3_600).isZero();
      assertThat(series.total().done()).isEqualTo(1);
      baton.advance(Duration.ofMinutes(59));
      SeriesFilter hour = SeriesFilter.last(Duration.ofHours(1)).step(Duration.ofHours(1));
      assertThat(baton.baton().statistics().series(hour).total().done())
          .as("an hour isn't this one's beginning alone")
          .isEqualTo(1);
    }
  }

  @Test
  void statisticsThatCantBeWrittenDisturbNoTaskAndAreWrittenLater() {
    WatchedStatistics watched = new WatchedStatistics();
    try (TestBaton baton =
        TestBaton.inMemory()
            .configure(b -> b.stores(watched::around))
            .define(RawDefinition.of("T", attempt -> Outcome.done()))
            .start()) {
      watched.away = true;
      for (int i = 0; i < 5; i++) {
        baton.untilEnded(baton.add(TaskRequest.of(TaskType.of("T"))));
        baton.advance(Duration.ofMinutes(1));
      }
      watched.away = false;
      assertThat(baton.baton().statistics().series(LATELY).total().done()).isZero();
      baton.advance(Duration.ofSeconds(30));
      StatisticsSeries series = baton.baton().statistics().series(LATELY.type("T"));
      assertThat(series.total().done()).isEqualTo(5);
      assertThat(series.series().get(0).points()).as("in their minutes").hasSizeGreaterThan(3);
    }
  }

  @Test
  void tenDashboardsCostOneQueryAndAnswersAreSecondsOldAtMost() {
    WatchedStatistics watched = new WatchedStatistics();
    try (TestBaton baton = TestBaton.inMemory().configure(b -> b.stores(watched::around)).start()) {
      Statistics statistics = baton.baton().statistics();
      for (int dashboard = 0; dashboard < 10; dashboard++) {
        statistics.counts();
        statistics.oldestReady();
        statistics.stuck();
      }
      assertThat(watched.counts()).isEqualTo(1);
      baton.add(TaskRequest.of(TaskType.of("T")));
      assertThat(statistics.counts().of(Status.READY)).isZero();
      baton.advance(Duration.ofSeconds(4));
      assertThat(statistics.counts().of(Status.READY)).isEqualTo(1);
      assertThat(watched.counts()).isEqualTo(2);
    }
  }

  @Test
  void aCountThatTakesLongIsGoodForTenTimesAsLong() {
    WatchedStatistics watched = new WatchedStatistics();
    try (TestBaton baton = TestBaton.inMemory().configure(b -> b.stores(watched::around)).start()) {
      Statistics statistics = baton.baton().statistics();
      watched.meanwhile = () -> baton.advance(Duration.ofSeconds(2));
      statistics.counts();
      watched.meanwhile = () -> {};
      baton.advance(Duration.ofSeconds(17));
      statistics.counts();
      assertThat(watched.counts()).isEqualTo(1);
      baton.advance(Duration.ofSeconds(2));
      statistics.counts();
      assertThat(watched.counts()).isEqualTo(2);
    }
  }

  @Test
  void aCountThatIsGivenUpIsToldAndNotTriedAgainAtOnce() {
    WatchedStatistics watched = new WatchedStatistics();
    watched.givesUp = true;
    try (TestBaton baton = TestBaton.inMemory().configure(b -> b.stores(watched::around)).start()) {
      Statistics statistics = baton.baton().statistics();
      assertThat(statistics.counts()).isEqualTo(new LiveCounts(null, false, true, List.of()));
      assertThat(statistics.stuck().complete()).isFalse();
      watched.givesUp = false;
      baton.add(TaskRequest.of(TaskType.of("T")));
      baton.advance(Duration.ofSeconds(40));
      assertThat(statistics.counts().complete()).isTrue();
      watched.givesUp = true;
      baton.advance(Duration.ofSeconds(4));
      assertThat(statistics.counts().complete()).isFalse();
      assertThat(statistics.counts().of(Status.READY)).as("the last complete one").isEqualTo(1);
      int before = watched.counts();
      baton.advance(Duration.ofSeconds(4));
      assertThat(statistics.counts().complete()).isFalse();
      assertThat(watched.counts()).isEqualTo(before);
    }
  }
}
