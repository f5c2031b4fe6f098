package dev.baton.cassandra.shard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rows that a command has read, with its changes on top. Used by one thread at a time. */
public final class Rows {
  private final @Nullable Rows below;
  private final Map<RowKey, Row> read;
  private final TreeMap<RowKey, Write> changed = new TreeMap<>();

  /**
   * A change to a row: a new value, or its removal.
   *
   * @param row the new row; null to remove it
   * @param withPayload whether to write its payload too; otherwise the payload is unchanged
   */
  record Write(RowKey key, @Nullable Row row, boolean withPayload) {}

  private Rows(@Nullable Rows below, Map<RowKey, Row> read) {
    this.below = below;
    this.read = read;
  }

  Rows(Map<RowKey, Row> read) {
    this(null, read);
  }

  /** Returns a copy for changes that may be discarded. */
  Rows onTop() {
    return new Rows(this, new HashMap<>());
  }

  /** Adopts the changes of the copy. */
  void accept(Rows top) {
    top.changed.values().forEach(this::add);
  }

  List<Write> writes() {
    return new ArrayList<>(changed.values());
  }

  /**
   * Returns the current row; null if there is none. Only for rows that the command declared to
   * read.
   */
  public @Nullable Row get(RowKey key) {
    Write write = changed.get(key);
    if (write != null) {
      return write.row();
    }
    return below == null ? read.get(key) : below.get(key);
  }

  /** Writes the row's value and leaves its payload unchanged. */
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
    // A row that was removed and written again must not show its former payload.
    boolean payload =
        write.withPayload() || (before != null && (before.withPayload() || before.row() == null));
    changed.put(write.key(), new Write(write.key(), write.row(), payload && write.row() != null));
  }
}
