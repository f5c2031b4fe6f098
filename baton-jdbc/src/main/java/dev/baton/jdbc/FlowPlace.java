package dev.baton.jdbc;

import dev.baton.task.Candidate;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Where a look goes on in the order of flows and priorities: behind all of this one. */
record FlowPlace(String type, String key, int priority) {
  private static final FlowPlace BEFORE_ALL = new FlowPlace("", "", -1);

  static FlowPlace of(@Nullable Candidate last) {
    return last == null
        ? BEFORE_ALL
        : new FlowPlace(last.flow().type(), last.flow().key(), last.priority());
  }

  /** Its type, key and priority as the next three parameters. */
  Binder bind(Binder binder) throws SQLException {
    return binder.text(type).text(key).small(priority);
  }

  ArrayBinder bind(ArrayBinder binder) throws SQLException {
    return binder.text(type).text(key).number(priority);
  }
}
