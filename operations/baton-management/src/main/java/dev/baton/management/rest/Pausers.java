package dev.baton.management.rest;

import dev.baton.api.error.StoreException;
import dev.baton.management.access.Right;
import dev.baton.management.rest.request.Call;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.TimeRange;
import dev.baton.operate.cluster.Paused;
import dev.baton.schedule.ScheduleState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out from the audit who paused something, for callers who may see the audit. Used by one
 * thread, for one request.
 */
final class Pausers {
  /**
   * Maximum difference between the times of a pause and of its audit entry. One transaction writes
   * both.
   */
  private static final Duration AROUND = Duration.ofSeconds(10);

  /** Maximum age of a schedule's pause for which the author is searched. The audit may be large. */
  private static final Duration SEARCHED = Duration.ofDays(30);

  private static final int MAX_READ = 200;

  /** Maximum number of pauses to search in the audit log for one request. */
  private static final int MAX_PAUSES = 20;

  private final Call call;
  private int pauses;

  /** The latest pauses of schedules; null before they are read. */
  private @Nullable List<AuditEntry> schedules;

  Pausers(Call call) {
    this.call = call;
  }

  /** The author of a pause, and when it began. */
  record Pauser(String name, Instant at) {
    String words() {
      return " by " + name;
    }
  }

  /** Returns who paused these tasks; null if the audit doesn't say. */
  @Nullable Pauser of(Paused paused) {
    if (pauses++ >= MAX_PAUSES) {
      return null;
    }
    String detail = paused.pause().toString();
    Instant since = paused.since();
    return pauser(
        read("PAUSE", TimeRange.between(since.minus(AROUND), since.plus(AROUND))).stream()
            .filter(entry -> detail.equals(entry.detail()))
            .toList());
  }

  /**
   * Returns who paused this schedule; null if the audit doesn't say.
   *
   * @param now the time of the store's clock
   */
  @Nullable Pauser of(ScheduleState state, Instant now) {
    if (schedules == null) {
      schedules = read("SCHEDULE_PAUSE", TimeRange.since(now.minus(SEARCHED)));
    }
    String start = state.name() + ": ";
    return pauser(
        schedules.stream()
            .filter(entry -> String.valueOf(entry.detail()).startsWith(start))
            .toList());
  }

  private static @Nullable Pauser pauser(List<AuditEntry> latestFirst) {
    return latestFirst.isEmpty()
        ? null
        : new Pauser(latestFirst.get(0).actor(), latestFirst.get(0).writtenAt());
  }

  private List<AuditEntry> read(String action, TimeRange range) {
    if (!call.caller().maySome(Right.AUDIT)) {
      return List.of();
    }
    try {
      AuditFilter filter = AuditFilter.all().action(action).writtenAt(range);
      return call.baton().operations().audit(filter).page(MAX_READ).items();
    } catch (StoreException tooSlow) {
      return List.of();
    }
  }
}
