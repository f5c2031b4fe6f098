package dev.baton.tck.simulation;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.internal.GrantedSlot;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.MemoryTransaction;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Engines with broken transactions, policies, leadership, randomness or threads. */
final class SeamCanaries {
  private SeamCanaries() {}

  static List<Canary> all() {
    return List.of(
        new Canary("add outside the caller's transaction", new AddApart()),
        new Canary("effects outside the transaction", new EffectsApart()),
        new Canary("unknown commit taken for committed", new UnknownIsCommitted()),
        new Canary("slot leaked by a policy that throws", new LeakyPolicy()),
        new Canary("limit of a key ignored", new NoPolicy()),
        new Canary("nobody leads", new NobodyLeads()),
        new Canary("owners that collide", new SameOwner()),
        new Canary("interrupts never sent", new NoInterrupts()));
  }

  /** Inserts in a separate transaction, which commits at once. */
  private static final class AddApart implements Sabotage {
    @Override
    public TaskStore store(SimulatedNode node, SimulatedDatabase rows, TaskStore real) {
      SimulatedMemory database = (SimulatedMemory) rows;
      return new StoreWrapper(real) {
        @Override
        public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
          MemoryTransaction apart = database.rows().begin();
          apart.onEnd(end -> database.ended(node, apart, Verb.COMMIT));
          List<AddResult> results = super.insert(apart, tasks);
          apart.commit();
          return results;
        }
      };
    }
  }

  private static final class EffectsApart implements Sabotage {
    @Override
    public boolean effectsApart() {
      return true;
    }
  }

  private static final class UnknownIsCommitted implements Sabotage {
    @Override
    public Transactions transactions(
        SimulatedNode node, SimulatedMemory database, Transactions real) {
      return new Transactions() {
        @Override
        public Optional<Transaction> current() {
          return real.current();
        }

        @Override
        public <T> T call(Work<T> work) throws Exception {
          Object[] answer = new Object[1];
          try {
            return real.call(
                transaction -> {
                  T result = work.run(transaction);
                  answer[0] = result;
                  return result;
                });
          } catch (CommitUnknownException unknown) {
            @SuppressWarnings("unchecked")
            T result = (T) answer[0];
            return result;
          }
        }
      };
    }
  }

  private static final class LeakyPolicy implements Sabotage {
    @Override
    public BookingPolicy both(BookingPolicy first, BookingPolicy second) {
      return candidate -> {
        Booking one = first.book(candidate);
        if (!(one instanceof GrantedSlot held)) {
          return one;
        }
        Booking other = second.book(candidate);
        if (!(other instanceof GrantedSlot also)) {
          held.release().run();
          return other;
        }
        return Booking.held(
            () -> {
              also.release().run();
              held.release().run();
            });
      };
    }
  }

  /** Calls only the first policy. */
  private static final class NoPolicy implements Sabotage {
    @Override
    public BookingPolicy both(BookingPolicy first, BookingPolicy second) {
      return first;
    }
  }

  private static final class NobodyLeads implements Sabotage {
    @Override
    public Leadership leadership(Leadership real) {
      return new Leadership() {
        @Override
        public Optional<Duration> lead(String duty, UUID node) {
          return Optional.empty();
        }

        @Override
        public void resign(String duty, UUID node) {}
      };
    }
  }

  /** Makes all nodes draw the same first number, which identifies their start. */
  private static final class SameOwner implements Sabotage {
    @Override
    public NodeRuntime runtime(SimulatedNode node, NodeRuntime real) {
      boolean[] first = {true};
      return new RuntimeWrapper(real) {
        @Override
        public RandomGenerator random() {
          if (first[0]) {
            first[0] = false;
            return () -> 4711L;
          }
          return super.random();
        }
      };
    }
  }

  private static final class NoInterrupts implements Sabotage {
    @Override
    public NodeRuntime runtime(SimulatedNode node, NodeRuntime real) {
      return new RuntimeWrapper(real) {
        @Override
        public Worker startAttempt(String name, Runnable body) {
          Worker worker = super.startAttempt(name, body);
          return new Worker() {
            @Override
            public void interrupt() {}

            @Override
            public boolean join(Duration timeout) throws InterruptedException {
              return worker.join(timeout);
            }
          };
        }
      };
    }
  }
}
