package dev.baton.schedule;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.internal.RequestFields;
import dev.baton.handler.RetryPolicy;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A named schedule of repeated work. The times of a schedule are its ticks. At each tick, Baton
 * adds one task in the whole cluster: a run of the schedule. Immutable; each method returns a
 * changed copy.
 *
 * <pre>{@code
 * Schedule.cron("close-day", "0 30 18 * * MON-FRI", ZoneId.of("Europe/Berlin"))
 *     .adds(TaskRequest.of(CLOSE_DAY))
 *     .missed(Missed.ONCE)
 * }</pre>
 *
 * <p>The {@link RetryPolicy} of the task's type decides about retries of a failed run; a retry may
 * start before the next tick. When the retries are used up, the run stays in ERROR, Baton reports
 * it, and the schedule continues.
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

  /**
   * Returns a schedule that ticks at the times of a cron expression in this time zone; see {@link
   * Timing.Cron}.
   */
  public static Schedule cron(String name, String expression, ZoneId zone) {
    return of(name, new Timing.Cron(expression, zone));
  }

  /**
   * Returns a schedule that ticks at once and then once per period of real time.
   *
   * @param period between a second and 36,525 days
   */
  public static Schedule fixedRate(String name, Duration period) {
    return of(name, new Timing.FixedRate(period));
  }

  /**
   * Returns a schedule that ticks at once, and then {@code delay} after the end of each run,
   * including the retries of the run.
   *
   * @param delay between a second and 36,525 days
   */
  public static Schedule fixedDelay(String name, Duration delay) {
    return of(name, new Timing.FixedDelay(delay));
  }

  /**
   * Returns a schedule whose ticks a {@link ScheduleRule} computes.
   *
   * @param rule the name under which the nodes register the rule
   */
  public static Schedule byRule(String name, String rule) {
    return of(name, new Timing.ByRule(rule));
  }

  /**
   * Returns a schedule with this timing. By default one run replaces all late ticks, and a tick is
   * skipped while the previous run continues.
   */
  public static Schedule of(String name, Timing timing) {
    if (name.isBlank() || name.length() > LONGEST_NAME || !name.equals(name.strip())) {
      throw new IllegalArgumentException(
          "A schedule's name has 1-"
              + LONGEST_NAME
              + " characters and no blanks at either end; '"
              + name
              + "' is not valid");
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("A schedule's name must not contain control characters");
    }
    if (name.equals(".") || name.equals("..")) {
      throw new IllegalArgumentException(
          "A schedule can't be named . or .., which have another meaning in a URL path");
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
   * Sets the task to add at each tick: its type, sub-type, bucket, key, priority, payload, context
   * and state.
   *
   * @throws IllegalArgumentException if the request has a value that can't be the same for every
   *     tick or that schedules don't store: an id, a unique key, a time, a correlation id, a hold,
   *     tasks to wait for, or labels
   */
  public Schedule adds(TaskRequest<?, ?> request) {
    RequestFields template = RequestFields.withoutPayload(request);
    if (template.id() != null || template.uniqueKey() != null) {
      throw new IllegalArgumentException(
          "The schedule "
              + name
              + " adds a task of type "
              + template.type()
              + " at each tick, and all of these tasks would have one identity: remove unique(...)"
              + " and id(...) from the request, and use a type without unique(...). To choose what"
              + " a tick does while the previous run continues, call Schedule.overlap(...)");
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
              + ": remove it");
    }
  }

  /** Sets what happens to late ticks. The default is {@link Missed#ONCE}. */
  public Schedule missed(Missed policy) {
    return new Schedule(name, timing, request, policy, overlap, jitter);
  }

  /**
   * Sets what happens to a tick while the previous run continues. The default is {@link
   * Overlap#SKIP}. Runs of a fixed delay never overlap.
   */
  public Schedule overlap(Overlap policy) {
    return new Schedule(name, timing, request, missed, policy, jitter);
  }

  /**
   * Delays each tick by a random time, so that many schedules with the same time don't all start at
   * once. The delay is at most {@code longest}, and at most half the time to the next tick.
   *
   * @param longest zero to a day
   */
  public Schedule jitter(Duration longest) {
    if (longest.isNegative() || longest.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "The jitter must be between 0 and a day, not " + Texts.duration(longest));
    }
    return new Schedule(name, timing, request, missed, overlap, longest);
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /** Returns when the schedule ticks. */
  public Timing timing() {
    return timing;
  }

  /**
   * Returns the task to add at each tick.
   *
   * @throws IllegalStateException if {@link #adds} was not called
   */
  public TaskRequest<?, ?> request() {
    if (request == null) {
      throw new IllegalStateException(
          "The schedule " + name + " has no task to add. Call adds(...)");
    }
    return request;
  }

  /** Returns what happens to late ticks. */
  public Missed missed() {
    return missed;
  }

  /** Returns what happens to a tick while the previous run continues. */
  public Overlap overlap() {
    return overlap;
  }

  /** Returns the longest random delay of a tick. */
  public Duration jitter() {
    return jitter;
  }

  /**
   * Returns a hash of this definition as a UUID, which is equal for equal definitions in every
   * process.
   */
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

  /** Returns whether the other object is an equal definition. */
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
    return "Schedule(" + name + ": " + timing + ")";
  }
}
