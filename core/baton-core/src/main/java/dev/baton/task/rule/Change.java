package dev.baton.task.rule;

import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The write of a transition whose guard matches. */
public sealed interface Change {

  /** Returns the status after the change. */
  Status to();

  /** Returns the content that the change writes: the task's data or its result, or null. */
  @Nullable Bytes content();

  /** Returns the number of bytes of {@link #content}. */
  default long contentBytes() {
    Bytes content = content();
    return content == null ? 0 : content.length();
  }

  /**
   * The task stays live.
   *
   * @param placement the new position
   * @param changed whether the application's state or data change. If not, a store must not write
   *     them, because a checkpoint may have stored newer data without changing the version
   */
  record Move(NextPosition placement, boolean changed) implements Change {
    @Override
    public Status to() {
      return placement.status();
    }

    @Override
    public @Nullable Bytes content() {
      return placement.data();
    }
  }

  /**
   * The task ends: its row is removed from the live tasks and, if it is kept, added to the finished
   * tasks.
   *
   * @param to DONE, FAILED or CANCELLED
   * @param result the handler's result, or null
   * @param keep how long the finished row is kept; zero for no finished row, which only DONE allows
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
                + Texts.duration(keep)
                + ": only a DONE task may have no finished row");
      }
    }

    @Override
    public @Nullable Bytes content() {
      return result;
    }
  }
}
