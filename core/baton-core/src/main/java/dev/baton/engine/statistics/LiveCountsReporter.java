package dev.baton.engine.statistics;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.cluster.ClusterService;
import dev.baton.engine.sweep.Duty;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.event.NodeEvent;
import dev.baton.operate.statistics.Statistics;
import dev.baton.schedule.ScheduleTroubles.Item;
import dev.baton.schedule.Schedules;
import dev.baton.spi.Leadership;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;

/**
 * Counts the live and stuck tasks, and reports the numbers to the listeners of this node. One node
 * of the cluster does this at a time, so that no task is counted twice. Another node may take over
 * at any time.
 */
final class LiveCountsReporter {
  private static final Duration PERIOD = Duration.ofSeconds(15);

  /**
   * Much shorter than the term of the duty, so that the node doesn't lose the duty between two
   * counts.
   */
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final NodeContext node;
  private final Statistics statistics;
  private final Cluster cluster;
  private final Schedules schedules;
  private final Duty duty;
  private final Loop loop;
  private long nextNanos;

  LiveCountsReporter(
      NodeContext node,
      Leadership leadership,
      Statistics statistics,
      Cluster cluster,
      Schedules schedules) {
    this.node = node;
    this.statistics = statistics;
    this.cluster = cluster;
    this.schedules = schedules;
    this.duty =
        new Duty(
            "live-counts",
            node.owners().node(),
            leadership,
            node.runtime(),
            node.events(),
            ASK_AGAIN);
    this.nextNanos = node.runtime().nanoTime();
    this.loop = new Loop("live-counts", node.runtime(), node.events(), this::round);
  }

  Loop loop() {
    return loop;
  }

  /**
   * Resigns from the duty, so that another node can take it at once. Call this after the loop has
   * ended.
   */
  void resign() {
    duty.resign();
  }

  private Duration round() throws InterruptedException {
    return duty.lead(this::count, () -> ASK_AGAIN);
  }

  private Duration count() {
    long now = node.runtime().nanoTime();
    if (now - nextNanos >= 0) {
      nextNanos = now + PERIOD.toNanos();
      node.events()
          .emit(
              new NodeEvent.LiveTasksCounted(
                  statistics.counts(),
                  statistics.oldestReady(),
                  statistics.stuck(),
                  statistics.failing()));
      survey();
    }
    return ASK_AGAIN;
  }

  private void survey() {
    if (node.stores().cluster() == null) {
      return;
    }
    Instant storeNow = node.clock().now();
    Duration oldestPause =
        cluster.pauses().stream()
            .map(paused -> Duration.between(paused.since(), storeNow))
            .filter(age -> !age.isNegative())
            .max(Duration::compareTo)
            .orElse(Duration.ZERO);
    node.events()
        .emit(
            new NodeEvent.ClusterSurveyed(
                statistics.limits(),
                ClusterService.silent(cluster.nodes()).size(),
                oldestPause,
                schedules.troubles().items().stream()
                    .collect(Collectors.groupingBy(Item::kind, Collectors.counting()))));
  }
}
