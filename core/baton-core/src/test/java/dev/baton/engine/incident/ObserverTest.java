package dev.baton.engine.incident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.engine.incident.Observation.Trouble;
import dev.baton.operate.ErrorCause;
import dev.baton.operate.ErrorSample;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.operate.StuckAfter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.Incidents;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.Histogram;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.operate.statistics.Statistics;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.Stopped;
import dev.baton.operate.statistics.Stuck;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.spi.FoundTask;
import dev.baton.task.Flow;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests what counts as observed. */
class ObserverTest {
  private static final Instant START = Instant.parse("2026-03-01T08:30:00.123456Z");

  private final Given given = new Given();
  private final Observer observer =
      new Observer(
          given,
          new MutedErrors(() -> given.muted, () -> given.errors),
          Incidents.to(nobody())
              .stuckAfter(Duration.ofMinutes(3))
              .queuedAfter(Duration.ofMinutes(40)));

  @Test
  void onlyErrorCountsAreProblemsAtOnce() {
    given.counts.add(new LiveCounts.Group("default", "A", Status.ERROR, 3));
    given.counts.add(new LiveCounts.Group("night", "A", Status.ERROR, 4));
    given.counts.add(new LiveCounts.Group("default", "A", Status.RUNNING, 9));
    Observation sight = observer.look();
    assertThat(sight.troubles())
        .containsExactly(
            new Trouble(IncidentKind.ERROR, "A", 3), new Trouble(IncidentKind.ERROR, "A", 4));
    assertThat(sight.unsure()).isEmpty();
  }

  @Test
  void stuckTasksMustBeObservedTwice() {
    given.late(Stuck.Kind.LEASE_LAPSED, Stuck.Kind.OVERDUE, Stuck.Kind.QUEUED_TOO_LONG);
    assertThat(observer.look().troubles()).isEmpty();
    given.next();
    assertThat(observer.look().troubles())
        .containsExactly(
            new Trouble(IncidentKind.STUCK, "A", 2),
            new Trouble(IncidentKind.STUCK, "A", 2),
            new Trouble(IncidentKind.QUEUED, "A", 2));
    given.next();
    assertThat(observer.look().troubles()).hasSize(3);
  }

  @Test
  void sameStatisticsTwiceAreOneObservation() {
    given.late(Stuck.Kind.OVERDUE);
    observer.look();
    assertThat(observer.look().troubles()).isEmpty();
    given.next();
    assertThat(observer.look().troubles()).hasSize(1);
    assertThat(observer.look().troubles()).hasSize(1);
  }

  @Test
  void brieflyLateTasksAreNoProblem() {
    given.late(Stuck.Kind.OVERDUE);
    observer.look();
    given.next();
    given.late();
    assertThat(observer.look().troubles()).isEmpty();
    given.next();
    given.late(Stuck.Kind.OVERDUE);
    assertThat(observer.look().troubles()).isEmpty();
  }

  @Test
  void formerLeaderStartsOver() {
    given.late(Stuck.Kind.OVERDUE);
    observer.look();
    observer.forget();
    given.next();
    assertThat(observer.look().troubles()).isEmpty();
  }

  @Test
  void repeatedAndRecentFailuresAreProblemsAtOnce() {
    given.failing = List.of(new Failing.Group("default", "A", 5, 9, new UUID(0, 1)));
    Histogram none = Histogram.of(Collections.nCopies(Histogram.steps(), 0L));
    given.done = List.of(series("A", 0, none), series("B", 37, none));
    assertThat(observer.look().troubles())
        .containsExactly(
            new Trouble(IncidentKind.FAILING, "A", 5), new Trouble(IncidentKind.FAILED, "B", 37));
  }

  @Test
  void fewRecentFailuresAreNoProblem() {
    Histogram none = Histogram.of(Collections.nCopies(Histogram.steps(), 0L));
    given.done = List.of(series("A", 9, none), series("B", 5, none), series("B", 5, none));
    assertThat(observer.look().troubles())
        .as("ten failures of a type, summed over its buckets")
        .containsExactly(new Trouble(IncidentKind.FAILED, "B", 10));
    Observer strict =
        new Observer(
            given,
            new MutedErrors(List::of, () -> given.errors),
            Incidents.to(nobody()).failedFrom(1));
    assertThat(strict.look().troubles())
        .containsExactly(
            new Trouble(IncidentKind.FAILED, "A", 9), new Trouble(IncidentKind.FAILED, "B", 10));
  }

  @Test
  void mutedErrorsAreNoProblemUntilTheMuteExpires() {
    given.counts.add(new LiveCounts.Group("default", "A", Status.ERROR, 3));
    given.counts.add(new LiveCounts.Group("night", "A", Status.ERROR, 1));
    given.errors =
        new ErrorSample(
            List.of(
                inError("bank 1 is away"),
                inError("bank 2 is away"),
                inError("bank 3 is away"),
                inError("no such account")),
            Set.of());
    given.mute("bank 9 is away", START.plusSeconds(20));
    assertThat(observer.look().troubles()).containsExactly(new Trouble(IncidentKind.ERROR, "A", 1));
    given.next();
    assertThat(observer.look().troubles()).containsExactly(new Trouble(IncidentKind.ERROR, "A", 1));
    given.next();
    assertThat(observer.look().troubles()).as("the mute has expired").hasSize(2);
    given.mute("no such account", null);
    assertThat(observer.look().troubles()).containsExactly(new Trouble(IncidentKind.ERROR, "A", 3));
  }

  @Test
  void mutedErrorsMayExceedTheSample() {
    given.counts.add(new LiveCounts.Group("default", "A", Status.ERROR, 5_000));
    given.mute("away", null);
    given.errors = new ErrorSample(List.of(inError("away")), Set.of(Standing.ERROR));
    assertThat(observer.look().troubles()).as("all errors that were read are muted").isEmpty();
    given.errors =
        new ErrorSample(List.of(inError("away"), inError("other")), Set.of(Standing.ERROR));
    assertThat(observer.look().troubles())
        .containsExactly(new Trouble(IncidentKind.ERROR, "A", 4_999));
  }

  private static TaskInfo inError(String error) {
    TaskSpec spec =
        new TaskSpec(
            new Flow("A", ""), null, "default", 5, null, Map.of(), TaskSpec.Origin.NONE, false);
    Position position =
        new Position(
            Status.ERROR,
            4,
            null,
            null,
            null,
            new Position.Counts(3, 0, 5, LastOutcome.FAILURE),
            "",
            null);
    Task task = new Task(new UUID(1, 1), spec, position, START, START, START);
    return new FoundTask.Live(task).info(error);
  }

  private static StatisticsSeries.Series series(String type, long failed, Histogram none) {
    TaskStatistics statistics = new TaskStatistics(9, 9, 9, failed, 9, 9, 9, none, none);
    return new StatisticsSeries.Series(
        "default", type, List.of(new StatisticsSeries.Point(START, statistics)));
  }

  @Test
  void incompleteStatisticsAreUnsure() {
    given.complete = false;
    assertThat(observer.look().unsure())
        .containsExactlyInAnyOrder(
            IncidentKind.ERROR,
            IncidentKind.STUCK,
            IncidentKind.QUEUED,
            IncidentKind.FAILING,
            IncidentKind.FAILED);
  }

  @Test
  void statisticsAreReadWithTheTimesOfTheSettings() {
    observer.look();
    assertThat(given.asked)
        .isEqualTo(new StuckAfter(Duration.ofMinutes(3), Duration.ofMinutes(40), 0));
  }

  /** Statistics that the test sets. */
  private static final class Given implements Statistics {
    final List<LiveCounts.Group> counts = new ArrayList<>();
    List<Stuck.Group> stuck = List.of();
    List<Failing.Group> failing = List.of();
    List<StatisticsSeries.Series> done = List.of();
    List<ActiveOverride> muted = List.of();
    ErrorSample errors = new ErrorSample(List.of(), Set.of());
    boolean complete = true;
    Instant takenAt = START;
    StuckAfter asked = StuckAfter.defaults();

    void late(Stuck.Kind... kinds) {
      stuck = new ArrayList<>();
      for (Stuck.Kind kind : kinds) {
        stuck.add(new Stuck.Group(kind, "default", "A", 2, START, List.of()));
      }
    }

    void mute(String error, @Nullable Instant until) {
      muted =
          List.of(
              new ActiveOverride(
                  OverrideTarget.mute("A", ErrorCause.of(error).id()),
                  new OverrideValue.Mute(until, "away"),
                  "ann",
                  null,
                  START));
    }

    void next() {
      takenAt = takenAt.plusSeconds(15);
    }

    @Override
    public LiveCounts counts() {
      return new LiveCounts(takenAt, complete, false, counts);
    }

    @Override
    public Stuck stuck(StuckAfter after) {
      asked = after;
      return new Stuck(takenAt, complete, stuck);
    }

    @Override
    public OldestReady oldestReady() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Stopped stopped() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Failing failing() {
      return new Failing(takenAt, complete, failing);
    }

    @Override
    public Failing retrying() {
      throw new UnsupportedOperationException();
    }

    @Override
    public StatisticsSeries series(SeriesFilter filter) {
      if (!complete) {
        throw new StoreUnavailableException("given up");
      }
      return new StatisticsSeries(START, filter.step(), 60, done);
    }

    @Override
    public LimitsInUse limits() {
      throw new UnsupportedOperationException();
    }
  }

  private static IncidentSink nobody() {
    return new IncidentSink() {
      @Override
      public String name() {
        return "nobody";
      }

      @Override
      public Answer deliver(IncidentNotice notice) {
        return new Answer.Accepted();
      }
    };
  }
}
