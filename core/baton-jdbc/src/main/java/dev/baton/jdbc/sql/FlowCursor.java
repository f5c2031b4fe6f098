package dev.baton.jdbc.sql;

import dev.baton.task.row.Candidate;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A position in the order of flows and priorities, after which a search continues. */
public record FlowCursor(String type, String key, int priority) {
  static final int LOWEST_PRIORITY = 9;

  private static final FlowCursor BEFORE_ALL = new FlowCursor("", "", Short.MIN_VALUE);

  public static FlowCursor of(@Nullable Candidate last) {
    return last == null
        ? BEFORE_ALL
        : new FlowCursor(last.flow().type(), last.flow().key(), stored(last.priority()));
  }

  /**
   * Returns the number to store for a priority. For the lowest priority it is the largest possible
   * number, because other software may have written a larger one than Baton's.
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
