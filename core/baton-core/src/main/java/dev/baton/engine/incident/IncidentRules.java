package dev.baton.engine.incident;

import dev.baton.engine.incident.Observation.Trouble;
import dev.baton.hook.IncidentNotice;
import dev.baton.hook.IncidentNotice.Reason;
import dev.baton.hook.Incidents;
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
 * Decides which notices people get, from the trouble that is there now and the notices that they
 * had before. Pure.
 *
 * <p>No storm comes of it, however the tasks behave: there is one incident for each kind and type,
 * for {@link #MAX_INCIDENTS} of them and one for all the others of a kind; an incident that is open
 * says nothing more but that it has grown tenfold, not oftener than every five minutes, or a
 * reminder; one that comes back soon after it was resolved is the same incident again, and is
 * resolved ever later.
 */
final class IncidentRules {
  /** Incidents that are open at a time, besides those of other types. */
  static final int MAX_INCIDENTS = 100;

  /** How long a resolved incident is remembered, so that it can come back. */
  static final Duration REMEMBERED = Duration.ofHours(1);

  /** How long it is tried to tell of the end of an incident. */
  static final Duration TOLD_WITHIN = Duration.ofDays(3);

  static final int GROWTH = 10;
  static final Duration GROWTH_EVERY = Duration.ofMinutes(5);
  private static final int MAX_DOUBLINGS = 4;

  private IncidentRules() {}

  /**
   * What becomes of the rows; nothing for those that stay as they are.
   *
   * @param known all incidents there are
   * @param sight what is wrong now
   * @param ids names new incidents
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

  /** Tasks in trouble by topic; what is too much to be told of apart is put together. */
  private static TreeMap<IncidentTopic, Long> counts(
      Map<IncidentTopic, Incident> rows, Collection<Trouble> seen) {
    TreeMap<IncidentTopic, Long> all = new TreeMap<>();
    seen.forEach(
        each -> all.merge(new IncidentTopic(each.kind(), each.type()), each.tasks(), Long::sum));
    long room = MAX_INCIDENTS - rows.keySet().stream().filter(all::containsKey).count();
    TreeMap<IncidentTopic, Long> told = new TreeMap<>();
    for (Map.Entry<IncidentTopic, Long> each : all.entrySet()) {
      IncidentTopic topic = each.getKey();
      if (!rows.containsKey(topic) && room-- <= 0) {
        topic = new IncidentTopic(topic.kind(), IncidentNotice.OTHER_TYPES);
      }
      told.merge(topic, each.getValue(), Long::sum);
    }
    return told;
  }

  /**
   * The next step of a row.
   *
   * @param tasks in trouble now
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
