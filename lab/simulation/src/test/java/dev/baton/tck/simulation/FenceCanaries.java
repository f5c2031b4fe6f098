package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;

/** Engines whose compare-and-set compares too few columns. */
final class FenceCanaries {
  private FenceCanaries() {}

  static List<Canary> all() {
    return List.of(
        guarded("completion without a fence", (guard, row) -> true),
        guarded("fence by version only", (guard, row) -> guard.version() == row.version()),
        guarded(
            "fence by status and node only",
            (guard, row) -> guard.status() == row.status() && sameNode(guard, row)),
        Canary.store("rescue by id alone", RescueByIdAlone::new),
        Canary.store("claim that ignores version and status", ClaimOfAnything::new));
  }

  private static boolean sameNode(Guard guard, Position row) {
    UUID one = guard.owner();
    UUID other = row.owner();
    return one != null
        && other != null
        && one.getMostSignificantBits() == other.getMostSignificantBits();
  }

  private static Canary guarded(String name, BiPredicate<Guard, Position> enough) {
    return Canary.store(name, (database, real) -> new WeakFence(database, real, enough));
  }

  /** Copies the row's own version and owner into a holder's guard if the weaker check passes. */
  private static final class WeakFence extends StoreWrapper {
    private final SimulatedDatabase database;
    private final BiPredicate<Guard, Position> enough;

    WeakFence(SimulatedDatabase database, TaskStore real, BiPredicate<Guard, Position> enough) {
      super(real);
      this.database = database;
      this.enough = enough;
    }

    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      return super.apply(transitions.stream().map(this::weaken).toList());
    }

    @Override
    public boolean apply(Transaction transaction, Transition transition) {
      return super.apply(transaction, weaken(transition));
    }

    private Transition weaken(Transition transition) {
      Optional<Task> row = database.committed().find(transition.id());
      boolean holders = transition.guard().owner() != null && !transition.guard().timeIsUp();
      if (row.isEmpty() || !holders) {
        return transition;
      }
      Position position = row.get().position();
      return position.status() == Status.RUNNING && enough.test(transition.guard(), position)
          ? with(transition, Guard.asSeen(row.get()))
          : transition;
    }
  }

  private static Transition with(Transition transition, Guard guard) {
    return new Transition(
        transition.rule(), transition.id(), guard, transition.change(), transition.error());
  }

  /** Rescues a task by its id alone, whatever its owner and lease are now. */
  private static final class RescueByIdAlone extends StoreWrapper {
    private final SimulatedDatabase database;

    RescueByIdAlone(SimulatedDatabase database, TaskStore real) {
      super(real);
      this.database = database;
    }

    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      return super.apply(transitions.stream().map(this::anyhow).toList());
    }

    private Transition anyhow(Transition transition) {
      Optional<Task> row = database.committed().find(transition.id());
      boolean rescue = transition.rule() == Rule.LOST || transition.rule() == Rule.LOST_TO_ERROR;
      if (!rescue || row.isEmpty() || row.get().position().status() != Status.RUNNING) {
        return transition;
      }
      // A rescue rule also checks the time, so this uses another rule.
      boolean same = Guard.asSeenAndTimeIsUp(row.get()).equals(transition.guard());
      return same ? transition : HolderRules.release(row.get(), Duration.ofSeconds(1));
    }
  }

  /** Claims every requested task, even if another node has it. */
  private static final class ClaimOfAnything extends StoreWrapper {
    private final SimulatedDatabase database;

    ClaimOfAnything(SimulatedDatabase database, TaskStore real) {
      super(real);
      this.database = database;
    }

    @Override
    public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
      List<ClaimRequest> changed = new ArrayList<>();
      for (ClaimRequest request : requests) {
        Optional<Task> row = database.committed().find(request.id());
        if (row.isPresent() && row.get().position().status() == Status.RUNNING) {
          real.apply(List.of(HolderRules.release(row.get(), Duration.ofSeconds(1))));
          row = database.committed().find(request.id());
        }
        long version = row.map(task -> task.position().version()).orElse(request.version());
        changed.add(new ClaimRequest(request.id(), version, request.lossLimit()));
      }
      return real.claim(owner, lease, changed);
    }
  }
}
