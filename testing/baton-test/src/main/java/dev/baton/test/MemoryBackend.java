package dev.baton.test;

import dev.baton.Baton;
import dev.baton.handler.TaskDefinition;
import dev.baton.spi.Stores;
import dev.baton.tck.ManualClock;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryIncidentStore;
import dev.baton.tck.MemoryNoteStore;
import dev.baton.tck.MemoryResubmissionStore;
import dev.baton.tck.MemoryScheduleStore;
import dev.baton.tck.MemorySignalStore;
import dev.baton.tck.MemoryStatisticsStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import dev.baton.tck.MemoryTransactions;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A backend that keeps tasks in the memory of this JVM. */
final class MemoryBackend implements Backend {
  private static final long SEED = 20_260_302;

  private final Clock clock;
  private final Stores stores;

  MemoryBackend(Instant start, Faults faults) {
    clock = new Clock(start);
    MemoryTaskStore tasks = new MemoryTaskStore(clock);
    stores =
        Stores.of(tasks)
            .cluster(new MemoryClusterStore(clock, tasks.operations()))
            .schedules(new MemoryScheduleStore(tasks))
            .operations(tasks.operations())
            .overrides(tasks.operations())
            .signals(new MemorySignalStore(tasks))
            .resubmissions(new MemoryResubmissionStore(tasks))
            .incidents(new MemoryIncidentStore(clock))
            .notes(new MemoryNoteStore(tasks))
            .statistics(new MemoryStatisticsStore(tasks))
            .transactions(
                new MemoryTransactions(tasks, transaction -> commit(transaction, faults)));
  }

  @Override
  public Baton.Builder node(UnaryOperator<TaskDefinition<?, ?>> refined) {
    return Baton.builder(stores);
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

  private static void commit(MemoryTransaction transaction, Faults faults) {
    switch (faults.takeCommitFault()) {
      case NONE -> transaction.commit();
      case REFUSED -> {
        transaction.rollback();
        throw Faults.refusedCommit();
      }
      case ANSWER_LOST -> transaction.commitAndLoseAnswer(true);
    }
  }
}
