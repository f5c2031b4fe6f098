package dev.baton.cassandra.shard;

import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads one row and decides what becomes of it; answers whether it was changed. */
public record OneRow(RowKey key, Step step) implements Command<Boolean> {

  /** What becomes of it. Pure. */
  @FunctionalInterface
  public interface Step {
    /**
     * Puts or removes the row, or leaves it.
     *
     * @param there its value; null when it isn't there
     * @return whether it was changed
     */
    boolean with(byte @Nullable [] there, Rows rows, Instant now);
  }

  /** What is done to it, and beside it. */
  @FunctionalInterface
  public interface Change {
    void with(Rows rows, Instant now);
  }

  /** Changes it where its value, or null where there is none, is as expected. */
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

  /** Removes it; answers whether it was there. */
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
