package dev.baton.schedule;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.internal.RequestFields;
import dev.baton.handler.RetryPolicy;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Work that repeats: a name, when it ticks, and the task that is added at each tick, once in the
 * whole cluster. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * Schedule.cron("close-day", "0 30 18 * * MON-FRI", ZoneId.of("Europe/Berlin"))
 *     .adds(TaskRequest.of(CLOSE_DAY))
 *     .missed(Missed.ONCE)
 * }</pre>
 *
 * <p>What fails is retried by the {@link RetryPolicy} of the task's type, sooner than the next tick
 * if that is how it is set. When the retries are used up the run stays in ERROR, which is told, and
 * the schedule goes on.
 */
public final class Schedule {
  private static final int LONGEST_NAME = 120;
  private static final int LONGEST_TIMING = 500;

  private final String name;
  private final Timing timing;
  private final @Nullable TaskRequest<?, ?> request;
  private final Missed missed;
  private final Overlap overlap;
  private final Duration jitter;

  private Schedule(
      String name,
      Timing timing,
      @Nullable TaskRequest<?, ?> request,
      Missed missed,
      Overlap overlap,
      Duration jitter) {
    this.name = name;
    this.timing = timing;
    this.request = request;
    this.missed = missed;
    this.overlap = overlap;
    this.jitter = jitter;
  }

  /** Ticks at these times of that zone's clock; see {@link Timing.Cron}. */
  public static Schedule cron(String name, String expression, ZoneId zone) {
    return of(name, new Timing.Cron(expression, zone));
  }

  /** Ticks at once and then each period of real time. */
  public static Schedule fixedRate(String name, Duration period) {
    return of(name, new Timing.FixedRate(period));
  }

  /** Ticks at once and then so long after the end of each run, retries included. */
  public static Schedule fixedDelay(String name, Duration delay) {
    return of(name, new Timing.FixedDelay(delay));
  }

  /** Ticks when the {@link ScheduleRule} that nodes know by that name says. */
  public static Schedule byRule(String name, String rule) {
    return of(name, new Timing.ByRule(rule));
  }

  /** Ticks by this timing; late ticks run once for all, and ticks never overlap. */
  public static Schedule of(String name, Timing timing) {
    if (name.isBlank() || name.length() > LONGEST_NAME || !name.equals(name.strip())) {
      throw new IllegalArgumentException(
          "A schedule's name has 1-"
              + LONGEST_NAME
              + " characters and no blanks around it; '"
              + name
              + "' isn't one");
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("A schedule's name has no control characters");
    }
    if (name.equals(".") || name.equals("..")) {
      throw new IllegalArgumentException(
          "A schedule isn't named . or .., which lead elsewhere in an address");
    }
    if (timing.text().length() > LONGEST_TIMING) {
      throw new IllegalArgumentException(
          "The timing of the schedule "
              + name
              + " has more than "
              + LONGEST_TIMING
              + " characters");
    }
    return new Schedule(name, timing, null, Missed.ONCE, Overlap.SKIP, Duration.ZERO);
  }

  /**
   * The task to add at each tick: its type, sub-type, bucket, key, priority, payload, context and
   * state.
   *
   * @throws IllegalArgumentException when it has what can't be the same for every tick, or what
   *     schedules don't keep: an id, a unique key, a time, a correlation id, a hold, tasks to wait
   *     for, or labels
   */
  public Schedule adds(TaskRequest<?, ?> request) {
    RequestFields template = RequestFields.withoutPayload(request);
    if (template.id() != null || template.uniqueKey() != null) {
      throw new IllegalArgumentException(
          "The schedule "
              + name
              + " adds a task of type "
              + template.type()
              + " at each tick, and all of them would have one identity: leave unique(...) and"
              + " id(...) out of the request, and add a type without unique(...). What a tick does"
              + " while the run before still goes on is set by Schedule.overlap(...)");
    }
    refuse("a time to run", template.runAt() != null);
    refuse("a correlation id", template.correlationId() != null);
    refuse("a hold", template.isOnHold());
    refuse(
        "tasks to wait for",
        !template.mustBeDone().isEmpty() || !template.mustHaveEnded().isEmpty());
    refuse("labels", !template.labels().isEmpty());
    return new Schedule(name, timing, request, missed, overlap, jitter);
  }

  private void refuse(String own, boolean isSaid) {
    if (isSaid) {
      throw new IllegalArgumentException(
          "The schedule "
              + name
              + " adds a task at each tick, so its request can't have "
              + own
              + " of its own: leave that out");
    }
  }

  /** What late ticks do. */
  public Schedule missed(Missed policy) {
    return new Schedule(name, timing, request, policy, overlap, jitter);
  }

  /** What a tick does while the run before still goes on. Runs of a fixed delay never meet. */
  public Schedule overlap(Overlap policy) {
    return new Schedule(name, timing, request, missed, policy, jitter);
  }

  /**
   * Each tick is served up to so much later, by chance, so that many schedules of one time don't
   * all begin at once; never later than half the way to the tick after it.
   */
  public Schedule jitter(Duration most) {
    if (most.isNegative() || most.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException("A jitter is between 0 and a day, not " + most);
    }
    return new Schedule(name, timing, request, missed, overlap, most);
  }

  public String name() {
    return name;
  }

  public Timing timing() {
    return timing;
  }

  /**
   * The task to add at each tick.
   *
   * @throws IllegalStateException when none was given
   */
  public TaskRequest<?, ?> request() {
    if (request == null) {
      throw new IllegalStateException(
          "The schedule " + name + " doesn't say what it adds: call adds(...)");
    }
    return request;
  }

  public Missed missed() {
    return missed;
  }

  public Overlap overlap() {
    return overlap;
  }

  public Duration jitter() {
    return jitter;
  }

  /** The same for equal definitions, whatever process they are in. */
  public UUID fingerprint() {
    RequestFields run = RequestFields.of(request());
    List<Object> parts =
        List.of(
            timing.text(),
            missed,
            overlap,
            jitter,
            run.type(),
            String.valueOf(run.subType()),
            String.valueOf(run.bucket()),
            run.key(),
            run.priority(),
            run.state(),
            run.context(),
            run.traits().entries(),
            run.payload() == null
                ? "none"
                : java.util.HexFormat.of().formatHex(run.payload().toArray()));
    return TaskType.of(name)
        .unique(none -> Unique.idFrom(parts.toArray()))
        .idOf(null)
        .orElseThrow();
  }

  /** Whether it is the same definition. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Schedule schedule
        && name.equals(schedule.name)
        && (request == null) == (schedule.request == null)
        && (request == null || fingerprint().equals(schedule.fingerprint()));
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return "Schedule(" + name + ": " + timing.text() + ")";
  }
}
