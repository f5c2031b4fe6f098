package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Repeat;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RowDecision;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.operate.Page;
import dev.baton.operate.StuckAfter;
import dev.baton.operate.TimeRange;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.schedule.Schedule;
import dev.baton.spi.OperatorRequest;
import dev.baton.task.row.When;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Invalid statistics are refused when they are created, not when a number overflows. */
class AbsurdValuesTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static final List<Duration> LENGTHS =
      List.of(
          Duration.ofNanos(-1),
          Duration.ofDays(-1),
          When.LONGEST.plusNanos(1),
          Duration.ofDays(3_000_000),
          ChronoUnit.FOREVER.getDuration(),
          Duration.ofSeconds(Long.MIN_VALUE));

  private static final Map<String, Consumer<Duration>> OF_LENGTHS =
      Map.ofEntries(
          Map.entry("runAfter", length -> request().runIn(length)),
          Map.entry("debounce", length -> Conflict.debounce(length, length)),
          Map.entry("debounce at the most", length -> Conflict.debounce(SECOND, length)),
          Map.entry("throttle", length -> request().unique(Unique.forAtLeast(length, "k"))),
          Map.entry("unique for", length -> Unique.forAtLeast(length, "k")),
          Map.entry("retryAfter", length -> Outcome.retryAfter(length, "why")),
          Map.entry("park", length -> new HandlerOutcome.Park<>(When.in(length), "s", null)),
          Map.entry("repeat", Outcome::repeat),
          Map.entry("news", length -> RowDecision.park(length, "s", null)),
          Map.entry("fixed retry", Retry::fixed),
          Map.entry("exponential retry", Retry::exponential),
          Map.entry("longest delay", length -> Retry.fixed(SECOND).maxDelay(length)),
          Map.entry("repeat every", Repeat::every),
          Map.entry("deadline", length -> definition().deadline(length)),
          Map.entry("keepDone", length -> definition().keepDone(length)),
          Map.entry("expectedWait", length -> definition().expectedWait(length)),
          Map.entry("rate", length -> Rate.of(1, length)),
          Map.entry("schedule's rate", length -> Schedule.fixedRate("s", length)),
          Map.entry("schedule's delay", length -> Schedule.fixedDelay("s", length)),
          Map.entry("jitter", length -> schedule().jitter(length)),
          Map.entry("lease", length -> NodeSettings.defaults().lease(length)),
          Map.entry("poll", length -> NodeSettings.defaults().poll(length)),
          Map.entry("sweep", length -> NodeSettings.defaults().sweep(length)),
          Map.entry("hintExpiry", length -> NodeSettings.defaults().hintExpiry(length)),
          Map.entry("shutdown", length -> NodeSettings.defaults().shutdown(length)),
          Map.entry("keepDone of all", length -> NodeSettings.defaults().keepDone(length)),
          Map.entry("keepFailed", length -> NodeSettings.defaults().keepFailed(length)),
          Map.entry("grace", length -> NodeSettings.defaults().unknownTypeGrace(length)),
          Map.entry("stuck after", length -> StuckAfter.defaults().unhealed(length)),
          Map.entry("queued after", length -> StuckAfter.defaults().queued(length)),
          Map.entry("series", SeriesFilter::last),
          Map.entry("step", length -> SeriesFilter.last(Duration.ofHours(1)).step(length)),
          Map.entry(
              "request of an operator",
              length -> OperatorRequest.within(System::nanoTime, length, () -> 1)));

  private static final Map<String, Consumer<Instant>> OF_TIMES =
      Map.ofEntries(
          Map.entry("runAt", time -> request().runAt(time)),
          Map.entry("park until", time -> new HandlerOutcome.Park<>(When.at(time), "s", null)),
          Map.entry("news until", time -> RowDecision.park(time, "s", null)),
          Map.entry("since", TimeRange::since),
          Map.entry("before", TimeRange::before),
          Map.entry(
              "series from",
              time ->
                  new SeriesFilter(
                      Optional.of(time),
                      Duration.ofHours(1),
                      minute(),
                      Optional.empty(),
                      Optional.empty())));

  private static final Map<String, IntConsumer> OF_COUNTS =
      Map.ofEntries(
          Map.entry("attempts", count -> Retry.fixed(SECOND).maxAttempts(count)),
          Map.entry("maxLosses", count -> OnLost.resume(count)),
          Map.entry("slots of a node", count -> Limit.node(count)),
          Map.entry("slots of a key", count -> Limit.node("n", count).perKey()),
          Map.entry("slots of a cluster", count -> Limit.cluster("c", count)),
          Map.entry("slots of a cluster's key", count -> Limit.cluster("c", count).perKey()),
          Map.entry("rate", count -> Rate.of(count, SECOND)),
          Map.entry("burst", count -> Rate.of(1, SECOND).burst(count)),
          Map.entry("maxRunning", count -> NodeSettings.defaults().maxRunning(count)),
          Map.entry(
              "payloadHeapPercent", count -> NodeSettings.defaults().payloadHeapPercent(count)),
          Map.entry("completionBatch", count -> NodeSettings.defaults().completionBatch(count)),
          Map.entry("lookAhead", count -> BucketOptions.named("b").lookAhead(count, count)),
          Map.entry("claimBatch", count -> BucketOptions.named("b").claimBatch(count)),
          Map.entry("page", Page::requireSize));

  @TestFactory
  List<DynamicTest> lengthsThatCanNotBeAreRefused() {
    return OF_LENGTHS.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(),
                    () -> LENGTHS.forEach(length -> refuses(entry.getValue(), length))))
        .toList();
  }

  @TestFactory
  List<DynamicTest> timesThatNoDatabaseHasAreRefused() {
    return OF_TIMES.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(),
                    () -> {
                      refuses(entry.getValue(), Instant.MAX);
                      refuses(entry.getValue(), Instant.MIN);
                      refuses(entry.getValue(), Instant.parse("+10000-01-01T00:00:00Z"));
                      refuses(entry.getValue(), Instant.parse("0000-01-01T00:00:00Z"));
                    }))
        .toList();
  }

  @TestFactory
  List<DynamicTest> countsThatCanNotBeAreRefused() {
    return OF_COUNTS.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(),
                    () -> {
                      refuses(entry.getValue()::accept, 0);
                      refuses(entry.getValue()::accept, -1);
                      refuses(entry.getValue()::accept, Integer.MIN_VALUE);
                    }))
        .toList();
  }

  @TestFactory
  List<DynamicTest> whatIsTooMuchIsRefused() {
    return List.of(
        DynamicTest.dynamicTest(
            "lookAhead",
            () -> refuses(most -> BucketOptions.named("b").lookAhead(most, most), 1 << 30)),
        DynamicTest.dynamicTest(
            "burst", () -> refuses(most -> Rate.of(1, When.LONGEST).burst(most), 2)),
        DynamicTest.dynamicTest(
            "multiplier", () -> refuses(Retry.fixed(SECOND)::multiplier, Double.NaN)),
        DynamicTest.dynamicTest("jitter", () -> refuses(Retry.fixed(SECOND)::jitter, Double.NaN)));
  }

  private static <T> void refuses(Consumer<T> what, T value) {
    assertThatThrownBy(() -> what.accept(value))
        .as("%s", value)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s).*[a-z]{3,} [a-z]{1,}.*");
  }

  private static TaskRequest<?, ?> request() {
    return TaskRequest.of(TaskType.of("T"));
  }

  private static TaskDefinition<?, ?> definition() {
    return RawDefinition.of("T", attempt -> Outcome.done());
  }

  private static Schedule schedule() {
    return Schedule.cron("s", "0 0 1 1 *", ZoneOffset.UTC);
  }

  private static Duration minute() {
    return Duration.ofMinutes(1);
  }
}
