package dev.baton.tck;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.task.Flow;
import dev.baton.task.internal.Texts;
import dev.baton.tck.table.FinishedRow;
import dev.baton.tck.table.KeyClaim;
import dev.baton.tck.table.KeyName;
import dev.baton.tck.table.Tables;
import dev.baton.tck.table.UncommittedRows;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tables, the open transactions and their locks. One lock makes each step atomic. No thread has
 * it during a wait or a call of foreign code.
 */
final class MemoryDatabase {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

  private final InstantSource clock;
  private final Sleeper sleeper;
  private final Duration lockTimeout;
  private final ReentrantLock lock = new ReentrantLock();
  private final LinkedHashSet<MemoryTransaction> open = new LinkedHashSet<>();
  private Tables tables = new Tables();

  MemoryDatabase(InstantSource clock, Sleeper sleeper, Duration lockTimeout) {
    this.clock = clock;
    this.sleeper = sleeper;
    this.lockTimeout = lockTimeout;
  }

  MemoryTransaction begin() {
    return locked(
        () -> {
          MemoryTransaction transaction = new MemoryTransaction(this, new UncommittedRows(tables));
          open.add(transaction);
          return transaction;
        });
  }

  /** Does the work in its own transaction. */
  <T> T alone(Function<MemoryTransaction, T> work) {
    MemoryTransaction own = begin();
    T answer;
    try {
      answer = work.apply(own);
    } catch (RuntimeException failure) {
      own.rollback();
      throw failure;
    }
    own.commit();
    return answer;
  }

  /** Ends a transaction. Returns false if it was broken off before. */
  boolean end(MemoryTransaction transaction, boolean commit) {
    return locked(
        () -> {
          boolean sound = open.remove(transaction);
          if (sound && commit) {
            transaction.overlay().writeTo(tables);
          }
          return sound;
        });
  }

  void breakOff(MemoryTransaction transaction, String reason) {
    locked(
        () -> {
          transaction.markBroken(reason);
          return open.remove(transaction);
        });
  }

  /** Returns the transaction after checking that it belongs to this database and isn't broken. */
  MemoryTransaction own(Transaction transaction) {
    MemoryTransaction own = transaction.unwrap(MemoryTransaction.class);
    if (!own.belongsTo(this)) {
      throw new IllegalArgumentException("The transaction belongs to another store");
    }
    own.requireSound();
    return own;
  }

  /** Returns the committed rows. Only for use inside a step. */
  Tables tables() {
    return tables;
  }

  /** Replaces all rows by others. Open transactions are aborted. */
  void replaceTables(Tables others) {
    locked(
        () -> {
          List.copyOf(open).forEach(each -> breakOff(each, "the store failed over"));
          tables = others;
          return tables;
        });
  }

  /** Runs one atomic step. */
  <T> T locked(Supplier<T> step) {
    lock.lock();
    try {
      return step.get();
    } finally {
      lock.unlock();
    }
  }

  /** Runs one atomic step and passes the time of its start. */
  <T> T atOnce(Function<Instant, T> step) {
    // Read the time under the lock, so that a later step never has an earlier time.
    return locked(() -> step.apply(clock.instant().truncatedTo(ChronoUnit.MICROS)));
  }

  /**
   * Runs one atomic step as soon as no other transaction has locked what it needs. Each try has its
   * own time.
   *
   * @param own the transaction of the step; if the wait takes too long, it is broken off
   * @param taken returns whether another transaction has locked something that the step needs
   */
  <T> T whenUnlocked(
      @Nullable MemoryTransaction own, Supplier<Boolean> taken, Function<Instant, T> step) {
    Duration most = own == null || own.patience() == null ? lockTimeout : own.patience();
    Duration waited = Duration.ZERO;
    Duration next = FIRST_PAUSE;
    while (true) {
      Optional<T> done = tryOnce(own, taken, step);
      if (done.isPresent()) {
        return done.get();
      }
      if (waited.compareTo(most) >= 0) {
        throw giveUp(
            own,
            "Waited "
                + Texts.duration(waited)
                + " for a row or key that another transaction has locked");
      }
      sleep(own, next);
      waited = waited.plus(next);
      Duration twice = next.multipliedBy(2);
      next = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
  }

  private <T> Optional<T> tryOnce(
      @Nullable MemoryTransaction own, Supplier<Boolean> taken, Function<Instant, T> step) {
    return atOnce(
        now -> {
          if (own != null) {
            // Check again under the lock: another thread may have broken it off meanwhile.
            own.requireSound();
          }
          return taken.get() ? Optional.empty() : Optional.of(sound(own, step, now));
        });
  }

  /**
   * Runs the step. If the step throws, the transaction is aborted, because half of a step must not
   * commit.
   */
  private <T> T sound(@Nullable MemoryTransaction own, Function<Instant, T> step, Instant now) {
    try {
      return step.apply(now);
    } catch (RuntimeException e) {
      if (own != null) {
        breakOff(own, "a statement failed: " + e);
      }
      throw e;
    }
  }

  private void sleep(@Nullable MemoryTransaction own, Duration duration) {
    try {
      sleeper.sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw giveUp(own, "Interrupted while waiting for another transaction");
    }
  }

  private StoreUnavailableException giveUp(@Nullable MemoryTransaction own, String reason) {
    if (own != null) {
      breakOff(own, reason);
    }
    return new StayedLockedException(reason);
  }

  /** Thrown when a lock was not released in time. */
  static final class StayedLockedException extends StoreUnavailableException {
    private static final long serialVersionUID = 1L;

    StayedLockedException(String message) {
      super(message);
    }
  }

  /** Returns whether a transaction other than the given one has locked one of these tasks. */
  boolean othersTouchTasks(@Nullable MemoryTransaction own, Collection<UUID> ids) {
    for (MemoryTransaction other : open) {
      Set<UUID> touched = other.overlay().touchedTasks();
      if (isOther(other, own) && !touched.isEmpty()) {
        for (UUID id : ids) {
          // An uncommitted insert locks nothing, because others don't see its row.
          boolean isThere = tables.live(id) != null || tables.waiter(id) != null;
          if (touched.contains(id) && isThere) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Returns whether a transaction other than the given one has taken or freed one of these keys.
   */
  boolean othersTouchKeys(@Nullable MemoryTransaction own, Collection<KeyName> keys) {
    for (MemoryTransaction other : open) {
      Set<KeyName> touched = other.overlay().touchedKeys();
      if (isOther(other, own) && keys.stream().anyMatch(touched::contains)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a transaction other than the given one has added a task to the order of one of
   * these flows.
   */
  boolean othersTouchOrders(MemoryTransaction own, Collection<Flow> flows) {
    return open.stream()
        .filter(other -> isOther(other, own))
        .anyMatch(other -> flows.stream().anyMatch(other.overlay().touchedOrders()::contains));
  }

  /** Returns whether a transaction other than the given one has written or locked this schedule. */
  boolean othersTouchSchedule(@Nullable MemoryTransaction own, String name) {
    return open.stream()
        .anyMatch(other -> isOther(other, own) && other.overlay().touchesSchedule(name));
  }

  /** Returns whether a transaction has taken or freed a key that this finished task had. */
  boolean othersTouchKeysOf(UUID finished) {
    FinishedRow row = tables.finished(finished);
    return row != null && othersTouchKeys(null, row.keys().stream().map(KeyClaim::name).toList());
  }

  private static boolean isOther(MemoryTransaction one, @Nullable MemoryTransaction own) {
    return !one.equals(own);
  }
}
