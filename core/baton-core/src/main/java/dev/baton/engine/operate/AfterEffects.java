package dev.baton.engine.operate;

import dev.baton.engine.base.Hints;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.engine.lease.Leases;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Flow;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.util.List;
import java.util.UUID;

/**
 * Runs after an operator or a signal has changed a task. It notifies the listeners, the handler if
 * it runs on this node, and the nodes that may run the task. Thread-safe.
 */
final class AfterEffects {
  private final NodeContext node;
  private final Leases leases;
  private final Hints hints;

  AfterEffects(NodeContext node, Leases leases, Hints hints) {
    this.node = node;
    this.leases = leases;
    this.hints = hints;
  }

  /** Notifies the listeners of this node, and the handler if it runs here. */
  void changed(Task before, Transition transition) {
    tellHolder(before);
    told(before.id(), before.spec().flow(), transition.rule());
  }

  /** Notifies the listeners of this node. */
  void told(UUID id, Flow flow, Rule rule) {
    node.events().emit(new NodeEvent.MovedByHand(id, flow, rule));
  }

  /**
   * Interrupts the handler at once if it runs on this node. Another node notices the change when it
   * renews the lease.
   */
  void tellHolder(Task before) {
    UUID owner = before.position().owner();
    LeasedTask here = owner == null ? null : leases.find(before.id(), owner);
    if (here != null) {
      here.lose();
    }
  }

  /** Sends a hint if the transition has made the task ready. */
  void hint(Task before, Transition transition) {
    if (transition.change() instanceof Change.Move move) {
      long version = before.position().version() + 1;
      hint(before.at(move.placement().at(node.clock().now(), version)));
    }
  }

  /** Sends a hint if the task is ready. */
  void hint(Task task) {
    if (task.position().status() == Status.READY) {
      hints.announce(List.of(task.candidate()));
    }
  }
}
