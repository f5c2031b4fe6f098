package dev.baton.jdbc.sql;

import dev.baton.task.row.TaskKey;
import dev.baton.task.rule.NewTask;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * A row of {@code baton_key}. Two rows are equal if they have the same kind, type and text, even if
 * different tasks own them.
 *
 * @param kind code of the kind of key
 * @param type task type in which the key is unique; empty for an id
 * @param text text of the key
 * @param taskId task that requests or owns the key
 * @param holdMicros minimum time for which the key is taken, from when the task was added
 * @param whileKept true if the key is also taken while the finished task is kept
 */
public record KeyRow(
    int kind, String type, String text, UUID taskId, long holdMicros, boolean whileKept) {
  /**
   * The order in which keys are inserted. All batches use the same order, because they could
   * deadlock otherwise.
   */
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
              // A finished row also has the id, so the id is taken while that row exists.
              key.retention().whileKept() || isId));
    }
    return rows;
  }

  /** Reads the kind, type and text at the start of a result row. The other fields are empty. */
  public static KeyRow nameOf(ResultSet row) throws SQLException {
    return new KeyRow(row.getInt(1), row.getString(2), row.getString(3), NO_TASK, 0, false);
  }

  /** Binds kind, type and text as the next three parameters. */
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
