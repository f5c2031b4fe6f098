package dev.baton.tck.contract;

import dev.baton.api.Transaction;
import dev.baton.tck.ManualClock;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import dev.baton.tck.MemoryTransactions;
import java.time.Duration;
import java.time.Instant;

/**
 * A fixture for the store in memory, which is under test itself or the reference for another store.
 */
public final class MemoryStoreFixture implements StoreFixture {
  private final ManualClock clock;
  private final MemoryTaskStore store;
  private final MemoryTransactions transactions;

  /** Creates an empty store whose clock advances by a millisecond each time it is read. */
  public MemoryStoreFixture() {
    clock = new ManualClock(Instant.parse("2026-03-01T08:30:00.123456Z"), Duration.ofMillis(1));
    store = new MemoryTaskStore(clock);
    transactions = new MemoryTransactions(store);
  }

  @Override
  public MemoryTaskStore store() {
    return store;
  }

  @Override
  public MemoryTransactions transactions() {
    return transactions;
  }

  @Override
  public Undo savepoint(Transaction transaction) {
    MemoryTransaction own = transaction.unwrap(MemoryTransaction.class);
    MemoryTransaction.Savepoint savepoint = own.savepoint();
    return () -> own.rollbackTo(savepoint);
  }

  @Override
  public void passTime(Duration duration) {
    clock.advance(duration);
  }
}
