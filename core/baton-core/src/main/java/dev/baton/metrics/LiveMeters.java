package dev.baton.metrics;

import dev.baton.operate.event.NodeEvent;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.Stuck;
import dev.baton.schedule.ScheduleTroubles;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Gauges of the whole cluster. Only the node that counts the live tasks publishes them.
 * Thread-safe.
 */
final class LiveMeters {
  private static final int MAX_BUCKETS = 50;
  private static final int MAX_LIMITS = 50;

  private final BoundedTag types;
  private final BoundedTag buckets = new BoundedTag(MAX_BUCKETS);
  private final BoundedTag limits = new BoundedTag(MAX_LIMITS);
  private final LiveGauges live;
  private final LiveGauges oldest;
  private final LiveGauges stuck;
  private final LiveGauges failing;
  private final LiveGauges limitsUsed;
  private final LiveGauges limitsSize;
  private final LiveGauges silentNodes;
  private final LiveGauges oldestPause;
  private final LiveGauges schedules;

  LiveMeters(MeterRegistry registry, BoundedTag types) {
    this.types = types;
    this.live =
        new LiveGauges(registry, "baton.tasks.live", null, "Live tasks in the cluster, by status");
    this.oldest =
        new LiveGauges(
            registry,
            "baton.tasks.oldest.ready",
            "seconds",
            "How long the ready task that has waited longest has been ready");
    this.stuck =
        new LiveGauges(
            registry,
            "baton.tasks.stuck",
            null,
            "Tasks in the cluster that should have made progress and didn't");
    this.failing =
        new LiveGauges(
            registry,
            "baton.tasks.failing",
            null,
            "Tasks in the cluster that fail repeatedly and are retrying");
    this.limitsUsed =
        new LiveGauges(
            registry,
            "baton.limits.used",
            null,
            "Slots in use of a limit of the cluster, for the key that uses most");
    this.limitsSize =
        new LiveGauges(
            registry, "baton.limits.size", null, "Slots of a limit of the cluster that is in use");
    this.silentNodes =
        new LiveGauges(
            registry, "baton.nodes.silent", null, "Silent nodes that no live node has replaced");
    this.oldestPause =
        new LiveGauges(
            registry, "baton.pauses.oldest", "seconds", "Age of the oldest pause, 0 for none");
    this.schedules =
        new LiveGauges(
            registry, "baton.schedules.trouble", null, "Schedules that need attention, by kind");
  }

  void show(NodeEvent.LiveTasksCounted survey) {
    Map<Tags, Double> counts = new HashMap<>();
    for (LiveCounts.Group group : survey.counts().groups()) {
      Tags tags = place(group.bucket(), group.type()).and("status", group.status().name());
      counts.merge(tags, (double) group.count(), Double::sum);
    }
    live.show(counts);
    Map<Tags, Double> ages = new HashMap<>();
    for (OldestReady.Group group : survey.oldestReady().groups()) {
      ages.merge(place(group.bucket(), group.type()), seconds(group.age()), Math::max);
    }
    oldest.show(ages);
    Map<Tags, Double> standing = new HashMap<>();
    for (Stuck.Group group : survey.stuck().groups()) {
      Tags tags = place(group.bucket(), group.type()).and("kind", group.kind().name());
      standing.merge(tags, (double) group.count(), Double::sum);
    }
    stuck.show(standing);
    Map<Tags, Double> retried = new HashMap<>();
    for (Failing.Group group : survey.failing().groups()) {
      retried.merge(place(group.bucket(), group.type()), (double) group.count(), Double::sum);
    }
    failing.show(retried);
  }

  void show(NodeEvent.ClusterSurveyed survey) {
    Map<Tags, Double> used = new HashMap<>();
    Map<Tags, Double> sizes = new HashMap<>();
    for (LimitsInUse.Use use : survey.limits().cluster()) {
      Integer size = use.slots();
      if (size != null) {
        Tags tags = Tags.of("limit", limits.of(use.name()));
        used.merge(tags, (double) use.used(), Math::max);
        sizes.merge(tags, (double) size, Math::max);
      }
    }
    limitsUsed.show(used);
    limitsSize.show(sizes);
    silentNodes.show(Map.of(Tags.empty(), (double) survey.silentNodes()));
    oldestPause.show(Map.of(Tags.empty(), seconds(survey.oldestPause())));
    Map<Tags, Double> troubles = new HashMap<>();
    for (ScheduleTroubles.Kind kind : ScheduleTroubles.Kind.values()) {
      long count = survey.schedules().getOrDefault(kind, 0L);
      troubles.put(Tags.of("kind", kind.name()), (double) count);
    }
    schedules.show(troubles);
  }

  /** Removes the gauges, because this node no longer counts. */
  void leave() {
    live.show(Map.of());
    oldest.show(Map.of());
    stuck.show(Map.of());
    failing.show(Map.of());
    limitsUsed.show(Map.of());
    limitsSize.show(Map.of());
    silentNodes.show(Map.of());
    oldestPause.show(Map.of());
    schedules.show(Map.of());
  }

  private Tags place(String bucket, String type) {
    return Tags.of("bucket", buckets.of(bucket), "type", types.of(type));
  }

  private static double seconds(Duration age) {
    return age.toMillis() / 1_000.0;
  }
}
