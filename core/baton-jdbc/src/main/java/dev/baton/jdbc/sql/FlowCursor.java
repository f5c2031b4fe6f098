package dev.baton.jdbc.sql;

import dev.baton.task.Candidate;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A position in the order of flows and priorities. A search continues behind it. */
public record FlowCursor(String type, String key, int priority) {
  static final int LOWEST_PRIORITY = 9;

  private static final FlowCursor BEFORE_ALL = new FlowCursor("", "", Short.MIN_VALUE);

  public static FlowCursor of(@Nullable Candidate last) {
    return last == null
        ? BEFORE_ALL
        : new FlowCursor(last.flow().type(), last.flow().key(), stored(last.priority()));
  }

  /**
   * Returns the upper limit for the lowest priority: a row that other software wrote may have a
   * larger number, which Baton treats as the lowest priority.
   */
  private static int stored(int priority) {
    return priority == LOWEST_PRIORITY ? Short.MAX_VALUE : priority;
  }

  /** Binds type, key and priority as the next three parameters. */
  public Binder bind(Binder binder) throws SQLException {
    return binder.text(type).text(key).small(priority);
  }

  public ArrayBinder bind(ArrayBinder binder) throws SQLException {
    return binder.text(type).text(key).number(priority);
  }
}
