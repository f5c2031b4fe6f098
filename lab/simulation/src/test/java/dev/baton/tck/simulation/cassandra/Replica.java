package dev.baton.tck.simulation.cassandra;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One partition as one replica stores it. */
final class Replica {
  private final CqlType order;
  private final NavigableMap<ByteBuffer, StoredRow> rows;
  private final List<RangeDeletion> deletions = new ArrayList<>();
  private final Set<Long> applied = new HashSet<>();

  private record RangeDeletion(Mutation.Delete range, long at) {}

  /**
   * @param order the order of its rows' keys
   */
  Replica(CqlType order) {
    this.order = order;
    rows = new TreeMap<>(order::compare);
  }

  void apply(Mutation mutation) {
    if (!applied.add(mutation.at())) {
      return;
    }
    for (Mutation.Part part : mutation.parts()) {
      if (part instanceof Mutation.Write write) {
        write(write, mutation.at());
      } else if (part instanceof Mutation.DeleteRow delete) {
        row(delete.row()).delete(mutation.at());
      } else if (part instanceof Mutation.Delete range) {
        deletions.add(new RangeDeletion(range, mutation.at()));
        ByteBuffer key = key(range.from(), true, range.to());
        for (; key != null; key = key(key, false, range.to())) {
          row(key).delete(mutation.at());
        }
      }
    }
  }

  private void write(Mutation.Write write, long at) {
    StoredRow row = row(write.row());
    if (write.marksRow()) {
      row.mark(new StoredRow.Cell(at, write.row(), write.endSecond()));
    }
    write
        .values()
        .forEach(
            (column, value) -> row.write(column, new StoredRow.Cell(at, value, write.endSecond())));
  }

  private StoredRow row(ByteBuffer key) {
    return rows.computeIfAbsent(key, this::deleted);
  }

  /** Returns a missing row with the deletions that cover it. */
  private StoredRow deleted(ByteBuffer key) {
    StoredRow row = new StoredRow();
    for (RangeDeletion deletion : deletions) {
      ByteBuffer from = deletion.range().from();
      ByteBuffer to = deletion.range().to();
      if ((from == null || order.compare(from, key) <= 0)
          && (to == null || order.compare(key, to) < 0)) {
        row.delete(deletion.at());
      }
    }
    return row;
  }

  /**
   * Returns the first key of a row that may exist, from this key (or after it) and before the
   * other.
   */
  @Nullable ByteBuffer key(@Nullable ByteBuffer from, boolean inclusive, @Nullable ByteBuffer to) {
    ByteBuffer key =
        from == null
            ? rows.isEmpty() ? null : rows.firstKey()
            : inclusive ? rows.ceilingKey(from) : rows.higherKey(from);
    return key == null || (to != null && order.compare(key, to) >= 0) ? null : key;
  }

  /** Returns the lesser value; null is greater than all values. */
  @Nullable ByteBuffer lesser(@Nullable ByteBuffer one, @Nullable ByteBuffer other) {
    return one == null || (other != null && order.compare(other, one) < 0) ? other : one;
  }

  /** Adds this replica's cells of the row. */
  void readInto(StoredRow merged, ByteBuffer key) {
    StoredRow own = rows.get(key);
    merged.absorb(own == null ? deleted(key) : own);
  }

  /** Adds another replica's cells of the row. */
  void repair(ByteBuffer key, StoredRow merged) {
    row(key).absorb(merged);
  }
}
