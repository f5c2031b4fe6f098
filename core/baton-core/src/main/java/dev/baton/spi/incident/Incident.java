package dev.baton.spi.incident;

import dev.baton.hook.IncidentNotice.Reason;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One trouble, as it is stored: what was noticed last, and which sink has heard how much of it.
 * There is one for each kind and type; it stays for a while after it was resolved.
 *
 * @param version of the row; 1 when it is new
 * @param latest the latest notice; sinks that have heard less must be told
 * @param openedAt when the trouble was first seen, or seen again
 * @param calmSince since when no trouble is seen; null while it is
 * @param returns how often it came back after it had been resolved
 * @param heard by the names of sinks, the latest notice that each has heard
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
   * What people are told of an incident at a time.
   *
   * @param number counts the incident's notices from 1
   * @param tasks how many there were
   * @param at when it was decided
   */
  public record Notice(int number, Reason reason, long tasks, Instant at) {}

  public Incident {
    heard = Collections.unmodifiableSortedMap(new TreeMap<>(heard));
  }

  /** One that is noticed for the first time. */
  public static Incident opened(UUID id, IncidentTopic topic, long tasks, Instant now) {
    Notice first = new Notice(1, Reason.OPENED, tasks, now);
    return new Incident(id, topic, 1, first, now, null, 0, new TreeMap<>());
  }

  /** Whether its trouble was over at the latest notice. */
  public boolean isResolved() {
    return latest.reason == Reason.RESOLVED;
  }

  /** Whether the sink must still be told. */
  public boolean isNewsFor(String sink) {
    return heard.getOrDefault(sink, 0) < latest.number;
  }

  /** As it is when no trouble is seen since then; null for when it is. */
  public Incident calmSince(@Nullable Instant since) {
    return new Incident(id, topic, version, latest, openedAt, since, returns, heard);
  }

  /** With a next notice. */
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

  /** As it is when sinks have heard these notices. */
  public Incident heardBy(Map<String, Integer> more) {
    SortedMap<String, Integer> all = new TreeMap<>(heard);
    more.forEach((sink, number) -> all.merge(sink, number, Math::max));
    return new Incident(id, topic, version, latest, openedAt, calmSince, returns, all);
  }

  /** As it is stored after a change. */
  public Incident withVersion(long next) {
    return new Incident(id, topic, next, latest, openedAt, calmSince, returns, heard);
  }
}
