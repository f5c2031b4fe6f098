package dev.baton.cassandra.shard;

import java.time.Instant;
import java.util.List;
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
