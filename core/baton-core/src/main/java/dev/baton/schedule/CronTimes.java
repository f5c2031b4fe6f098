package dev.baton.schedule;

import dev.baton.cron.CronExpression;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/** The times of a cron expression in a zone, by the rule of {@link Timing.Cron}. Immutable. */
public final class CronTimes {
  private final CronExpression expression;
  private final ZoneRules zone;

  CronTimes(CronExpression expression, ZoneId zone) {
    this.expression = expression;
    this.zone = zone.getRules();
  }

  /**
   * @throws IllegalArgumentException when the expression isn't one that can be used; the message
   *     names the field
   */
  public static CronTimes of(Timing.Cron cron) {
    return new CronTimes(CronExpression.parse(cron.expression()), cron.zone());
  }

  /** The first time after that moment. There always is one. */
  public Optional<Instant> next(Instant after) {
    return Optional.of(
        expression.isForEveryHour() ? asTheClockShows(after) : onceForEachTime(after));
  }

  /** From one change of the clock to the next it never changes. */
  private Instant asTheClockShows(Instant after) {
    Instant from = after;
    ZoneOffset offset = zone.getOffset(after);
    ZoneOffsetTransition change = zone.nextTransition(after);
    while (true) {
      Instant found = expression.next(LocalDateTime.ofInstant(from, offset)).toInstant(offset);
      if (change == null || found.isBefore(change.getInstant())) {
        return found;
      }
      // Just before it, since the moment of the change itself may be a tick.
      from = change.getInstant().minusNanos(1);
      offset = change.getOffsetAfter();
      change = zone.nextTransition(change.getInstant());
    }
  }

  private Instant onceForEachTime(Instant after) {
    LocalDateTime from = LocalDateTime.ofInstant(after, zone.getOffset(after));
    ZoneOffsetTransition change = zone.getTransition(from);
    if (change != null && change.isOverlap() && !after.isBefore(change.getInstant())) {
      // The second time: all of it has been.
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
