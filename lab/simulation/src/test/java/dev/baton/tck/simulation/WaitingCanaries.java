package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.spi.AuditNote;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.spi.TaskStore;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Rerun;
import dev.baton.task.rule.Revision;
import dev.baton.task.rule.TaskEdit;
import dev.baton.task.rule.Transition;
import dev.baton.tck.StoreWrapper;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Stores that mishandle waiting tasks when a person changes, holds or releases them. */
final class WaitingCanaries {
  private WaitingCanaries() {}

  static List<Canary> all() {
    return List.of(
        new Canary("an edit that makes a waiter be forgotten", new ForgetsTheEdited()),
        new Canary("a merge that makes a waiter be forgotten", new ForgetsTheMerged()),
        Canary.store("a hold that others' ends undo", real -> moving(real, HELD_NO_LONGER)),
        Canary.store("a release that waits for nobody", real -> moving(real, REGARDLESS)));
  }

  private static final UnaryOperator<Transition> HELD_NO_LONGER =
      move ->
          move.guard().status() == Status.BLOCKED
                  && move.rule() == Rule.RESCHEDULE
                  && move.change().to() == Status.BLOCKED
              ? under(Rule.SIGNAL_HELD, move)
              : move;

  private static final UnaryOperator<Transition> REGARDLESS =
      move -> move.rule() == Rule.UNBLOCK ? under(Rule.RESCHEDULE, move) : move;

  private static Transition under(Rule rule, Transition move) {
    return new Transition(rule, move.id(), move.guard(), move.change(), move.error());
  }

  private static TaskStore moving(TaskStore real, UnaryOperator<Transition> otherwise) {
    return new StoreWrapper(real) {
      @Override
      public List<Boolean> apply(List<Transition> transitions) {
        return super.apply(transitions.stream().map(otherwise).toList());
      }
    };
  }

  /**
   * Returns a transition for a waiting task that no person requested and that no end will move any
   * more.
   */
  private static Optional<Transition> forgotten(SimulatedMemory database, UUID id) {
    return database
        .rows()
        .find(id)
        .filter(task -> task.position().status() == Status.BLOCKED)
        .map(OperatorRules::hold);
  }

  private static final class ForgetsTheEdited implements Sabotage {
    @Override
    public OperationsStore operations(
        SimulatedNode node, SimulatedMemory database, OperationsStore real) {
      TaskStore store = new SimulatedTaskStore(node, database);
      return new SimulatedOperationsStore(node, database, store) {
        @Override
        public boolean edit(TaskEdit edit, AuditNote note) {
          boolean written = super.edit(edit, note);
          forgotten(database, edit.id()).ifPresent(hold -> store.apply(List.of(hold)));
          return written;
        }
      };
    }
  }

  private static final class ForgetsTheMerged implements Sabotage {
    private @Nullable SimulatedMemory rows;

    @Override
    public TaskStore store(SimulatedNode node, SimulatedDatabase database, TaskStore real) {
      rows = (SimulatedMemory) database;
      return real;
    }

    @Override
    public ResubmissionStore resubmissions(ResubmissionStore real) {
      return new ResubmissionStore() {
        @Override
        public Standing standing(Transaction transaction, UUID id, boolean committed) {
          return real.standing(transaction, id, committed);
        }

        @Override
        public Set<UUID> present(Transaction transaction, List<UUID> ids) {
          return real.present(transaction, ids);
        }

        @Override
        public boolean revise(Transaction transaction, Revision revision) {
          boolean revised = real.revise(transaction, revision);
          Standing now = real.standing(transaction, revision.id(), false);
          if (revised
              && rows != null
              && revision.placement().status() == Status.BLOCKED
              && now instanceof Standing.Live live) {
            rows.rows().apply(transaction, OperatorRules.hold(live.task()));
          }
          return revised;
        }

        @Override
        public Optional<RunAgainRefusal> runAgain(Transaction transaction, Rerun rerun) {
          return real.runAgain(transaction, rerun);
        }
      };
    }
  }
}
