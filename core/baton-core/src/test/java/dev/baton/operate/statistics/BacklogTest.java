package dev.baton.operate.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.statistics.Backlog.Trend;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private static final Instant FROM = Instant.parse("2026-03-01T08:00:00Z");

  @Test
  void drainingBacklogHasAnEndTime() {
    Backlog backlog = backlog(3_000, 100, 400);
    assertThat(backlog.trend()).isEqualTo(Trend.DRAINING);
    assertThat(backlog.drainedIn()).isEqualTo(Duration.ofMinutes(10));
    assertThat(backlog.addedPerMinute()).isEqualTo(100);
    assertThat(backlog.endedPerMinute()).isEqualTo(400);
  }

  @Test
  void growingBacklogHasNoEndTime() {
    Backlog backlog = backlog(3_000, 400, 100);
    assertThat(backlog.trend()).isEqualTo(Trend.GROWING);
    assertThat(backlog.drainedIn()).isNull();
  }

  @Test
  void burstThatHasEndedDoesNotGrow() {
    StatisticsSeries burst =
        series(minute -> minute == 57 ? 5_000 : 0, minute -> minute >= 57 ? 100 : 0);
    Backlog backlog = Backlog.of(counts(4_800), burst).get(0);
    assertThat(backlog.growingMinutes()).isOne();
    assertThat(backlog.trend()).isEqualTo(Trend.STEADY);
  }

  @Test
  void tasksAddedForLaterDoNotGrowBacklog() {
    assertThat(backlog(100_000, 200, 100).trend()).isEqualTo(Trend.STEADY);
    assertThat(backlog(1_000, 0, 0).trend()).isEqualTo(Trend.STEADY);
    assertThat(backlog(1_000_000, 1, 2).drainedIn()).as("takes longer than a week").isNull();
  }

  @Test
  void fewReadyTasksAreNoBacklog() {
    assertThat(Backlog.of(counts(99), series(900, 0))).isEmpty();
  }

  @Test
  void lowerBoundsGiveNoForecast() {
    LiveCounts counted = counts(10_000);
    LiveCounts atLeast = new LiveCounts(FROM, false, true, counted.groups());
    assertThat(Backlog.of(atLeast, series(900, 0))).isEmpty();
  }

  private static Backlog backlog(long ready, long added, long done) {
    return Backlog.of(counts(ready), series(added, done)).get(0);
  }

  private static LiveCounts counts(long ready) {
    return new LiveCounts(
        FROM,
        true,
        false,
        List.of(
            new LiveCounts.Group("a", "T", Status.READY, ready),
            new LiveCounts.Group("a", "T", Status.WAITING, 5_000)));
  }

  /** An hour of counts. The minutes before the last ones, and the current minute, don't count. */
  private static StatisticsSeries series(long added, long done) {
    return series(
        minute -> minute >= 44 && minute < 59 ? added : 7_777,
        minute -> minute >= 44 && minute < 59 ? done : 3);
  }

  private static StatisticsSeries series(IntToLongFunction added, IntToLongFunction done) {
    List<StatisticsSeries.Point> points = new ArrayList<>();
    for (int minute = 0; minute < 60; minute++) {
      points.add(
          new StatisticsSeries.Point(
              FROM.plus(Duration.ofMinutes(minute)),
              new TaskStatistics(
                  added.applyAsLong(minute),
                  0,
                  done.applyAsLong(minute),
                  0,
                  0,
                  0,
                  0,
                  Histogram.empty(),
                  Histogram.empty())));
    }
    return new StatisticsSeries(
        FROM, Duration.ofMinutes(1), 60, List.of(new StatisticsSeries.Series("a", "T", points)));
  }
}
