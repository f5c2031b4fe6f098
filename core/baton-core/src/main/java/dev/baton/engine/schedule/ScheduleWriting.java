package dev.baton.engine.schedule;

import dev.baton.api.TaskAdder;
import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.engine.base.NodeContext;
import dev.baton.operate.internal.OwnTransactions;
import dev.baton.spi.Capability;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.TransactionalScheduleStore;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Provides the writer for changes of schedules, with or without a transaction. Thread-safe. */
final class ScheduleWriting {
  private final NodeContext node;
  private final ScheduleStore store;
  private final @Nullable TransactionalScheduleStore transactional;
  private final TaskAdder adder;

  ScheduleWriting(NodeContext node, ScheduleStore store, TaskAdder adder) {
    this.node = node;
    this.store = store;
    this.transactional = node.stores().transactionalSchedules();
    this.adder = adder;
  }

  ScheduleWriter in(Transaction transaction) {
    if (transactional == null) {
      throw Capability.TRANSACTIONS.missing(
          "A change of a schedule in a transaction", "Change it without one");
    }
    return new ScheduleWriter.InTransaction(
        transactional, node.stores().operations(), adder, transaction);
  }

  /**
   * Runs the work in the current transaction of this thread. Without a current transaction, works
   * as {@link #written}.
   */
  <T> T joining(Function<ScheduleWriter, T> work) {
    Optional<Transaction> current = node.transactions().current();
    return current.isPresent()
        ? work.apply(in(current.get()))
        : written("The change of a schedule", work);
  }

  /**
   * Runs the work in its own transaction, or without one if the store has no transactions.
   *
   * @param what the work, for error messages
   */
  <T> T written(String what, Function<ScheduleWriter, T> work) {
    if (transactional == null) {
      return work.apply(new ScheduleWriter.ByItself(store, node.stores().operations(), adder));
    }
    try {
      return OwnTransactions.repeated(
          () -> node.transactions().call(transaction -> work.apply(in(transaction))));
    } catch (RuntimeException broken) {
      throw broken;
    } catch (Exception undeclared) {
      throw new StoreUnavailableException(what + " could not be written", undeclared);
    }
  }
}
