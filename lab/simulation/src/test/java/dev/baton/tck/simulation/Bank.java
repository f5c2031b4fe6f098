package dev.baton.tck.simulation;

import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A partner outside the database whose payments can't be undone. It tells a reconciler what it has
 * paid, and it refuses replaced runners on request. A runner that asks the bank first pays exactly
 * once.
 */
final class Bank implements RowCheck {
  private final Violations violations;
  private final History history;
  private final Map<UUID, Integer> payments = new TreeMap<>();
  private final Map<UUID, Long> refusedBelow = new TreeMap<>();

  Bank(Violations violations, History history) {
    this.violations = violations;
    this.history = history;
  }

  /** Pays for this task unless a later runner has asked. */
  void pay(UUID task, long fencingToken) {
    if (fencingToken < refusedBelow.getOrDefault(task, 0L)) {
      throw new Mishap("the bank refuses a replaced runner");
    }
    int count = payments.merge(task, 1, Integer::sum);
    // A failover issues the same fencing tokens again, so the bank can't recognize a replaced
    // runner.
    if (count > 1 && history.rewinds() == 0) {
      violations.report(task + " is paid " + count + " times");
    }
  }

  /** Returns whether the bank has paid. From now on it refuses earlier runners. */
  boolean hasPaid(UUID task, long fencingToken) {
    refusedBelow.merge(task, fencingToken, Math::max);
    return payments.containsKey(task);
  }

  @Override
  public void changed(RowChange change) {
    FinishedTask finished = change.after().finished();
    if (finished != null
        && finished.status() == Status.DONE
        && finished.spec().type().startsWith(Types.ASKED)
        && !payments.containsKey(change.id())) {
      violations.report(change.id() + " is done but was never paid");
    }
  }
}
