package dev.baton.spi.incident;

import dev.baton.operate.incident.IncidentNotice.Reason;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An incident as it is stored: its latest notice, and the notices that each sink has received. At
 * most one incident is stored for each topic. It is kept for some time after it was resolved.
 * Immutable.
 *
 * @param version version of the row; 1 for a new incident
 * @param latest the latest notice; Baton must deliver it to each sink that hasn't received it
 * @param openedAt when the problem was first detected, or detected again
 * @param calmSince the time since which the problem is absent; null while it exists
 * @param returns how often the problem returned after the incident was resolved
 * @param heard the number of the latest notice that each sink has received, by the names of sinks
 */
public record Incident(
    UUID id,
    IncidentTopic topic,
    long version,
    Notice latest,
    Instant openedAt,
    @Nullable Instant calmSince,
    int returns,
    SortedMap<String, Integer> heard) {

  /**
   * A notice about an incident.
   *
   * @param number number of the notice within the incident, from 1
   * @param tasks number of affected tasks
   * @param at when Baton decided to send the notice
   */
  public record Notice(int number, Reason reason, long tasks, Instant at) {}

  public Incident {
    heard = Collections.unmodifiableSortedMap(new TreeMap<>(heard));
  }

  /** Returns a new incident with its first notice. */
  public static Incident opened(UUID id, IncidentTopic topic, long tasks, Instant now) {
    Notice first = new Notice(1, Reason.OPENED, tasks, now);
    return new Incident(id, topic, 1, first, now, null, 0, new TreeMap<>());
  }

  /** Returns whether the latest notice says that the incident is resolved. */
  public boolean isResolved() {
    return latest.reason == Reason.RESOLVED;
  }

  /** Returns whether the sink has not yet received the latest notice. */
  public boolean isNewsFor(String sink) {
    return heard.getOrDefault(sink, 0) < latest.number;
  }

  /** Returns the incident with this {@code calmSince}. */
  public Incident calmSince(@Nullable Instant since) {
    return new Incident(id, topic, version, latest, openedAt, since, returns, heard);
  }

  /** Returns the incident with a further notice. */
  public Incident noticed(Reason why, long tasksNow, Instant now) {
    boolean back = why == Reason.REOPENED;
    return new Incident(
        id,
        topic,
        version,
        new Notice(latest.number + 1, why, tasksNow, now),
        back ? now : openedAt,
        why == Reason.RESOLVED ? calmSince : null,
        back ? returns + 1 : returns,
        heard);
  }

  /** Returns the incident after sinks have received these notices. */
  public Incident heardBy(Map<String, Integer> more) {
    SortedMap<String, Integer> all = new TreeMap<>(heard);
    more.forEach((sink, number) -> all.merge(sink, number, Math::max));
    return new Incident(id, topic, version, latest, openedAt, calmSince, returns, all);
  }

  /** Returns the incident with this version of its row. */
  public Incident withVersion(long next) {
    return new Incident(id, topic, next, latest, openedAt, calmSince, returns, heard);
  }
}
