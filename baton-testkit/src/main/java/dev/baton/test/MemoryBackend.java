package dev.baton.test;

import dev.baton.Baton;
import dev.baton.api.Transaction;
import dev.baton.spi.Stores;
import dev.baton.spi.Transactions;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.MemoryClusterStore;
import dev.baton.testkit.MemoryNoteStore;
import dev.baton.testkit.MemoryResubmissionStore;
import dev.baton.testkit.MemoryScheduleStore;
import dev.baton.testkit.MemorySignalStore;
import dev.baton.testkit.MemoryTaskStore;
import dev.baton.testkit.MemoryTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Tasks in the memory of this JVM. */
final class MemoryBackend implements Backend {
  private static final long SEED = 20_260_302;

  private final Clock clock;
  private final Stores stores;
  private final FaultyTransactions transactions;

  MemoryBackend(Instant start, Faults faults) {
    clock = new Clock(start);
    MemoryTaskStore tasks = new MemoryTaskStore(clock);
    stores =
        Stores.of(tasks)
            .cluster(new MemoryClusterStore(clock))
            .schedules(new MemoryScheduleStore(tasks))
            .operations(tasks.operations())
            .signals(new MemorySignalStore(tasks))
            .resubmissions(new MemoryResubmissionStore(tasks))
            .notes(new MemoryNoteStore(tasks));
    transactions = new FaultyTransactions(tasks, faults);
  }

  @Override
  public Baton.Builder node() {
    return Baton.builder().stores(stores).transactions(transactions);
  }

  @Override
  public TestClock clock() {
    return clock;
  }

  @Override
  public long seed(int node) {
    return SEED + node;
  }

  @Override
  public @Nullable DataSource dataSource() {
    return null;
  }

  private static final class Clock implements TestClock {
    private final ManualClock clock;

    Clock(Instant start) {
      clock = new ManualClock(start);
    }

    @Override
    public Instant instant() {
      return clock.instant();
    }

    @Override
    public synchronized void advanceTo(Instant time) {
      clock.advance(Duration.between(clock.instant(), time));
    }
  }

  /** Transactions whose commits may go wrong. */
  private static final class FaultyTransactions implements Transactions {
    private final MemoryTaskStore store;
    private final Faults faults;
    private final ThreadLocal<@Nullable Transaction> current = new ThreadLocal<>();

    FaultyTransactions(MemoryTaskStore store, Faults faults) {
      this.store = store;
      this.faults = faults;
    }

    @Override
    public Optional<Transaction> current() {
      return Optional.ofNullable(current.get());
    }

    @Override
    public <T> T call(Work<T> work) throws Exception {
      MemoryTransaction transaction = store.begin();
      T result;
      try {
        result = inside(transaction, work);
      } catch (Throwable failure) {
        transaction.rollback();
        throw failure;
      }
      switch (faults.takeCommitFault()) {
        case NONE -> transaction.commit();
        case REFUSED -> {
          transaction.rollback();
          throw Faults.refusedCommit();
        }
        case ANSWER_LOST -> transaction.commitAndLoseAnswer(true);
      }
      return result;
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
}
