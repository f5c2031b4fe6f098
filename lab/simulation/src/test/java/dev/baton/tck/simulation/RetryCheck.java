package dev.baton.tck.simulation;

import dev.baton.handler.Attempt;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks retries while people change their numbers. The next attempt comes no sooner, and there are
 * no fewer and no more attempts, than numbers allow that may have been in force when the attempt
 * began. The check uses only people's responses, the handlers' starts and the committed rows.
 */
final class RetryCheck {
  static final String TYPE = "FAILS";
  static final OverrideValue.Backoff CODE =
      new OverrideValue.Backoff(Duration.ofSeconds(1), 1, 4, Duration.ofSeconds(1));

  /** Time after which each node has read new numbers, even if responses get lost. */
  private static final long HEARD_NANOS = Duration.ofSeconds(3).toNanos();

  private final Violations violations;
  private final SimulatedDatabase database;
  private final List<Numbers> all = new ArrayList<>(List.of(new Numbers(CODE, 0)));
  private final Map<UUID, Begun> last = new HashMap<>();
  private int judged;

  RetryCheck(Violations violations, SimulatedDatabase database) {
    this.violations = violations;
    this.database = database;
  }

  /** Numbers that were set, with the times from and until which they may have been in force. */
  private static final class Numbers {
    final OverrideValue.Backoff value;
    final long fromNanos;
    long untilNanos = Long.MAX_VALUE;

    Numbers(OverrideValue.Backoff value, long fromNanos) {
      this.value = value;
      this.fromNanos = fromNanos;
    }
  }

  /** An attempt whose handler has started. */
  static final class Begun {
    final UUID task;
    final int number;
    final int losses;
    final long atNanos;
    private long failedNanos = Long.MAX_VALUE;

    Begun(Attempt attempt, long atNanos) {
      this.task = attempt.taskId();
      this.number = attempt.number();
      this.losses = attempt.losses();
      this.atNanos = atNanos;
    }
  }

  private long now() {
    return database.simulation().nowNanos();
  }

  /** Returns how many attempts were compared with the numbers. */
  int judged() {
    return judged;
  }

  /** Sets other numbers, or resets them to the code's, as a person does; one person at a time. */
  void set(Overrides overrides, Duration delay, int attempts) {
    OverrideTarget target = new OverrideTarget(Kind.RETRY, TYPE);
    boolean asInCode = attempts == CODE.attempts();
    OverrideValue.Backoff value =
        asInCode ? CODE : new OverrideValue.Backoff(delay, 1, attempts, delay);
    Numbers next = new Numbers(value, now());
    all.add(next);
    Overrides.Answer answer = asInCode ? overrides.reset(target) : overrides.set(target, value);
    if (answer instanceof Overrides.Answer.Changed) {
      for (Numbers one : all) {
        one.untilNanos = one == next ? Long.MAX_VALUE : Math.min(one.untilNanos, now());
      }
    }
  }

  Begun begins(Attempt attempt) {
    Begun begun = new Begun(attempt, now());
    Begun before = last.put(begun.task, begun);
    if (before != null
        && before.failedNanos != Long.MAX_VALUE
        && before.losses == begun.losses
        && before.number + 1 == begun.number) {
      judged++;
      long rest = begun.atNanos - before.failedNanos;
      if (possible(before).stream()
          .noneMatch(one -> one.attempts() > before.number && one.delay().toNanos() <= rest)) {
        violations.report(
            "attempt %d of %s came %d ms after the one before, and none of these allow that: %s"
                .formatted(begun.number, begun.task, rest / 1_000_000, possible(before)));
      }
    }
    return begun;
  }

  void fails(Begun begun) {
    begun.failedNanos = now();
  }

  /** Checks stopped tasks: no numbers would have left them an attempt. */
  void end() {
    for (Begun one : last.values()) {
      @Nullable Status status =
          database.committed().find(one.task).map(row -> row.position().status()).orElse(null);
      if (status == Status.ERROR && one.losses == 0) {
        judged++;
        if (possible(one).stream().noneMatch(numbers -> numbers.attempts() <= one.number)) {
          violations.report(
              one.task + " stopped after attempt " + one.number + " by none of " + possible(one));
        }
      }
    }
  }

  private List<OverrideValue.Backoff> possible(Begun attempt) {
    return all.stream()
        .filter(one -> one.fromNanos <= attempt.atNanos)
        .filter(
            one ->
                one.untilNanos == Long.MAX_VALUE || attempt.atNanos - one.untilNanos <= HEARD_NANOS)
        .map(one -> one.value)
        .toList();
  }
}
