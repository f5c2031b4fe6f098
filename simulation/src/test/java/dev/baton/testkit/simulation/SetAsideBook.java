package dev.baton.testkit.simulation;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.task.Hold;
import dev.baton.task.Transition;
import dev.baton.testkit.StoreWrapper;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whose outcomes met what others had locked: their leases are renewed until they are written. */
final class SetAsideBook {
  private final Set<Hold> busy = new HashSet<>();
  private final Map<Transaction, Transition> inTransactions = new HashMap<>();

  boolean has(Hold hold) {
    return busy.contains(hold);
  }

  /** The store, overheard. */
  TaskStore overheard(TaskStore store) {
    return new StoreWrapper(store) {
      @Override
      public List<Verdict> tryApply(List<Transition> transitions) {
        List<Verdict> verdicts = real.tryApply(transitions);
        for (int i = 0; i < transitions.size(); i++) {
          if (verdicts.get(i) == Verdict.BUSY) {
            note(transitions.get(i));
          }
        }
        return verdicts;
      }

      @Override
      public Verdict tryApply(Transaction transaction, Transition transition) {
        Verdict verdict = real.tryApply(transaction, transition);
        inTransactions.put(transaction, transition);
        if (verdict == Verdict.BUSY) {
          note(transition);
        }
        return verdict;
      }

      @Override
      public boolean briefly(Transaction transaction, Runnable work) {
        boolean done = real.briefly(transaction, work);
        if (!done) {
          note(inTransactions.get(transaction));
        }
        return done;
      }
    };
  }

  private void note(Transition transition) {
    busy.add(new Hold(transition.id(), transition.guard().version(), transition.guard().owner()));
  }
}
