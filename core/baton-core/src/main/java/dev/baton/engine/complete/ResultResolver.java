package dev.baton.engine.complete;

import dev.baton.spi.core.TaskLookups;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads the row to find out whether a transition with an unknown result was applied. The completer
 * uses this after the reply to a write was lost.
 */
final class ResultResolver {
  private ResultResolver() {}

  static boolean wasApplied(Transition transition, TaskLookups lookups) {
    Optional<Task> live = lookups.find(transition.id());
    if (live.isPresent()) {
      return transition.change() instanceof Change.Move move
          && moved(transition, move, live.get().position());
    }
    // Read this only after the live row was missing, because a live task may finish in between. A
    // finished task never becomes live again.
    Optional<FinishedTask> finished = lookups.findFinished(transition.id());
    if (finished.isPresent()) {
      return finished.get().status() == transition.change().to()
          && finished.get().version() == transition.versionAfter()
          && Objects.equals(finished.get().owner(), transition.guard().owner());
    }
    // A cancelled task always leaves a finished row. So if no row exists, this node's own
    // transition has removed it.
    return transition.change() instanceof Change.Finish finish && finish.keep().isZero();
  }

  private static boolean moved(Transition transition, Change.Move move, Position now) {
    return now.version() == transition.versionAfter()
        && now.status() == move.to()
        && Objects.equals(now.owner(), move.placement().owner())
        && now.state().equals(move.placement().state())
        && Objects.equals(now.data(), move.placement().data());
  }
}
