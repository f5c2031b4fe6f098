package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.Transition;
import dev.baton.tck.StoreWrapper;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Engines that lose signals, or that forget that an irreversible action has begun. */
final class SignalCanaries {
  private SignalCanaries() {}

  static List<Canary> all() {
    return List.of(
        new Canary("signal that reads without a lock", new Unlocked(false)),
        new Canary("eject without the owner in the guard", new Unlocked(true)),
        Canary.store("mark that isn't written", MarkForgotten::new),
        Canary.store(
            "loss that forgets the mark",
            real -> new DoubtForgotten(real, EnumSet.of(Rule.LOST), LastOutcome.LOST)),
        Canary.store(
            "failure that forgets the mark",
            real ->
                new DoubtForgotten(
                    real,
                    EnumSet.of(Rule.WAIT, Rule.GIVE_BACK, Rule.RETRY_NOW, Rule.INTERRUPT),
                    LastOutcome.FAILURE)));
  }

  /**
   * Reads the row without locking it.
   *
   * @param blindly whether the write also ignores who owns the row by then
   */
  private record Unlocked(boolean blindly) implements Sabotage {
    @Override
    public TransactionalSignalStore signals(
        SimulatedNode node, SimulatedMemory database, TransactionalSignalStore real) {
      return new TransactionalSignalStore() {
        @Override
        public Optional<Task> lock(Transaction transaction, UUID id) {
          Optional<Task> read = database.rows().find(id);
          database.travel(node);
          return read;
        }

        @Override
        public boolean apply(Task seen, Transition transition) {
          return real.apply(seen, transition);
        }
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
      Optional<Task> now = database.committed().find(id);
      boolean signal = transition.rule() == Rule.SIGNAL_RUNNING || transition.rule() == Rule.SIGNAL;
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

  /** Writes the transitions of these rules as if no irreversible action had begun. */
  private static final class DoubtForgotten extends StoreWrapper {
    private final Set<Rule> rules;
    private final LastOutcome instead;

    DoubtForgotten(TaskStore real, Set<Rule> rules, LastOutcome instead) {
      super(real);
      this.rules = rules;
      this.instead = instead;
    }

    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      return super.apply(transitions.stream().map(this::forgetful).toList());
    }

    private Transition forgetful(Transition move) {
      if (!rules.contains(move.rule())) {
        return move;
      }
      NextPosition p = ((Change.Move) move.change()).placement();
      if (p.lastOutcome() != LastOutcome.IN_DOUBT) {
        return move;
      }
      NextPosition plain =
          new NextPosition(
              p.status(),
              p.owner(),
              p.runAt(),
              p.nextEventAt(),
              new Position.Counts(p.attempts(), p.losses(), p.lossLimit(), instead),
              p.state(),
              p.data());
      return new Transition(
          move.rule(), move.id(), move.guard(), new Change.Move(plain, false), move.error());
    }
  }
}
