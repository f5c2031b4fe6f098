package dev.baton.move;

import dev.baton.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A connection in a transaction, with its database's dialect.
 *
 * @param database the database's name in {@link SqlFile}
 */
record Session(Connection connection, Dialect dialect, String database) {
  Session(Connection connection, Dialect dialect) {
    this(connection, dialect, dialect.name());
  }

  /** Binds the parameters, in order. */
  interface Binding {
    void to(Parameters parameters) throws SQLException;
  }

  /** Reads a row. */
  interface Reading<T> {
    T from(ResultSet row) throws SQLException;
  }

  <T> List<T> query(String sql, Binding binding, Reading<T> reading) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      binding.to(new Parameters(statement, dialect));
      List<T> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(reading.from(rows));
        }
      }
      return found;
    }
  }

  int update(String sql, Binding binding) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      binding.to(new Parameters(statement, dialect));
      return statement.executeUpdate();
    }
  }

  /** Runs the same statement for each item, in one batch. */
  <T> void each(String sql, List<T> items, EachBinding<T> binding) throws SQLException {
    if (items.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (T item : items) {
        binding.to(new Parameters(statement, dialect), item);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** Binds the parameters of an item. */
  interface EachBinding<T> {
    void to(Parameters parameters, T item) throws SQLException;
  }

  UUID uuid(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(dialect.readUuid(row, column));
  }

  static Instant time(ResultSet row, int column) throws SQLException {
    Timestamp time = row.getTimestamp(column);
    return time == null ? Instant.EPOCH : time.toInstant();
  }

  /** The parameters of a statement, bound one after the other. Used by one thread. */
  static final class Parameters {
    private final PreparedStatement statement;
    private final Dialect dialect;
    private int bound;

    Parameters(PreparedStatement statement, Dialect dialect) {
      this.statement = statement;
      this.dialect = dialect;
    }

    Parameters uuid(@Nullable UUID value) throws SQLException {
      dialect.bindUuid(statement, ++bound, value);
      return this;
    }

    Parameters text(@Nullable String value) throws SQLException {
      statement.setString(++bound, value);
      return this;
    }

    Parameters number(long value) throws SQLException {
      statement.setLong(++bound, value);
      return this;
    }

    /** Binds a time in the form of the old engines' tables, not of Baton's. */
    Parameters time(Instant value) throws SQLException {
      statement.setTimestamp(++bound, Timestamp.from(value));
      return this;
    }

    Parameters uuids(List<UUID> values) throws SQLException {
      for (UUID value : values) {
        uuid(value);
      }
      return this;
    }

    Parameters texts(List<String> values) throws SQLException {
      for (String value : values) {
        text(value);
      }
      return this;
    }
  }
}
