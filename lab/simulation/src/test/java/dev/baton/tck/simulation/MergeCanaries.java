package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.Rerun;
import dev.baton.task.rule.Revision;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Stores that lose merged payloads. */
final class MergeCanaries {
  private MergeCanaries() {}

  static List<Canary> all() {
    return List.of(
        of("a merge that isn't compared and set", Overwrites::new),
        of("a merge that is answered and not written", Forgets::new));
  }

  private static Canary of(String name, UnaryOperator<ResubmissionStore> broken) {
    return new Canary(
        name,
        new Sabotage() {
          @Override
          public ResubmissionStore resubmissions(ResubmissionStore real) {
            return broken.apply(real);
          }
        });
  }

  /** Passes all calls to another store. Subclasses break one of them. */
  private abstract static class Wrapper implements ResubmissionStore {
    final ResubmissionStore real;

    Wrapper(ResubmissionStore real) {
      this.real = real;
    }

    @Override
    public Standing standing(Transaction transaction, UUID id, boolean committed) {
      return real.standing(transaction, id, committed);
    }

    @Override
    public Set<UUID> present(Transaction transaction, List<UUID> ids) {
      return real.present(transaction, ids);
    }

    @Override
    public Optional<RunAgainRefusal> runAgain(Transaction transaction, Rerun rerun) {
      return real.runAgain(transaction, rerun);
    }
  }

  private static final class Overwrites extends Wrapper {
    Overwrites(ResubmissionStore real) {
      super(real);
    }

    @Override
    public boolean revise(Transaction transaction, Revision revision) {
      if (real.revise(transaction, revision)) {
        return true;
      }
      // Another submission was faster. Write anyway if the task still waits as before.
      if (!(real.standing(transaction, revision.id(), true) instanceof Standing.Live live)) {
        return false;
      }
      Task task = live.task();
      if (task.position().status() != revision.guard().status()) {
        return false;
      }
      return real.revise(
          transaction,
          new Revision(task.id(), Guard.asSeen(task), revision.placement(), revision.spec()));
    }
  }

  private static final class Forgets extends Wrapper {
    Forgets(ResubmissionStore real) {
      super(real);
    }

    @Override
    public boolean revise(Transaction transaction, Revision revision) {
      return true;
    }
  }
}
