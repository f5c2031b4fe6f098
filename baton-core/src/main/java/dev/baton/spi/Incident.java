package dev.baton.spi;

import dev.baton.api.hook.IncidentKind;
import dev.baton.api.hook.IncidentNotice.Reason;
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
 * @param notice the number of the latest notice; sinks that have heard less must be told
 * @param reason of the latest notice
 * @param tasks how many there were at the latest notice
 * @param openedAt when the trouble was first seen, or seen again
 * @param noticedAt when the latest notice was decided
 * @param calmSince since when no trouble is seen; null while it is
 * @param returns how often it came back after it had been resolved
 * @param heard by the names of sinks, the latest notice that each has heard
 */
public record Incident(
    UUID id,
    IncidentKind kind,
    String type,
    long version,
    int notice,
    Reason reason,
    long tasks,
    Instant openedAt,
    Instant noticedAt,
    @Nullable Instant calmSince,
    int returns,
    SortedMap<String, Integer> heard) {

  public Incident {
    heard = Collections.unmodifiableSortedMap(new TreeMap<>(heard));
  }

  /** One that is noticed for the first time. */
  public static Incident opened(UUID id, IncidentKind kind, String type, long tasks, Instant now) {
    return new Incident(
        id, kind, type, 1, 1, Reason.OPENED, tasks, now, now, null, 0, new TreeMap<>());
  }

  /** Whether its trouble was over at the latest notice. */
  public boolean isResolved() {
    return reason == Reason.RESOLVED;
  }

  /** Whether the sink must still be told. */
  public boolean isNewsFor(String sink) {
    return heard.getOrDefault(sink, 0) < notice;
  }

  /** As it is when no trouble is seen since then; null for when it is. */
  public Incident calmSince(@Nullable Instant since) {
    return new Incident(
        id, kind, type, version, notice, reason, tasks, openedAt, noticedAt, since, returns, heard);
  }

  /** With a next notice. */
  public Incident noticed(Reason why, long tasksNow, Instant now) {
    boolean back = why == Reason.REOPENED;
    return new Incident(
        id,
        kind,
        type,
        version,
        notice + 1,
        why,
        tasksNow,
        back ? now : openedAt,
        now,
        why == Reason.RESOLVED ? calmSince : null,
        back ? returns + 1 : returns,
        heard);
  }

  /** As it is when sinks have heard these notices. */
  public Incident heardBy(Map<String, Integer> more) {
    SortedMap<String, Integer> all = new TreeMap<>(heard);
    more.forEach((sink, number) -> all.merge(sink, number, Math::max));
    return new Incident(
        id, kind, type, version, notice, reason, tasks, openedAt, noticedAt, calmSince, returns,
        all);
  }

  /** As it is stored after a change. */
  public Incident withVersion(long next) {
    return new Incident(
        id, kind, type, next, notice, reason, tasks, openedAt, noticedAt, calmSince, returns,
        heard);
  }
}
