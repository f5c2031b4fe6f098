package dev.baton.tck.simulation.cassandra;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one conditional write, all in one partition.
 *
 * @param at grows with each write of the partition
 */
public record Mutation(Place place, long at, List<Part> parts) {

  /** A partition of a table. */
  public record Place(String table, List<ByteBuffer> key) {}

  /** One change of a mutation. */
  public sealed interface Part {}

  /**
   * Returns whether no row is changed by two parts. Both changes would have the same time, so the
   * simulation can't decide which one counts.
   */
  boolean isClear(CqlType order) {
    TreeSet<ByteBuffer> rows = new TreeSet<>(order::compare);
    boolean clear = true;
    for (Part part : parts) {
      if (part instanceof Write write) {
        clear &= rows.add(write.row());
      } else if (part instanceof DeleteRow delete) {
        clear &= rows.add(delete.row());
      }
    }
    for (Part part : parts) {
      if (part instanceof Delete range) {
        ByteBuffer first = rows.ceiling(range.from());
        boolean isBehind =
            first == null || (range.to() != null && order.compare(first, range.to()) >= 0);
        clear &= isBehind;
      }
    }
    return clear;
  }

  /**
   * Writes a row.
   *
   * @param row the row's key; empty where the partition is one row
   * @param marksRow whether the row exists from now on, even without cells
   * @param values the new values of its cells; null deletes
   */
  public record Write(
      ByteBuffer row, boolean marksRow, Map<String, @Nullable ByteBuffer> values, long endSecond)
      implements Part {}

  /**
   * Deletes the rows from the first key (inclusive) to the second key (exclusive); null for no
   * bound.
   */
  public record Delete(@Nullable ByteBuffer from, @Nullable ByteBuffer to) implements Part {}

  /** Deletes one row. */
  public record DeleteRow(ByteBuffer row) implements Part {}
}
