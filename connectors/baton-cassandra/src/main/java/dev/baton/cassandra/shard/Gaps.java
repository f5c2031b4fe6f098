package dev.baton.cassandra.shard;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Ranges of a shard without rows, which reads skip, because Cassandra keeps a tombstone for each
 * removed row. A range includes its first key and excludes its last. Other ranges may be empty too.
 * Immutable.
 */
final class Gaps {
  /**
   * Maximum number of gaps, so that the state, which is read and written with each epoch, stays
   * small.
   */
  static final int MAX_GAPS = 48;

  static final Gaps NONE = new Gaps(new TreeMap<>(), 0);

  private final NavigableMap<RowKey, RowKey> endByStart;
  private final int removals;

  private Gaps(NavigableMap<RowKey, RowKey> endByStart, int removals) {
    this.endByStart = endByStart;
    this.removals = removals;
  }

  /** Returns how many rows all nodes together have removed since a node last searched for gaps. */
  int removals() {
    return removals;
  }

  /** Returns the gaps after more rows were removed. */
  Gaps removing(int rows) {
    return rows == 0 ? this : new Gaps(endByStart, removals + rows);
  }

  /** Returns the gaps with the count of removals reset to zero. */
  Gaps counted() {
    return new Gaps(endByStart, 0);
  }

  /** A range of keys: the first one is included, the second isn't. */
  record Range(RowKey from, RowKey to) {
    boolean isEmpty() {
      return from.compareTo(to) >= 0;
    }
  }

  /** Returns the gaps, with the gaps in this range replaced by others. */
  Gaps replaced(Range range, List<Range> others) {
    TreeMap<RowKey, RowKey> next = new TreeMap<>(endByStart);
    next.subMap(range.from(), range.to()).clear();
    for (Range gap : others) {
      if (!gap.isEmpty() && next.size() < MAX_GAPS) {
        next.put(gap.from(), gap.to());
      }
    }
    return new Gaps(next, removals);
  }

  /**
   * Returns the gaps after a row was written. Only the part of the gap before the row remains,
   * because rows are removed at the front, and most new ones are behind all others.
   */
  Gaps without(RowKey put) {
    Map.Entry<RowKey, RowKey> gap = endByStart.floorEntry(put);
    if (gap == null || gap.getValue().compareTo(put) <= 0) {
      return this;
    }
    TreeMap<RowKey, RowKey> next = new TreeMap<>(endByStart);
    next.remove(gap.getKey());
    if (gap.getKey().compareTo(put) < 0) {
      next.put(gap.getKey(), put);
    }
    return new Gaps(next, removals);
  }

  /** Returns the parts of this range that may have rows, in order. */
  List<Range> outside(Range range) {
    List<Range> parts = new ArrayList<>();
    RowKey from = range.from();
    Map.Entry<RowKey, RowKey> before = endByStart.lowerEntry(from);
    if (before != null && before.getValue().compareTo(from) > 0) {
      from = before.getValue();
    }
    if (from.compareTo(range.to()) >= 0) {
      return parts;
    }
    for (Map.Entry<RowKey, RowKey> gap : endByStart.subMap(from, range.to()).entrySet()) {
      if (from.compareTo(gap.getKey()) < 0) {
        parts.add(new Range(from, gap.getKey()));
      }
      from = gap.getValue();
    }
    if (from.compareTo(range.to()) < 0) {
      parts.add(new Range(from, range.to()));
    }
    return parts;
  }

  ByteBuffer toBuffer() {
    int size =
        endByStart.entrySet().stream()
            .mapToInt(gap -> 2 * Short.BYTES + gap.getKey().length() + gap.getValue().length())
            .sum();
    ByteBuffer all = ByteBuffer.allocate(Integer.BYTES + size).putInt(removals);
    endByStart.forEach(
        (from, to) -> {
          all.putShort((short) from.length()).put(from.toBuffer());
          all.putShort((short) to.length()).put(to.toBuffer());
        });
    return all.flip();
  }

  static Gaps of(ByteBuffer stored) {
    ByteBuffer rest = stored.duplicate();
    int removals = rest.getInt();
    TreeMap<RowKey, RowKey> gaps = new TreeMap<>();
    while (rest.hasRemaining()) {
      RowKey from = next(rest);
      gaps.put(from, next(rest));
    }
    return new Gaps(gaps, removals);
  }

  private static RowKey next(ByteBuffer rest) {
    int length = rest.getShort();
    ByteBuffer part = rest.duplicate();
    part.limit(part.position() + length);
    rest.position(rest.position() + length);
    return RowKey.of(part);
  }
}
