package dev.baton.engine.incident;

import dev.baton.api.error.StoreException;
import dev.baton.engine.incident.Observation.Trouble;
import dev.baton.operate.StuckAfter;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.Incidents;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.operate.statistics.Statistics;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.Stuck;
import dev.baton.spi.incident.IncidentTopic;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds trouble in the statistics. The observer reports stuck tasks only if it finds them twice in
 * a row. After an outage, many tasks are late for a moment until the sweeper has moved them. One
 * thread uses it.
 */
final class Observer {
  private static final SeriesFilter LAST_HOUR = SeriesFilter.last(Duration.ofHours(1));

  private final Statistics statistics;
  private final MutedErrors mutedErrors;
  private final StuckAfter after;
  private final int failedFrom;

  /**
   * Kinds and types with stuck tasks in the latest result. {@code before} is the same for the
   * previous result.
   */
  private Set<IncidentTopic> latest = new TreeSet<>();

  private Set<IncidentTopic> before = new TreeSet<>();
  private @Nullable Instant latestAt;

  Observer(Statistics statistics, MutedErrors mutedErrors, Incidents settings) {
    this.statistics = statistics;
    this.mutedErrors = mutedErrors;
    this.after =
        StuckAfter.defaults()
            .unhealed(settings.thresholds().stuckAfter())
            .queued(settings.thresholds().queuedAfter())
            .firstIds(0);
    this.failedFrom = settings.thresholds().failedFrom();
  }

  Observation look() {
    List<Trouble> found = new ArrayList<>();
    Set<IncidentKind> unsure = EnumSet.noneOf(IncidentKind.class);
    LiveCounts counts = statistics.counts();
    if (!counts.complete()) {
      unsure.add(IncidentKind.ERROR);
    }
    for (LiveCounts.Group group : counts.groups()) {
      if (group.status() == Status.ERROR) {
        found.add(new Trouble(IncidentKind.ERROR, group.type(), group.count()));
      }
    }
    Stuck stuck = statistics.stuck(after);
    if (!stuck.complete()) {
      unsure.addAll(List.of(IncidentKind.STUCK, IncidentKind.QUEUED));
    }
    failing(found, unsure);
    found = heard(found, stuck.takenAt());
    Set<IncidentTopic> seen = new TreeSet<>();
    for (Stuck.Group group : stuck.groups()) {
      IncidentTopic topic = new IncidentTopic(kindOf(group.kind()), group.type());
      seen.add(topic);
      if (suspected(stuck.takenAt()).contains(topic)) {
        found.add(new Trouble(topic, group.count()));
      }
    }
    remember(stuck.takenAt(), seen);
    return new Observation(found, unsure);
  }

  private void failing(List<Trouble> found, Set<IncidentKind> unsure) {
    Failing failing = statistics.failing();
    if (!failing.complete()) {
      unsure.add(IncidentKind.FAILING);
    }
    for (Failing.Group group : failing.groups()) {
      found.add(new Trouble(IncidentKind.FAILING, group.type(), group.count()));
    }
    try {
      TreeMap<String, Long> failed = new TreeMap<>();
      for (StatisticsSeries.Series one : statistics.series(LAST_HOUR).series()) {
        failed.merge(one.type(), one.total().failed(), Long::sum);
      }
      failed.forEach((type, tasks) -> found.add(new Trouble(IncidentKind.FAILED, type, tasks)));
    } catch (StoreException tooMuchToAddUp) {
      unsure.add(IncidentKind.FAILED);
    }
  }

  /**
   * Returns the trouble that must be reported. Leaves out muted tasks, and types with only few
   * FAILED tasks.
   */
  private List<Trouble> heard(List<Trouble> found, Instant now) {
    TreeMap<IncidentTopic, MutedErrors.MutedShare> muted = mutedErrors.now(now);
    List<Trouble> heard = new ArrayList<>();
    TreeMap<IncidentTopic, Long> partly = new TreeMap<>();
    for (Trouble one : found) {
      IncidentTopic topic = one.topic();
      if (muted.containsKey(topic)) {
        partly.merge(topic, one.tasks(), Long::sum);
      } else {
        heard.add(one);
      }
    }
    partly.forEach(
        (topic, tasks) -> {
          long left =
              muted.getOrDefault(topic, new MutedErrors.MutedShare(0, 0, false)).left(tasks);
          if (left > 0) {
            heard.add(new Trouble(topic, left));
          }
        });
    heard.removeIf(one -> one.topic().kind() == IncidentKind.FAILED && one.tasks() < failedFrom);
    return heard;
  }

  /**
   * Returns the kinds and types that an earlier result contained. Two searches may get the same
   * result, because results are reused for some seconds.
   */
  private Set<IncidentTopic> suspected(Instant takenAt) {
    return takenAt.equals(latestAt) ? before : latest;
  }

  private void remember(Instant takenAt, Set<IncidentTopic> seen) {
    if (!takenAt.equals(latestAt)) {
      before = latest;
    }
    latest = seen;
    latestAt = takenAt;
  }

  /** Forgets the earlier results. */
  void forget() {
    latest = new TreeSet<>();
    before = new TreeSet<>();
    latestAt = null;
  }

  private static IncidentKind kindOf(Stuck.Kind kind) {
    return switch (kind) {
      case LEASE_LAPSED, OVERDUE -> IncidentKind.STUCK;
      case QUEUED_TOO_LONG -> IncidentKind.QUEUED;
    };
  }
}
