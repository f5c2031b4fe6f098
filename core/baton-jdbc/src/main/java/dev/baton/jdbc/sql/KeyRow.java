package dev.baton.jdbc.sql;

import dev.baton.task.internal.TaskKey;
import dev.baton.task.rule.NewTask;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * A row of {@code baton_key}; equal to any other row for the same name, whoever has it.
 *
 * @param kind the stored code of what is unique
 * @param type the task type in which a caller's key is unique; empty for an id
 * @param text the unique text
 * @param taskId who wants it
 * @param holdMicros how long it stays taken at least, counted from the adding
 * @param whileKept whether it stays taken while the finished task is kept
 */
public record KeyRow(
    int kind, String type, String text, UUID taskId, long holdMicros, boolean whileKept) {
  /** The order in which keys are taken: one for all, or two batches would block each other. */
  public static final Comparator<KeyRow> ORDER =
      Comparator.comparingInt(KeyRow::kind).thenComparing(KeyRow::type).thenComparing(KeyRow::text);

  private static final UUID NO_TASK = new UUID(0, 0);

  public static List<KeyRow> of(NewTask task) {
    List<KeyRow> rows = new ArrayList<>();
    for (TaskKey key : task.keys()) {
      boolean isId = key.kind() == TaskKey.Kind.ID;
      rows.add(
          new KeyRow(
              key.kind().code(),
              isId ? "" : task.spec().type(),
              Objects.requireNonNull(StoredText.storable(key.text())),
              task.id(),
              Binder.microsOf(key.retention().atLeast()),
              // An id names its finished row too, so it is taken as long as there is one.
              key.retention().whileKept() || isId));
    }
    return rows;
  }

  /** The name that begins a row of a result, and whatever has it. */
  public static KeyRow nameOf(ResultSet row) throws SQLException {
    return new KeyRow(row.getInt(1), row.getString(2), row.getString(3), NO_TASK, 0, false);
  }

  /** Its kind, type and text as the next three parameters. */
  public Binder bindName(Binder binder) throws SQLException {
    return binder.small(kind).text(type).text(text);
  }

  public boolean isId() {
    return kind == TaskKey.Kind.ID.code();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRow row
        && kind == row.kind
        && type.equals(row.type)
        && text.equals(row.text);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, type, text);
  }
}
