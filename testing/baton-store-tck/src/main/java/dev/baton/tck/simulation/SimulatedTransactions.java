package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.spi.Transactions;
import dev.baton.tck.MemoryTransaction;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The transactions of one node. A commit may fail. Its confirmation may be lost, whether it was
 * applied or not. A crash aborts all of them.
 */
public final class SimulatedTransactions implements Transactions {
  private final SimulatedNode node;
  private final SimulatedMemory database;
  private final Set<MemoryTransaction> open = new LinkedHashSet<>();
  private final ThreadLocal<Transaction> current = new ThreadLocal<>();

  public SimulatedTransactions(SimulatedNode node, SimulatedMemory database) {
    this.node = node;
    this.database = database;
    node.onCrash(() -> List.copyOf(open).forEach(MemoryTransaction::breakOff));
  }

  @Override
  public Optional<Transaction> current() {
    return Optional.ofNullable(current.get());
  }

  @Override
  public <T> T call(Work<T> work) throws Exception {
    node.require();
    database.enter(node, Verb.BEGIN);
    MemoryTransaction transaction = database.rows().begin();
    open.add(transaction);
    // Add this as the first callback: the watches must see the rows before other code acts on the
    // commit.
    transaction.onEnd(end -> ended(transaction, end));
    T result;
    try {
      result = inside(transaction, work);
    } catch (Throwable failure) {
      rollBack(transaction);
      throw failure;
    }
    commit(transaction);
    return result;
  }

  private void commit(MemoryTransaction transaction) {
    try {
      database.enter(node, Verb.COMMIT);
    } catch (SimulatedCrash crash) {
      throw crash;
    } catch (RuntimeException | Error failed) {
      if (database.chance().nextBoolean()) {
        rollBack(transaction);
        throw failed;
      }
      node.simulation().line(() -> "COMMIT isn't applied, and its result is lost");
      transaction.commitAndLoseAnswer(false);
    }
    if (database.chance().happens(database.faults().loseReply())) {
      database.countFault();
      node.simulation().line(() -> "COMMIT is applied, and its result is lost");
      transaction.commitAndLoseAnswer(true);
    }
    transaction.commit();
    node.require();
    database.travel(node);
  }

  private void rollBack(MemoryTransaction transaction) {
    if (!node.isDead()) {
      transaction.rollback();
    }
  }

  private void ended(MemoryTransaction transaction, Transaction.End end) {
    node.simulation().line(() -> "transaction " + end);
    open.remove(transaction);
    database.ended(
        node, transaction, end == Transaction.End.ROLLED_BACK ? Verb.ROLLBACK : Verb.COMMIT);
  }

  private <T> T inside(MemoryTransaction transaction, Work<T> work) throws Exception {
    Transaction outer = current.get();
    current.set(transaction);
    try {
      return work.run(transaction);
    } finally {
      if (outer == null) {
        current.remove();
      } else {
        current.set(outer);
      }
    }
  }
}
