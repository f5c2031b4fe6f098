package dev.baton.api;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import java.util.ServiceLoader;

/** The times of a cron expression in a zone, by the rule of {@link Timing.Cron}. Immutable. */
public final class CronTimes {
  private final CronParser.Expression expression;
  private final ZoneRules zone;

  CronTimes(CronParser.Expression expression, ZoneId zone) {
    this.expression = expression;
    this.zone = zone.getRules();
  }

  /**
   * @throws IllegalArgumentException when the expression isn't one
   * @throws NotConfiguredException when no parser is on the class path
   */
  public static CronTimes of(Timing.Cron cron) {
    CronParser parser =
        Holder.FOUND.orElseThrow(
            () ->
                new NotConfiguredException(
                    "Cron expressions are read by cron-utils, which isn't on the class path: add"
                        + " com.cronutils:cron-utils"));
    return new CronTimes(parser.parse(cron.expression()), cron.zone());
  }

  /** The first time after that moment; empty when there is none any more. */
  public Optional<Instant> next(Instant after) {
    return expression.isForEveryHour() ? asTheClockShows(after) : onceForEachTime(after);
  }

  /** From one change of the clock to the next it never changes. */
  private Optional<Instant> asTheClockShows(Instant after) {
    Instant from = after;
    ZoneOffset offset = zone.getOffset(after);
    ZoneOffsetTransition change = zone.nextTransition(after);
    while (true) {
      Optional<LocalDateTime> local = expression.next(LocalDateTime.ofInstant(from, offset));
      if (local.isEmpty()) {
        return Optional.empty();
      }
      Instant found = local.get().toInstant(offset);
      if (change == null || found.isBefore(change.getInstant())) {
        return Optional.of(found);
      }
      // Just before it, since the moment of the change itself may be a tick.
      from = change.getInstant().minusNanos(1);
      offset = change.getOffsetAfter();
      change = zone.nextTransition(change.getInstant());
    }
  }

  private Optional<Instant> onceForEachTime(Instant after) {
    LocalDateTime from = LocalDateTime.ofInstant(after, zone.getOffset(after));
    ZoneOffsetTransition change = zone.getTransition(from);
    if (change != null && change.isOverlap() && !after.isBefore(change.getInstant())) {
      // The second time: all of it has been.
      from = change.getDateTimeBefore().minusNanos(1);
    }
    while (true) {
      Optional<LocalDateTime> local = expression.next(from);
      if (local.isEmpty()) {
        return Optional.empty();
      }
      Instant found = firstMomentOf(local.get());
      if (found.isAfter(after)) {
        return Optional.of(found);
      }
      from = local.get();
    }
  }

  private Instant firstMomentOf(LocalDateTime local) {
    ZoneOffsetTransition change = zone.getTransition(local);
    if (change != null && change.isGap()) {
      return change.getInstant();
    }
    return local.toInstant(zone.getValidOffsets(local).get(0));
  }

  /** Looked for once, when it is first needed. */
  private static final class Holder {
    static final Optional<CronParser> FOUND = find();

    private static Optional<CronParser> find() {
      try {
        return ServiceLoader.load(CronParser.class, CronParser.class.getClassLoader()).findFirst();
      } catch (java.util.ServiceConfigurationError | NoClassDefFoundError withoutCronUtils) {
        return Optional.empty();
      }
    }
  }
}
