package dev.baton.cassandra.task;

import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Rows;
import dev.baton.task.FinishedTask;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Applies a transition whose guard holds; the answer is the task after a move, or as it ended. */
final class Apply extends LiveCommand<Task> {
  private static final int ROW = 800;

  private final Transition transition;
  private final BiPredicate<Task, Instant> further;

  /**
   * @param further what must hold besides the guard
   */
  Apply(Transition transition, BiPredicate<Task, Instant> further) {
    super(transition.id());
    this.transition = transition;
    this.further = further;
  }

  Apply(Transition transition) {
    this(transition, (task, now) -> true);
  }

  @Override
  public int size() {
    if (transition.change() instanceof Change.Finish finish) {
      return ROW + (finish.result() == null ? 0 : finish.result().length());
    }
    Change.Move move = (Change.Move) transition.change();
    return ROW + (move.placement().data() == null ? 0 : move.placement().data().length());
  }

  @Override
  Optional<Task> decide(TaskRow.Live live, Rows rows, Instant now) {
    Task task = live.task();
    if (!Moves.fits(task, transition.guard(), now) || !further.test(task, now)) {
      return Optional.empty();
    }
    if (transition.change() instanceof Change.Finish finish) {
      finish(live, Moves.finished(live, finish, transition.error(), now), rows);
      return Optional.of(task);
    }
    Task moved = Moves.moved(task, (Change.Move) transition.change(), now);
    TaskRows.change(rows, live, new TaskRow.Live(moved, live.keys()));
    return Optional.of(moved);
  }

  private static void finish(TaskRow.Live live, TaskRow.Finished end, Rows rows) {
    FinishedTask task = end.task();
    if (!end.isKept() && end.keys().isEmpty()) {
      TaskRows.remove(rows, live);
    } else if (!end.isKept() || task.spec().context().containsKey(TaskSpec.CLEARED)) {
      TaskRows.put(rows, live, end);
    } else {
      TaskRows.change(rows, live, end);
    }
  }
}
