package dev.baton.task;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The moves of a task that waits for others, made in the transaction that ends what it waits for.
 *
 * <p>Such a task is BLOCKED under the version it was added with. Whatever a person or a caller does
 * to it raises the version, so that nothing here touches it any more: one that was held stays held,
 * one that was let go isn't let go again.
 */
public final class WaitRules {
  /** The version under which a task is added. */
  private static final long AS_ADDED = 1;

  private WaitRules() {}

  /**
   * A task that waits, as its store has it noted.
   *
   * @param id which
   * @param remaining how many tasks it still waits for
   * @param notBefore when it may run, where that is still to come on the store's clock; else null
   * @param hintExpiry as in {@link Waits}
   * @param keep as in {@link Waits}
   */
  public record Waiter(
      UUID id, int remaining, @Nullable Instant notBefore, Duration hintExpiry, Duration keep) {

    /** The same, with so many still to wait for. */
    public Waiter with(int remaining) {
      return new Waiter(id, remaining, notBefore, hintExpiry, keep);
    }
  }

  /**
   * One end that a waiter hears of.
   *
   * @param id the task that ended
   * @param status how
   * @param mustBeDone whether the waiter needs it DONE
   */
  public record End(UUID id, Status status, boolean mustBeDone) {
    private boolean isInTheWay() {
      return mustBeDone && status != Status.DONE;
    }
  }

  /** What follows for the waiter. */
  public sealed interface Verdict {
    /** It waits on, for so many. */
    record WaitsOn(int remaining) implements Verdict {}

    /** It waits no more: this is its move, which applies unless somebody else has moved it. */
    record Over(Transition transition) implements Verdict {}
  }

  /** Judges the ends that one transaction brings, each told once, in the order of their ids. */
  public static Verdict heard(Waiter waiter, List<End> ends) {
    for (End end : ends) {
      if (end.isInTheWay()) {
        return new Verdict.Over(cancelled(waiter, end));
      }
    }
    int remaining = waiter.remaining() - ends.size();
    return remaining > 0 ? new Verdict.WaitsOn(remaining) : new Verdict.Over(released(waiter));
  }

  private static Transition released(Waiter waiter) {
    Instant later = waiter.notBefore();
    // The store leaves state and data as they are: the move says that it doesn't change them.
    Placement to =
        later == null ? AddRules.now(waiter.hintExpiry(), "") : AddRules.later(When.at(later), "");
    return new Transition(
        Rule.CHANGE_PLAN, waiter.id(), asAdded(), new Change.Move(to, true, false), null);
  }

  private static Transition cancelled(Waiter waiter, End end) {
    return new Transition(
        Rule.CANCEL,
        waiter.id(),
        asAdded(),
        new Change.Finish(Status.CANCELLED, null, waiter.keep()),
        "It waits for task " + end.id() + ", which has ended " + end.status());
  }

  /** Whether this is how a task stands that waits for others; or one that was added held. */
  public static boolean mayWait(Task task) {
    Position position = task.position();
    return position.status() == Status.BLOCKED && position.version() == AS_ADDED;
  }

  private static Guard asAdded() {
    return new Guard(AS_ADDED, Status.BLOCKED, null, false);
  }
}
