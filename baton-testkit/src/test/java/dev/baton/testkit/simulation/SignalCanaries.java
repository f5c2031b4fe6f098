package dev.baton.testkit.simulation;

import dev.baton.api.Transaction;
import dev.baton.spi.SignalStore;
import dev.baton.spi.TaskStore;
import dev.baton.task.Change;
import dev.baton.task.Guard;
import dev.baton.task.LastOutcome;
import dev.baton.task.Placement;
import dev.baton.task.Rule;
import dev.baton.task.Task;
import dev.baton.task.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Engines that give news carelessly, or forget what can't be taken back. */
final class SignalCanaries {
  private SignalCanaries() {}

  static List<Canary> all() {
    return List.of(
        new Canary("signal that reads without a lock", new Unlocked(false)),
        new Canary("eject without the owner in the guard", new Unlocked(true)),
        Canary.store("mark that isn't written", MarkForgotten::new),
        Canary.store("loss that forgets the mark", LossForgets::new));
  }

  /**
   * Reads the row without locking it.
   *
   * @param blindly whether the write, too, takes the row as it comes, whoever has it by then
   */
  private record Unlocked(boolean blindly) implements Sabotage {
    @Override
    public SignalStore signals(SimulatedNode node, SimulatedDatabase database, SignalStore real) {
      return (transaction, id) -> {
        Optional<Task> read = database.rows().find(id);
        database.travel(node);
        return read;
      };
    }

    @Override
    public TaskStore store(SimulatedNode node, SimulatedDatabase database, TaskStore real) {
      return blindly ? new Blind(database, real) : real;
    }
  }

  private static final class Blind extends StoreWrapper {
    private final SimulatedDatabase database;

    Blind(SimulatedDatabase database, TaskStore real) {
      super(real);
      this.database = database;
    }

    @Override
    public boolean apply(Transaction transaction, Transition transition) {
      UUID id = transition.id();
      Optional<Task> now = database.rows().find(id);
      boolean signal = transition.rule() == Rule.EJECT || transition.rule() == Rule.SIGNAL;
      if (!signal || now.isEmpty()) {
        return super.apply(transaction, transition);
      }
      Guard guard = Guard.asSeen(now.get());
      if (!transition.rule().from().contains(guard.status())) {
        return super.apply(transaction, transition);
      }
      return super.apply(
          transaction,
          new Transition(transition.rule(), id, guard, transition.change(), transition.error()));
    }
  }

  private static final class MarkForgotten extends StoreWrapper {
    MarkForgotten(TaskStore real) {
      super(real);
    }

    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      return transitions.size() == 1 && transitions.get(0).rule() == Rule.MARK
          ? List.of(true)
          : super.apply(transitions);
    }
  }

  /** Resumes a lost task as if it had done nothing that can't be taken back. */
  private static final class LossForgets extends StoreWrapper {
    LossForgets(TaskStore real) {
      super(real);
    }

    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      List<Transition> changed = new ArrayList<>();
      transitions.forEach(each -> changed.add(each.rule() == Rule.LOST ? forgetful(each) : each));
      return super.apply(changed);
    }

    private static Transition forgetful(Transition lost) {
      Placement p = ((Change.Move) lost.change()).placement();
      Placement plain =
          new Placement(
              p.status(),
              p.owner(),
              p.runAt(),
              p.nextEventAt(),
              p.attempts(),
              p.losses(),
              p.lossLimit(),
              LastOutcome.LOST,
              p.state(),
              p.data());
      return new Transition(
          lost.rule(), lost.id(), lost.guard(), new Change.Move(plain, true, false), lost.error());
    }
  }
}
