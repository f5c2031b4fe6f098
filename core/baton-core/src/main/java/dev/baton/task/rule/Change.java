package dev.baton.task.rule;

import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a transition writes when its guard holds. */
public sealed interface Change {

  /** The status after the change. */
  Status to();

  /**
   * The task stays live.
   *
   * @param placement where it stands now
   * @param newVersion whether candidates and fences of the old version become invalid
   * @param changed whether the application's state or data are changed; if not, a store leaves both
   *     as they are in the row, since a checkpoint that the author hasn't seen keeps the version
   */
  record Move(NextPosition placement, boolean newVersion, boolean changed) implements Change {
    @Override
    public Status to() {
      return placement.status();
    }
  }

  /**
   * The task's life ends: its row leaves the live tasks, for the finished ones if it is kept.
   *
   * @param to DONE, FAILED or CANCELLED
   * @param result the handler's answer, or null
   * @param keep how long the finished row is kept; zero to keep none, which only DONE may
   */
  record Finish(Status to, @Nullable Bytes result, Duration keep) implements Change {
    public Finish {
      if (!to.isFinished()) {
        throw new IllegalArgumentException(to + " is a live status: use Change.Move");
      }
      if (keep.isNegative() || (keep.isZero() && to != Status.DONE)) {
        throw new IllegalArgumentException(
            "A task that ends "
                + to
                + " can't be kept for "
                + keep
                + ": only DONE may leave no trace");
      }
    }
  }
}
