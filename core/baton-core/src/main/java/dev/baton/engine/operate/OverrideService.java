package dev.baton.engine.operate;

import dev.baton.engine.base.Actor;
import dev.baton.engine.base.AuditNotes;
import dev.baton.engine.base.EffectiveDefinitions;
import dev.baton.engine.base.NodeContext;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RetryNumbers;
import dev.baton.limit.Rate;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.Overridable;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import dev.baton.spi.AuditNote;
import dev.baton.spi.Capability;
import dev.baton.spi.OverrideStore;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sets limits, retries and other numbers at run time. It records one actor as the author.
 * Immutable.
 */
final class OverrideService implements Overrides {
  private static final int TRIES = 5;
  private static final Duration LONGEST_DELAY = Duration.ofDays(365);
  private static final double MAX_MULTIPLIER = 1_000;
  private static final String MEANWHILE = "Others are changing it at the same time. Read it again";

  private final NodeContext node;
  private final AuditNotes notes;
  private final Actor actor;

  OverrideService(NodeContext node, AuditNotes notes, Actor actor) {
    this.node = node;
    this.notes = notes;
    this.actor = actor;
  }

  @Override
  public List<Overridable> list() {
    return new EffectiveDefinitions(node.definitions().inCode(), store().overrides()).all();
  }

  @Override
  public List<ActiveOverride> active() {
    return store().overrides();
  }

  @Override
  public Answer check(OverrideTarget target, OverrideValue value) {
    requireSense(value);
    List<ActiveOverride> set = store().overrides();
    String refusal = refusal(target, value, set);
    return refusal == null
        ? new Answer.WouldChange(valueOf(target, set), value)
        : new Answer.Refused(refusal);
  }

  @Override
  public Answer set(OverrideTarget target, OverrideValue value) {
    for (int i = 0; i < TRIES; i++) {
      Answer answer = check(target, value);
      if (!(answer instanceof Answer.WouldChange would)) {
        return answer;
      }
      Answer.Changed change = new Answer.Changed(would.before(), value);
      if (store().set(target, value, would.before(), note("OVERRIDE", target, change))) {
        return change;
      }
    }
    return new Answer.Refused(MEANWHILE);
  }

  @Override
  public Answer reset(OverrideTarget target) {
    for (int i = 0; i < TRIES; i++) {
      OverrideValue before = valueOf(target, store().overrides());
      if (before == null) {
        return new Answer.Refused(
            "There is no override of " + target + ". The value in code applies");
      }
      Answer.Changed change = new Answer.Changed(before, null);
      if (store().reset(target, before, note("RESET_OVERRIDE", target, change))) {
        return change;
      }
    }
    return new Answer.Refused(MEANWHILE);
  }

  private static @Nullable OverrideValue valueOf(OverrideTarget target, List<ActiveOverride> set) {
    return set.stream()
        .filter(one -> one.target().equals(target))
        .map(ActiveOverride::value)
        .findFirst()
        .orElse(null);
  }

  /** Returns why this number can't be set; null if it can. */
  private @Nullable String refusal(
      OverrideTarget target, OverrideValue value, List<ActiveOverride> set) {
    if (target.kind() == OverrideTarget.Kind.MUTE) {
      if (!(value instanceof OverrideValue.Mute)) {
        throw new IllegalArgumentException("Incidents are muted, not set to " + value.words());
      }
      return tooMany(target, set);
    }
    if (target.kind() == OverrideTarget.Kind.ACKNOWLEDGEMENT) {
      if (!(value instanceof OverrideValue.Acknowledged)) {
        throw new IllegalArgumentException(
            "A trouble is acknowledged, not set to " + value.words());
      }
      return tooMany(target, set);
    }
    List<Overridable> there =
        new EffectiveDefinitions(node.definitions().inCode(), set)
            .all().stream().filter(one -> one.target().equals(target)).toList();
    if (there.isEmpty()) {
      return missing(target);
    }
    if ((target.kind().isOfType() || target.kind().isOfState()) && there.size() > 1) {
      return "There are several " + target + ", so the name is ambiguous";
    }
    if (!there.get(0).inCode().getClass().equals(value.getClass())) {
      throw new IllegalArgumentException(
          "The numbers of " + target + " are of another kind: " + there.get(0).inCode().words());
    }
    return tooMany(target, set);
  }

  private static @Nullable String tooMany(OverrideTarget target, List<ActiveOverride> set) {
    long ofKind = set.stream().filter(one -> one.target().kind() == target.kind()).count();
    return valueOf(target, set) == null && ofKind >= MAX_OVERRIDES
        ? "There are " + ofKind + " overrides of this kind in force. Reset some"
        : null;
  }

  private String missing(OverrideTarget target) {
    boolean known =
        !target.kind().isOfType()
            || node.definitions().inCode().stream()
                .anyMatch(one -> EffectiveDefinitions.nameOf(one).equals(target.name()));
    return known && target.kind().isOfType()
        ? "In code there are no "
            + target
            + " that could be set. A custom policy, a chain of retries and a missing limit have no"
            + " number"
        : "This node doesn't know "
            + target
            + ". Ask a node whose definitions name it, or build the client with"
            + " client().define(...)";
  }

  private static void requireSense(OverrideValue value) {
    if (value instanceof OverrideValue.Slots slots) {
      if (slots.slots() < 1 || slots.slots() > MAX_SLOTS) {
        throw new IllegalArgumentException(
            "Slots are 1 to " + MAX_SLOTS + ", not " + slots.slots() + "; to stop starts, pause");
      }
    } else if (value instanceof OverrideValue.Pace pace) {
      Rate.of(pace.units(), pace.period()).burst(pace.burst());
    } else if (value instanceof OverrideValue.Backoff backoff) {
      RetryNumbers.with(Retry.never(), backoff);
      if (backoff.attempts() > MAX_ATTEMPTS
          || backoff.multiplier() > MAX_MULTIPLIER
          || backoff.delay().compareTo(LONGEST_DELAY) > 0
          || backoff.maxDelay().compareTo(LONGEST_DELAY) > 0) {
        throw new IllegalArgumentException(
            "A retry has at most %d attempts, %d days of delay and a multiplier of %.0f, not %s"
                .formatted(MAX_ATTEMPTS, LONGEST_DELAY.toDays(), MAX_MULTIPLIER, backoff.words()));
      }
    }
  }

  private AuditNote note(String action, OverrideTarget target, Answer.Changed change) {
    String detail = target + ": " + words(change.before()) + " to " + words(change.after());
    return notes.note(action, null, null, actor, detail);
  }

  private static String words(@Nullable OverrideValue value) {
    return value == null ? "the value in code" : value.words();
  }

  private OverrideStore store() {
    OverrideStore store = node.stores().overrides();
    if (store == null) {
      throw Capability.OVERRIDES.missing("An override", "Change the number in code");
    }
    return store;
  }
}
