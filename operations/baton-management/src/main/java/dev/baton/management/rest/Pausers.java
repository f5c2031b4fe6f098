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
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds out from the audit who paused something, for callers who may see the audit. */
final class Pausers {
  /** The audit entry is written just before the pause. */
  private static final Duration BEFORE = Duration.ofSeconds(10);

  /** An older pause of a schedule is shown without its author: the audit may be large. */
  private static final Duration SEARCHED = Duration.ofDays(30);

  private static final int MAX_READ = 100;

  private Pausers() {}

  /** The author of a pause, and when it began. */
  record Pauser(String name, Instant at) {
    String words() {
      return " by " + name;
    }
  }

  /** Returns who paused these tasks; null if the audit doesn't say. */
  static @Nullable Pauser of(Call call, Paused paused) {
    String detail = PauseRoutes.words(paused.pause());
    return find(
        call,
        "PAUSE",
        TimeRange.between(paused.since().minus(BEFORE), paused.since().plus(BEFORE)),
        entry -> detail.equals(entry.detail()));
  }

  /**
   * Returns who paused this schedule; null if the audit doesn't say.
   *
   * @param now the time of the store's clock
   */
  static @Nullable Pauser of(Call call, ScheduleState state, Instant now) {
    String start = state.name() + ": ";
    return find(
        call,
        "SCHEDULE_PAUSE",
        TimeRange.since(now.minus(SEARCHED)),
        entry -> String.valueOf(entry.detail()).startsWith(start));
  }

  private static @Nullable Pauser find(
      Call call, String action, TimeRange range, Predicate<AuditEntry> isIts) {
    if (!call.caller().maySome(Right.AUDIT)) {
      return null;
    }
    try {
      Optional<AuditEntry> latest =
          call
              .baton()
              .operations()
              .audit(AuditFilter.all().action(action).writtenAt(range))
              .page(MAX_READ)
              .items()
              .stream()
              .filter(isIts)
              .findFirst();
      return latest.map(entry -> new Pauser(entry.actor(), entry.writtenAt())).orElse(null);
    } catch (StoreException tooSlow) {
      return null;
    }
  }
}
