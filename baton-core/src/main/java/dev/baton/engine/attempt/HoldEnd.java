package dev.baton.engine.attempt;

import dev.baton.api.hook.TaskEvent;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.lease.HeldTask;
import dev.baton.engine.lease.HeldTasks;
import dev.baton.task.Candidate;
import dev.baton.task.Rule;
import dev.baton.task.Task;
import dev.baton.task.Texts;
import dev.baton.task.rule.Transition;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What follows when this node holds a task no more: it renews no lease, and tells who is next. */
public final class HoldEnd {
  private static final Logger LOG = LoggerFactory.getLogger(HoldEnd.class);

  private final NodeContext node;
  private final HeldTasks held;
  private final Hints hints;

  public HoldEnd(NodeContext node, HeldTasks held, Hints hints) {
    this.node = node;
    this.held = held;
    this.hints = hints;
  }

  /** A transition that ends the hold is durable. */
  void written(HeldTask holding) {
    held.leave(holding);
  }

  /** A task that was released may be claimed at once. */
  void hintIfReady(Task task, Transition written) {
    if (written.rule() == Rule.GIVE_BACK) {
      Task ready = OutcomeTransitions.moved(task, written, node.clock().now());
      hints.announce(List.of(Candidate.of(ready)));
    }
  }

  /** The transition's guard didn't hold: another node may have the task. */
  void lost(Task task, HeldTask holding, Transition transition) {
    held.leave(holding);
    LOG.warn(
        "Another node, an operator or a signal took task {} of type {} from this node before"
            + " its attempt ended ({}): this node wrote nothing, its outcome is ignored",
        task.id(),
        Texts.line(task.spec().type()),
        transition.rule().label());
    node.events()
        .emit(new TaskEvent.LeaseLost(task.id(), task.spec().flow(), transition.rule().label()));
  }
}
