package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.task.Bytes;
import dev.baton.task.rule.SignalNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The signals that a task has, and its waits for them. The value of each signal is in its own row,
 * because all together may be too large for one. Immutable.
 *
 * @param revision grows with each change
 * @param notes the signals without their values, and the waits
 */
public record MailIndex(long revision, List<SignalNote> notes) {
  /** The index of a task that has no signals and awaits none. */
  public static final MailIndex NONE = new MailIndex(0, List.of());

  private static final Bytes ELSEWHERE = Bytes.of("");

  /** Returns the note without its value, as the index stores it. */
  private static SignalNote outline(SignalNote note) {
    return note.isWait() ? note : new SignalNote(false, note.name(), note.number(), ELSEWHERE);
  }

  private static boolean isSame(SignalNote one, SignalNote other) {
    return one.isWait() == other.isWait()
        && one.number() == other.number()
        && one.name().equals(other.name());
  }

  /** Returns the index with this note in place of an equal one; writes its value. */
  public MailIndex keeping(Rows rows, UUID task, SignalNote note) {
    List<SignalNote> all = new ArrayList<>(notes);
    all.removeIf(one -> isSame(one, note));
    all.add(outline(note));
    if (!note.isWait()) {
      rows.put(key(task, note), note.content().toArray());
    }
    return new MailIndex(revision + 1, List.copyOf(all));
  }

  /**
   * Returns the index without its waits and the signals that were read. Removes the values of these
   * signals.
   */
  public MailIndex ended(Rows rows, UUID task, List<SignalNote> read) {
    return without(
        rows, task, note -> note.isWait() || read.stream().anyMatch(one -> isSame(one, note)));
  }

  /** Removes all values. */
  void remove(Rows rows, UUID task) {
    without(rows, task, note -> true);
  }

  private MailIndex without(Rows rows, UUID task, Predicate<SignalNote> gone) {
    List<SignalNote> left = notes.stream().filter(gone.negate()).toList();
    if (left.size() == notes.size()) {
      return this;
    }
    notes.stream()
        .filter(note -> !note.isWait() && gone.test(note))
        .forEach(note -> rows.remove(key(task, note)));
    return new MailIndex(revision + 1, left);
  }

  private static RowKey key(UUID task, SignalNote signal) {
    return Keys.signal(task, signal.name(), signal.number());
  }

  /** Returns the keys of the values. */
  public List<RowKey> keys(UUID task) {
    return notes.stream().filter(note -> !note.isWait()).map(note -> key(task, note)).toList();
  }

  /**
   * Returns the notes with these values; empty if a value is missing, because the mail has changed.
   */
  public Optional<List<SignalNote>> whole(UUID task, Map<RowKey, Row> values) {
    List<SignalNote> whole = new ArrayList<>();
    for (SignalNote note : notes) {
      Row row = note.isWait() ? null : values.get(key(task, note));
      if (!note.isWait() && row == null) {
        return Optional.empty();
      }
      whole.add(
          row == null
              ? note
              : new SignalNote(false, note.name(), note.number(), Bytes.of(row.value())));
    }
    return Optional.of(whole);
  }

  void write(Encoder out) {
    out.number(revision)
        .all(
            notes,
            note ->
                out.flag(note.isWait())
                    .text(note.name())
                    .number(note.number())
                    .bytes(note.content()));
  }

  static MailIndex read(Decoder in) {
    return new MailIndex(
        in.number(), in.all(() -> new SignalNote(in.flag(), in.text(), in.count(), in.bytes())));
  }
}
