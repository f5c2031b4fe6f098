package dev.baton.monitoring;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.metrics.BatonMetrics;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.event.NodeEvent;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.Statistics;
import dev.baton.operate.statistics.Stuck;
import dev.baton.schedule.ScheduleTroubles;
import dev.baton.task.Flow;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.test.TestBaton;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A node on which each kind of event has happened, so that every meter exists. */
final class SmallRun implements AutoCloseable {
  static final Duration A_MINUTE = Duration.ofMinutes(1);

  private static final String BUCKET = BucketOptions.DEFAULT;

  /** One event of each rare kind. */
  static final List<TaskEvent> RARE = rare();

  private final BatonMetrics metrics;
  private final TestBaton cluster;

  SmallRun(MeterRegistry registry) {
    metrics = new BatonMetrics(registry);
    cluster =
        TestBaton.inMemory()
            .define(
                RawDefinition.of("GOOD", attempt -> Outcome.done()),
                RawDefinition.of(
                        "BAD",
                        attempt -> {
                          throw new IllegalStateException("no");
                        })
                    .retry(Retry.never()))
            .configure(node -> node.listener(metrics))
            .start();
    metrics.watch(cluster.baton());
    cluster.add(TaskRequest.of(TaskType.of("GOOD")).label("partner", "acme"));
    cluster.add(TaskRequest.of(TaskType.of("BAD")));
    cluster.add(TaskRequest.of(TaskType.of("GOOD")).runIn(Duration.ofDays(1)));
    cluster.advance(A_MINUTE);
    RARE.forEach(metrics::on);
  }

  BatonMetrics metrics() {
    return metrics;
  }

  TestBaton cluster() {
    return cluster;
  }

  @Override
  public void close() {
    cluster.close();
  }

  private static List<TaskEvent> rare() {
    UUID id = new UUID(0, 1);
    Flow flow = new Flow("GOOD", "");
    Instant at = Instant.EPOCH;
    return List.of(
        new TaskEvent.Added(id, flow, 5, false, BUCKET),
        new NodeEvent.Duplicate(id, flow),
        new NodeEvent.Resubmitted(id, flow, Rule.RESUBMIT),
        new NodeEvent.Claimed(id, flow, A_MINUTE, BUCKET),
        new NodeEvent.ClaimMissed(id, flow),
        new NodeEvent.LocalDispatchReleased(id, flow, "no slot"),
        new TaskEvent.Started(id, flow, 1, true, BUCKET, Duration.ZERO, null),
        new TaskEvent.Completed(id, flow, Rule.FINISH, A_MINUTE, null, BUCKET),
        new NodeEvent.LeaseLost(id, flow, "renew"),
        new NodeEvent.OrphanReleased(id),
        new NodeEvent.Swept(id, flow, Rule.LOST, BUCKET),
        new NodeEvent.Unreadable(id, flow, "default", "priority is 10, not 0 to 9"),
        new NodeEvent.Due(1),
        new NodeEvent.Refused(flow, 5, "full"),
        new NodeEvent.LookAheadFull("default", flow),
        new TaskEvent.DeadlineExceeded(id, flow),
        new NodeEvent.MovedByHand(id, flow, Rule.CANCEL),
        new NodeEvent.Pruned(1),
        new NodeEvent.StoreTrouble("sweeper", "away"),
        new NodeEvent.PauseChanged(Pause.type("GOOD"), true),
        new NodeEvent.StoreWarned(StoreWarning.unsafeCommits("fsync = off"), true),
        new NodeEvent.Leading("pruner", true),
        new NodeEvent.Ticked("nightly", at, id),
        new NodeEvent.TickSkipped("nightly", at, "still runs"),
        new NodeEvent.ScheduleTrouble("nightly", "no rule"),
        new NodeEvent.ScheduleEnded("nightly"),
        survey(),
        clusterSurvey());
  }

  /** Returns a survey with a silent node, a pause and two failing schedules. */
  static NodeEvent.ClusterSurveyed clusterSurvey() {
    LimitsInUse.Use one = new LimitsInUse.Use("bank", "a", 2, 5, null, List.of());
    LimitsInUse.Use most = new LimitsInUse.Use("bank", "b", 5, 5, null, List.of());
    LimitsInUse limits = new LimitsInUse(Instant.EPOCH, true, List.of(one, most), 7, 10, List.of());
    return new NodeEvent.ClusterSurveyed(
        limits,
        1,
        A_MINUTE,
        Map.of(ScheduleTroubles.Kind.FAILS, 2L, ScheduleTroubles.Kind.PAUSED, 1L));
  }

  /** Returns counts as {@link Statistics} would return them if tasks were stuck. */
  static NodeEvent.LiveTasksCounted survey() {
    Instant at = Instant.EPOCH;
    return new NodeEvent.LiveTasksCounted(
        new LiveCounts(
            at, true, false, List.of(new LiveCounts.Group("default", "BAD", Status.ERROR, 1))),
        new OldestReady(at, true, List.of(new OldestReady.Group("default", "GOOD", at, A_MINUTE))),
        new Stuck(
            at,
            true,
            List.of(new Stuck.Group(Stuck.Kind.OVERDUE, "default", "GOOD", 2, at, List.of()))),
        new Failing(at, true, List.of(new Failing.Group("default", "BAD", 3, 7, new UUID(0, 1)))));
  }
}
