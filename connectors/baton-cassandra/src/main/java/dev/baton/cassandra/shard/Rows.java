package dev.baton.cassandra.shard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a command has read, and its changes on top of them. Used by one thread at a time.
 */
public final class Rows {
  private final @Nullable Rows below;
  private final Map<RowKey, Row> read;
  private final TreeMap<RowKey, Write> changed = new TreeMap<>();

  /**
   * What becomes of a row.
   *
   * @param row null when it is removed
   * @param withPayload whether its payload is written, too, and not left as it is
   */
  record Write(RowKey key, @Nullable Row row, boolean withPayload) {}

  private Rows(@Nullable Rows below, Map<RowKey, Row> read) {
    this.below = below;
    this.read = read;
  }

  Rows(Map<RowKey, Row> read) {
    this(null, read);
  }

  /** The same, for changes that may be given up. */
  Rows onTop() {
    return new Rows(this, new HashMap<>());
  }

  /** Takes over what was changed on top. */
  void accept(Rows top) {
    top.changed.values().forEach(this::add);
  }

  List<Write> writes() {
    return new ArrayList<>(changed.values());
  }

  /** The row as it now is; null when there is none. Only of what the command said it reads. */
  public @Nullable Row get(RowKey key) {
    Write write = changed.get(key);
    if (write != null) {
      return write.row();
    }
    return below == null ? read.get(key) : below.get(key);
  }

  /** Writes the row's value and leaves its payload as it is. */
  public void put(RowKey key, byte[] value) {
    Row before = get(key);
    add(new Write(key, new Row(value, before == null ? null : before.payload()), false));
  }

  /** Writes the row with its payload. */
  public void put(RowKey key, Row row) {
    add(new Write(key, row, row.payload() != null || get(key) != null));
  }

  /** Removes the row. */
  public void remove(RowKey key) {
    add(new Write(key, null, false));
  }

  private void add(Write write) {
    Write before = changed.get(write.key());
    // What was removed and is there again must not show the payload that it had.
    boolean payload =
        write.withPayload() || (before != null && (before.withPayload() || before.row() == null));
    changed.put(write.key(), new Write(write.key(), write.row(), payload && write.row() != null));
  }
}
