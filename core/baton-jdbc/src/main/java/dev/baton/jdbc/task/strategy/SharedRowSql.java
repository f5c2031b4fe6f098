package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.shared.Sql;
import dev.baton.jdbc.sql.ArrayBinder;
import dev.baton.jdbc.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** Runs the SQL of shared rows through {@link Statements}. Thread-safe. */
record SharedRowSql(Statements statements) implements Sql {
  @Override
  public <T> List<T> query(Connection connection, String sqlName, List<?> parameters, Row<T> row)
      throws SQLException {
    return statements.arrays(connection, sqlName, binder -> bind(binder, parameters), row::read);
  }

  @SuppressWarnings("unchecked") // no other type of list occurs
  private static void bind(ArrayBinder binder, List<?> parameters) throws SQLException {
    for (Object parameter : parameters) {
      if (parameter instanceof UUID id) {
        binder.uuid(id);
      } else if (parameter instanceof Number number) {
        binder.number(number.longValue());
      } else {
        binder.uuids((List<UUID>) parameter, id -> id);
      }
    }
  }
}
