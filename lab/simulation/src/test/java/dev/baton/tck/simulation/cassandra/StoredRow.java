package dev.baton.tck.simulation.cassandra;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A row as one replica stores it: each cell with the time of its last write. */
final class StoredRow {
  static final long NEVER = -1;

  private long deletedAt = NEVER;
  private @Nullable Cell marker;
  private final Map<String, Cell> cells = new TreeMap<>();

  /**
   * A written cell and the time of the write.
   *
   * @param value null if the cell was deleted
   * @param endSecond when the cell expires
   */
  record Cell(long at, @Nullable ByteBuffer value, long endSecond) {
    static final long FOR_EVER = Long.MAX_VALUE;

    boolean isThere(long deletedAt, long nowSecond) {
      return value != null && at > deletedAt && nowSecond < endSecond;
    }

    /**
     * Returns the later cell. Of two with the same time, a deletion wins, or else the greater
     * value.
     */
    static Cell later(Cell one, Cell other) {
      if (one.at != other.at) {
        return one.at > other.at ? one : other;
      }
      if (one.value == null || other.value == null) {
        return one.value == null ? one : other;
      }
      return CqlType.compareBytes(one.value, other.value) >= 0 ? one : other;
    }
  }

  void delete(long at) {
    deletedAt = Math.max(deletedAt, at);
  }

  /** Marks the row as existing, even without cells. */
  void mark(Cell written) {
    marker = marker == null ? written : Cell.later(marker, written);
  }

  void write(String column, Cell written) {
    cells.merge(column, written, Cell::later);
  }

  /** Adds another replica's cells of the row. */
  void absorb(StoredRow other) {
    delete(other.deletedAt);
    if (other.marker != null) {
      mark(other.marker);
    }
    other.cells.forEach(this::write);
  }

  /** Returns the values of its cells; null where the row doesn't exist. */
  @Nullable Map<String, ByteBuffer> read(long nowSecond) {
    Map<String, ByteBuffer> values = new TreeMap<>();
    cells.forEach(
        (column, cell) -> {
          ByteBuffer value = cell.value();
          if (value != null && cell.isThere(deletedAt, nowSecond)) {
            values.put(column, value);
          }
        });
    boolean isMarked = marker != null && marker.isThere(deletedAt, nowSecond);
    return isMarked || !values.isEmpty() ? values : null;
  }
}
