package dev.baton.engine.incident;

import dev.baton.operate.ErrorCause;
import dev.baton.operate.ErrorSample;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.statistics.Failing;
import dev.baton.spi.incident.IncidentTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Counts the tasks in trouble whose errors operators have muted. One thread uses it. */
final class MutedErrors {
  private static final Duration HOUR = Duration.ofHours(1);

  private final Supplier<List<ActiveOverride>> set;
  private final Supplier<ErrorSample> sample;

  /**
   * @param sample returns tasks with their errors; called only if something is muted
   */
  MutedErrors(Supplier<List<ActiveOverride>> set, Supplier<ErrorSample> sample) {
    this.set = set;
    this.sample = sample;
  }

  /**
   * The muted tasks among those with errors of one kind and type.
   *
   * @param muted number of muted tasks among those that were read
   * @param read number of tasks that were read
   * @param cut true if there are more tasks than were read
   */
  record MutedShare(long muted, long read, boolean cut) {
    private MutedShare plus(boolean isMuted) {
      return new MutedShare(muted + (isMuted ? 1 : 0), read + 1, cut);
    }

    /** Returns how many of this number of tasks must still be reported. */
    long left(long tasks) {
      if (cut && muted == read) {
        return 0;
      }
      return Math.max(cut ? 1 : 0, tasks - muted);
    }
  }

  /** Returns the share of muted tasks of each kind and type that has any. */
  TreeMap<IncidentTopic, MutedShare> now(Instant now) {
    Set<OverrideTarget> targets =
        set.get().stream()
            .filter(one -> one.value() instanceof OverrideValue.Mute mute && mute.isInForce(now))
            .map(ActiveOverride::target)
            .collect(Collectors.toSet());
    TreeMap<IncidentTopic, MutedShare> shares = new TreeMap<>();
    if (targets.isEmpty()) {
      return shares;
    }
    ErrorSample errors = sample.get();
    for (TaskInfo task : errors.tasks()) {
      if (counts(task, now)) {
        Standing standing = Standing.of(task);
        String cause = ErrorCause.of(task.error().orElse("")).id();
        IncidentTopic topic = new IncidentTopic(kindOf(standing), task.type());
        MutedShare before =
            shares.getOrDefault(topic, new MutedShare(0, 0, errors.cut().contains(standing)));
        shares.put(topic, before.plus(targets.contains(OverrideTarget.mute(task.type(), cause))));
      }
    }
    shares.values().removeIf(share -> share.muted() == 0);
    return shares;
  }

  /** Returns whether the task counts toward an incident. */
  private static boolean counts(TaskInfo task, Instant now) {
    return switch (Standing.of(task)) {
      case ERROR -> true;
      case FAILED -> task.changedAt().isAfter(now.minus(HOUR));
      case RETRYING -> !task.isFinished() && task.attempts() >= Failing.MIN_ATTEMPTS;
    };
  }

  private static IncidentKind kindOf(Standing standing) {
    return switch (standing) {
      case ERROR -> IncidentKind.ERROR;
      case FAILED -> IncidentKind.FAILED;
      case RETRYING -> IncidentKind.FAILING;
    };
  }
}
