package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreException;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Transition;
import dev.baton.tck.MemorySignalStore;
import dev.baton.tck.MemoryTransaction;
import java.util.Optional;
import java.util.UUID;

/** One node's access to the tasks that it signals. */
public final class SimulatedSignalStore implements TransactionalSignalStore {
  private final SimulatedNode node;
  private final SimulatedMemory database;
  private final MemorySignalStore rows;

  public SimulatedSignalStore(SimulatedNode node, SimulatedMemory database) {
    this.node = node;
    this.database = database;
    this.rows = new MemorySignalStore(database.rows());
  }

  @Override
  public boolean apply(Task seen, Transition transition) {
    node.require();
    database.enter(node, Verb.LOCK);
    boolean answer = rows.apply(seen, transition);
    node.simulation().line(() -> Verb.LOCK + " " + seen.id() + " -> " + answer);
    database.leave(node, Verb.LOCK);
    return answer;
  }

  @Override
  public Optional<Task> lock(Transaction transaction, UUID id) {
    node.require();
    try {
      database.enter(node, Verb.LOCK);
      Optional<Task> answer = rows.lock(transaction, id);
      node.simulation().line(() -> Verb.LOCK + " " + id + " -> " + answer);
      database.leave(node, Verb.LOCK);
      return answer;
    } catch (StoreException lost) {
      transaction.unwrap(MemoryTransaction.class).breakOff();
      throw lost;
    }
  }
}
