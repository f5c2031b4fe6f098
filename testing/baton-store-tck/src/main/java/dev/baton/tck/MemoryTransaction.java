package dev.baton.tck;

import dev.baton.api.Transaction;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.tck.table.UncommittedRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transaction on a store in memory. Other transactions don't see its writes until the commit. It
 * locks the rows that it touches. Used by one thread at a time, except {@link #breakOff()}.
 */
public final class MemoryTransaction implements Transaction {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryTransaction.class);

  private final MemoryDatabase database;
  private final UncommittedRows overlay;
  private final List<Consumer<End>> callbacks = new ArrayList<>();
  private boolean ended;
  private @Nullable Duration patience;
  private volatile @Nullable String broken;

  MemoryTransaction(MemoryDatabase database, UncommittedRows overlay) {
    this.database = database;
    this.overlay = overlay;
  }

  /**
   * Records one more effect of the application under this name. It counts only if this transaction
   * commits.
   */
  public void effect(String name) {
    requireSound();
    database.locked(
        () -> {
          overlay.addEffect(name);
          return name;
        });
  }

  /** Sets a savepoint. */
  public Savepoint savepoint() {
    requireSound();
    return new Savepoint(overlay.size());
  }

  /** Undoes all writes since the savepoint and releases their locks. */
  public void rollbackTo(Savepoint savepoint) {
    requireSound();
    if (savepoint.writes() > overlay.size()) {
      throw new IllegalArgumentException(
          "A rollback to an earlier savepoint removed this savepoint");
    }
    database.locked(
        () -> {
          overlay.shrinkTo(savepoint.writes());
          return savepoint;
        });
  }

  /**
   * Makes all writes durable at once.
   *
   * @throws StoreUnavailableException if the transaction was broken off; nothing is durable then
   */
  public void commit() {
    requireOpen();
    if (!database.end(this, true)) {
      end(End.ROLLED_BACK);
      throw new StoreUnavailableException("Rolled back instead of committed: " + broken);
    }
    end(End.COMMITTED);
  }

  /** Undoes all writes. */
  public void rollback() {
    requireOpen();
    database.end(this, false);
    end(End.ROLLED_BACK);
  }

  /**
   * Commits as if the connection failed during the commit.
   *
   * @param applied whether the commit reached the store
   * @throws CommitUnknownException always
   */
  public void commitAndLoseAnswer(boolean applied) {
    requireOpen();
    database.end(this, applied);
    end(End.UNKNOWN);
    throw new CommitUnknownException(
        "The commit was sent and its confirmation was lost",
        new IllegalStateException("connection lost"));
  }

  /**
   * Undoes all writes as a lost connection does: from any thread, and without a notice to the user
   * of the transaction, who can then only end it.
   */
  public void breakOff() {
    database.breakOff(this, "the connection was lost");
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    if (!type.isInstance(this)) {
      throw new IllegalArgumentException("A transaction in memory has no " + type.getName());
    }
    return type.cast(this);
  }

  @Override
  public void onEnd(Consumer<End> callback) {
    requireOpen();
    callbacks.add(callback);
  }

  @Override
  public boolean reportsEnd() {
    return true;
  }

  @Override
  public boolean isExclusive() {
    return true;
  }

  /** Sets how long this transaction waits for a lock from now on; null for the default. */
  void waitsAtMost(@Nullable Duration most) {
    patience = most;
  }

  @Nullable Duration patience() {
    return patience;
  }

  UncommittedRows overlay() {
    return overlay;
  }

  boolean belongsTo(MemoryDatabase other) {
    return database.equals(other);
  }

  /** Marks the transaction as broken. Called under the store's lock. */
  void markBroken(String reason) {
    if (broken == null) {
      broken = reason;
    }
  }

  void requireSound() {
    requireOpen();
    if (broken != null) {
      throw new StoreUnavailableException("The transaction can only be rolled back: " + broken);
    }
  }

  private void requireOpen() {
    if (ended) {
      throw new IllegalStateException("The transaction has ended");
    }
  }

  private void end(End end) {
    ended = true;
    for (Consumer<End> callback : callbacks) {
      try {
        callback.accept(end);
      } catch (RuntimeException e) {
        LOG.warn(
            "A callback threw an exception ({}) when its transaction was {}: the other callbacks"
                + " still run",
            e,
            end);
      }
    }
  }

  /** A savepoint in a transaction. */
  public record Savepoint(int writes) {}
}
