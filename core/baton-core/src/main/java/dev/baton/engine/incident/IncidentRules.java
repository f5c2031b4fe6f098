package dev.baton.engine.incident;

import dev.baton.engine.incident.Observation.Trouble;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.operate.incident.Incidents;
import dev.baton.spi.incident.Incident;
import dev.baton.spi.incident.IncidentTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which notices people get. It compares the current trouble with the incidents that are
 * already known. All methods are pure functions.
 *
 * <p>The number of notices is limited, no matter how many tasks fail. Each kind of trouble and name
 * has one incident, up to {@link #MAX_INCIDENTS}. When this number is open, all other names share
 * one incident for each kind of trouble. An open incident sends a notice if it has grown tenfold,
 * at most every five minutes, and otherwise only reminders. If the trouble returns soon after an
 * incident was resolved, the same incident is opened again. Each time, it must be calm for longer
 * before it is resolved.
 */
final class IncidentRules {
  /**
   * Maximum number of open incidents for individual names. Further names share one incident per
   * kind.
   */
  static final int MAX_INCIDENTS = 100;

  /** Time for which a resolved incident is kept, so that it can be opened again. */
  static final Duration REMEMBERED = Duration.ofHours(1);

  /** Time for which Baton tries to deliver the notice that an incident is resolved. */
  static final Duration TOLD_WITHIN = Duration.ofDays(3);

  static final int GROWTH = 10;
  static final Duration GROWTH_EVERY = Duration.ofMinutes(5);
  private static final int MAX_DOUBLINGS = 4;

  private IncidentRules() {}

  /**
   * Returns the changes to make; none for incidents that remain as they are.
   *
   * @param known all existing incidents
   * @param sight the current trouble
   * @param ids creates the ids of new incidents
   */
  static List<Step> decide(
      Incidents settings,
      Collection<Incident> known,
      Observation sight,
      Instant now,
      Supplier<UUID> ids) {
    TreeMap<IncidentTopic, Incident> rows = new TreeMap<>();
    known.forEach(incident -> rows.put(incident.topic(), incident));
    TreeMap<IncidentTopic, Long> counts = counts(rows, sight.troubles());
    List<Step> steps = new ArrayList<>();
    rows.forEach(
        (topic, incident) -> {
          long tasks = counts.getOrDefault(topic, 0L);
          boolean unknown = tasks == 0 && sight.unsure().contains(topic.kind());
          if (!unknown) {
            next(settings, incident, tasks, now).ifPresent(steps::add);
          }
        });
    counts.forEach(
        (topic, tasks) -> {
          if (!rows.containsKey(topic)) {
            steps.add(new Step.Open(Incident.opened(ids.get(), topic, tasks, now)));
          }
        });
    return steps;
  }

  /**
   * Returns how many tasks are in trouble, by kind and name. Names beyond the limit are added up.
   */
  private static TreeMap<IncidentTopic, Long> counts(
      Map<IncidentTopic, Incident> rows, Collection<Trouble> seen) {
    TreeMap<IncidentTopic, Long> all = new TreeMap<>();
    seen.forEach(each -> all.merge(each.topic(), each.tasks(), Long::sum));
    long room = MAX_INCIDENTS - rows.keySet().stream().filter(all::containsKey).count();
    TreeMap<IncidentTopic, Long> told = new TreeMap<>();
    for (Map.Entry<IncidentTopic, Long> each : all.entrySet()) {
      IncidentTopic topic = each.getKey();
      if (!rows.containsKey(topic) && room-- <= 0) {
        topic = new IncidentTopic(topic.kind(), IncidentNotice.OTHERS);
      }
      told.merge(topic, each.getValue(), Long::sum);
    }
    return told;
  }

  /**
   * Returns the next change of an incident; empty if it remains as it is.
   *
   * @param tasks number of its tasks that are in trouble now
   */
  static Optional<Step> next(Incidents settings, Incident incident, long tasks, Instant now) {
    if (tasks > 0) {
      return Optional.ofNullable(inTrouble(settings, incident, tasks, now)).map(Step.Change::new);
    }
    return incident.isResolved()
        ? remembered(settings, incident, now)
        : Optional.ofNullable(calm(settings, incident, now)).map(Step.Change::new);
  }

  private static @Nullable Incident inTrouble(
      Incidents settings, Incident incident, long tasks, Instant now) {
    if (incident.isResolved()) {
      return incident.noticed(Reason.REOPENED, tasks, now);
    }
    Duration silent = Duration.between(incident.latest().at(), now);
    if (tasks / GROWTH >= incident.latest().tasks() && silent.compareTo(GROWTH_EVERY) >= 0) {
      return incident.noticed(Reason.GREW, tasks, now);
    }
    Duration remind = settings.thresholds().remindAfter();
    if (!remind.isZero() && silent.compareTo(remind) >= 0) {
      return incident.noticed(Reason.REMINDER, tasks, now);
    }
    return incident.calmSince() == null ? null : incident.calmSince(null);
  }

  private static @Nullable Incident calm(Incidents settings, Incident incident, Instant now) {
    Instant since = incident.calmSince() == null ? now : incident.calmSince();
    Duration needed =
        settings
            .thresholds()
            .calmFor()
            .multipliedBy(1L << Math.min(incident.returns(), MAX_DOUBLINGS));
    if (Duration.between(since, now).compareTo(needed) >= 0) {
      return incident.noticed(Reason.RESOLVED, 0, now);
    }
    return incident.calmSince() == null ? incident.calmSince(now) : null;
  }

  private static Optional<Step> remembered(Incidents settings, Incident incident, Instant now) {
    Duration since = Duration.between(incident.latest().at(), now);
    boolean told = settings.sinks().stream().noneMatch(sink -> incident.isNewsFor(sink.name()));
    boolean over = told && since.compareTo(REMEMBERED) >= 0;
    return over || since.compareTo(TOLD_WITHIN) >= 0
        ? Optional.of(new Step.Remove(incident))
        : Optional.empty();
  }
}
