package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.TransactionalScheduleStore;
import dev.baton.tck.MemoryTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Schedules that tick too often or too seldom. */
final class ScheduleCanaries {
  private ScheduleCanaries() {}

  static List<Canary> all() {
    return List.of(
        new Canary("tick advanced without compare-and-set", new Unfenced()),
        new Canary("tick advanced apart from its task", new Apart()));
  }

  /** Writes a tick that it once read as due, whatever the row is now. */
  private static final class Unfenced implements Sabotage {
    @Override
    public TransactionalScheduleStore schedules(
        SimulatedNode node, SimulatedMemory database, TransactionalScheduleStore real) {
      return new Wrapper(real) {
        private @Nullable ScheduleState read;

        @Override
        public List<Due> due(Duration ahead, @Nullable String after, int limit) {
          List<Due> found = super.due(ahead, after, limit);
          found.forEach(due -> read = due.state());
          return found;
        }

        @Override
        public Optional<ScheduleState> tryLock(Transaction transaction, String name) {
          return super.lock(transaction, name).map(now -> read == null ? now : read);
        }

        @Override
        public boolean change(Transaction transaction, ScheduleState state) {
          long now = super.lock(transaction, state.name()).orElseThrow().version();
          return super.change(transaction, state.version(now));
        }
      };
    }
  }

  /**
   * Moves the row forward in a separate transaction, whatever happens to the transaction of the
   * task.
   */
  private static final class Apart implements Sabotage {
    @Override
    public TransactionalScheduleStore schedules(
        SimulatedNode node, SimulatedMemory database, TransactionalScheduleStore real) {
      return new Wrapper(real) {
        @Override
        public Optional<ScheduleState> tryLock(Transaction transaction, String name) {
          return find(name);
        }

        @Override
        public boolean change(Transaction transaction, ScheduleState state) {
          MemoryTransaction apart = database.rows().begin();
          boolean changed = database.scheduleRows().change(apart, state);
          apart.commit();
          return changed;
        }
      };
    }
  }

  /** Passes all calls to another store. */
  private static class Wrapper implements TransactionalScheduleStore {
    private final TransactionalScheduleStore real;

    Wrapper(TransactionalScheduleStore real) {
      this.real = real;
    }

    @Override
    public Instant now() {
      return real.now();
    }

    @Override
    public boolean insert(ScheduleState state) {
      return real.insert(state);
    }

    @Override
    public boolean change(ScheduleState state) {
      return real.change(state);
    }

    @Override
    public boolean remove(String name) {
      return real.remove(name);
    }

    @Override
    public Instant now(Transaction transaction) {
      return real.now(transaction);
    }

    @Override
    public boolean insert(Transaction transaction, ScheduleState state) {
      return real.insert(transaction, state);
    }

    @Override
    public Optional<ScheduleState> lock(Transaction transaction, String name) {
      return real.lock(transaction, name);
    }

    @Override
    public Optional<ScheduleState> tryLock(Transaction transaction, String name) {
      return real.tryLock(transaction, name);
    }

    @Override
    public boolean change(Transaction transaction, ScheduleState state) {
      return real.change(transaction, state);
    }

    @Override
    public boolean remove(Transaction transaction, String name) {
      return real.remove(transaction, name);
    }

    @Override
    public Optional<ScheduleState> find(String name) {
      return real.find(name);
    }

    @Override
    public List<ScheduleState> list(@Nullable String after, int limit) {
      return real.list(after, limit);
    }

    @Override
    public List<Due> due(Duration ahead, @Nullable String after, int limit) {
      return real.due(ahead, after, limit);
    }
  }
}
