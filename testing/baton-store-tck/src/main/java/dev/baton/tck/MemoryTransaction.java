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
 * A transaction on a store in memory. What it writes is invisible to others until it commits; what
 * it touches is locked. Used by one thread at a time, except {@link #breakOff()}.
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
   * Writes one more effect of the application under this name: it counts exactly if this commits.
   */
  public void effect(String name) {
    requireSound();
    database.locked(
        () -> {
          overlay.addEffect(name);
          return name;
        });
  }

  /** A point to go back to. */
  public Savepoint savepoint() {
    requireSound();
    return new Savepoint(overlay.size());
  }

  /** Undoes what was written since the savepoint, and lets go of its locks. */
  public void rollbackTo(Savepoint savepoint) {
    requireSound();
    if (savepoint.writes() > overlay.size()) {
      throw new IllegalArgumentException("The savepoint was undone by an earlier one");
    }
    database.locked(
        () -> {
          overlay.shrinkTo(savepoint.writes());
          return savepoint;
        });
  }

  /**
   * Makes everything durable at once.
   *
   * @throws StoreUnavailableException when it was broken off; nothing is durable then
   */
  public void commit() {
    requireOpen();
    if (!database.end(this, true)) {
      end(End.ROLLED_BACK);
      throw new StoreUnavailableException("Rolled back instead of committed: " + broken);
    }
    end(End.COMMITTED);
  }

  /** Undoes everything. */
  public void rollback() {
    requireOpen();
    database.end(this, false);
    end(End.ROLLED_BACK);
  }

  /**
   * Commits as over a connection that fails at that moment.
   *
   * @param applied whether the commit reached the store
   * @throws CommitUnknownException always
   */
  public void commitAndLoseAnswer(boolean applied) {
    requireOpen();
    database.end(this, applied);
    end(End.UNKNOWN);
    throw new CommitUnknownException(
        "The commit was sent and its answer lost", new IllegalStateException("connection lost"));
  }

  /**
   * Undoes everything as a lost connection does: from any thread, without telling. All that its
   * user can still do is to end it.
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
  public boolean tellsItsEnd() {
    return true;
  }

  @Override
  public boolean isExclusive() {
    return true;
  }

  /** How long it waits for a lock from now on; null for as long as others. */
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

  /** Called under the store's lock. */
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

  /** A point in a transaction. */
  public record Savepoint(int writes) {}
}
