package dev.baton.tck.simulation.cassandra;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one conditional write changes, all of it in one partition.
 *
 * @param at grows with each write of the partition
 */
public record Mutation(Place place, long at, List<Part> parts) {

  /** Which partition. */
  public record Place(String table, List<ByteBuffer> key) {}

  /** A part of it. */
  public sealed interface Part {}

  /**
   * Whether no row is changed by two parts: which of them counts, both being of the same time,
   * isn't known here.
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
   * @param row its key; empty where the partition is one row
   * @param marksRow whether the row is there from now on, though nothing be in its cells
   * @param values what its cells become; null deletes
   */
  public record Write(
      ByteBuffer row, boolean marksRow, Map<String, @Nullable ByteBuffer> values, long endSecond)
      implements Part {}

  /** Deletes the rows from the first key on, before the second; null for no bound. */
  public record Delete(@Nullable ByteBuffer from, @Nullable ByteBuffer to) implements Part {}

  /** Deletes one row. */
  public record DeleteRow(ByteBuffer row) implements Part {}
}
