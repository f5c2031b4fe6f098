package dev.baton.cassandra.shard;

import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads one row and changes it or not; returns whether it was changed. */
public record OneRow(RowKey key, RowDecider step) implements Command<Boolean> {

  /** Decides on the change. Pure. */
  @FunctionalInterface
  public interface RowDecider {
    /**
     * Puts or removes the row, or leaves it unchanged.
     *
     * @param there its value; null if it doesn't exist
     * @return whether it was changed
     */
    boolean with(byte @Nullable [] there, Rows rows, Instant now);
  }

  /** Changes the row, and other rows with it. */
  @FunctionalInterface
  public interface Change {
    void with(Rows rows, Instant now);
  }

  /** Returns a command that changes the row if its value (null if there is none) is as expected. */
  public static OneRow where(RowKey key, Predicate<byte @Nullable []> expected, Change change) {
    return new OneRow(
        key,
        (there, rows, now) -> {
          boolean is = expected.test(there);
          if (is) {
            change.with(rows, now);
          }
          return is;
        });
  }

  /** Returns a command that removes the row; its result is whether the row existed. */
  public static OneRow removed(RowKey key) {
    return new OneRow(
        key,
        (there, rows, now) -> {
          if (there != null) {
            rows.remove(key);
          }
          return there != null;
        });
  }

  @Override
  public List<RowKey> reads() {
    return List.of(key);
  }

  @Override
  public Boolean decide(Rows rows, Instant now) {
    Row row = rows.get(key);
    return step.with(row == null ? null : row.value(), rows, now);
  }
}
