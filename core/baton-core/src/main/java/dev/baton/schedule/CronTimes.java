package dev.baton.schedule;

import dev.baton.cron.CronExpression;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/** Computes the times of a cron expression in a time zone; see {@link Timing.Cron}. Immutable. */
public final class CronTimes {
  private final CronExpression expression;
  private final ZoneRules zone;

  CronTimes(CronExpression expression, ZoneId zone) {
    this.expression = expression;
    this.zone = zone.getRules();
  }

  /**
   * Returns the times of this expression in its zone.
   *
   * @throws IllegalArgumentException if the expression is invalid; the message names the field
   */
  public static CronTimes of(Timing.Cron cron) {
    return new CronTimes(CronExpression.parse(cron.expression()), cron.zone());
  }

  /** Returns the first time later than {@code after}. The result is never empty. */
  public Optional<Instant> next(Instant after) {
    return Optional.of(
        expression.isForEveryHour() ? asTheClockShows(after) : onceForEachTime(after));
  }

  /**
   * Returns the next time at which the zone's clock shows a time of the expression. Searches each
   * period between two clock changes separately, because the offset is constant within it.
   */
  private Instant asTheClockShows(Instant after) {
    Instant from = after;
    ZoneOffset offset = zone.getOffset(after);
    ZoneOffsetTransition change = zone.nextTransition(after);
    while (true) {
      Instant found = expression.next(LocalDateTime.ofInstant(from, offset)).toInstant(offset);
      if (change == null || found.isBefore(change.getInstant())) {
        return found;
      }
      // Search from just before the change, because the moment of the change may itself be a tick.
      from = change.getInstant().minusNanos(1);
      offset = change.getOffsetAfter();
      change = zone.nextTransition(change.getInstant());
    }
  }

  private Instant onceForEachTime(Instant after) {
    LocalDateTime from = LocalDateTime.ofInstant(after, zone.getOffset(after));
    ZoneOffsetTransition change = zone.getTransition(from);
    if (change != null && change.isOverlap() && !after.isBefore(change.getInstant())) {
      // The clock shows this period for the second time, and its times have already ticked.
      from = change.getDateTimeBefore().minusNanos(1);
    }
    while (true) {
      LocalDateTime local = expression.next(from);
      Instant found = firstMomentOf(local);
      if (found.isAfter(after)) {
        return found;
      }
      from = local;
    }
  }

  private Instant firstMomentOf(LocalDateTime local) {
    ZoneOffsetTransition change = zone.getTransition(local);
    if (change != null && change.isGap()) {
      return change.getInstant();
    }
    return local.toInstant(zone.getValidOffsets(local).get(0));
  }
}
