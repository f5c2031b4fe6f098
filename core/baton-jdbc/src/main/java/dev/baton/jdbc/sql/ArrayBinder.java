package dev.baton.jdbc.sql;

import dev.baton.task.Bytes;
import dev.baton.task.row.When;
import java.nio.charset.Charset;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Binds the columns of a batch as PostgreSQL arrays, one parameter per column, from left to right.
 * So the database needs only one plan for any number of rows. Only one thread uses it.
 */
public final class ArrayBinder {
  private final Connection connection;
  private final PreparedStatement statement;
  private final Charset charset;
  private int index;

  ArrayBinder(Connection connection, PreparedStatement statement, Charset charset) {
    this.connection = connection;
    this.charset = charset;
    this.statement = statement;
  }

  public <T> ArrayBinder uuids(List<T> rows, Function<T, @Nullable UUID> column)
      throws SQLException {
    return array(UuidArray.of(connection, filled(rows, column, new UUID[rows.size()])));
  }

  public <T> ArrayBinder longs(List<T> rows, Function<T, @Nullable Long> column)
      throws SQLException {
    return array("int8", rows, column, new Long[rows.size()]);
  }

  public <T> ArrayBinder ints(List<T> rows, Function<T, @Nullable Integer> column)
      throws SQLException {
    return array("int4", rows, column, new Integer[rows.size()]);
  }

  public <T> ArrayBinder smalls(List<T> rows, Function<T, Integer> column) throws SQLException {
    return array("int2", rows, row -> column.apply(row).shortValue(), new Short[rows.size()]);
  }

  public <T> ArrayBinder flags(List<T> rows, Function<T, Boolean> column) throws SQLException {
    return array("bool", rows, column, new Boolean[rows.size()]);
  }

  public <T> ArrayBinder texts(List<T> rows, Function<T, @Nullable String> column)
      throws SQLException {
    return array(
        "text", rows, row -> StoredText.storable(column.apply(row)), new String[rows.size()]);
  }

  /** Binds texts that people read, like {@link Binder#words}. */
  public <T> ArrayBinder words(List<T> rows, Function<T, @Nullable String> column)
      throws SQLException {
    return array(
        "text",
        rows,
        row -> StoredText.storable(column.apply(row), charset),
        new String[rows.size()]);
  }

  public <T> ArrayBinder bytes(List<T> rows, Function<T, @Nullable Bytes> column)
      throws SQLException {
    return array("bytea", rows, row -> toArray(column.apply(row)), new byte[rows.size()][]);
  }

  /** Binds times as two parameters: the bases and the offsets. */
  public <T> ArrayBinder whens(List<T> rows, Function<T, @Nullable When> column)
      throws SQLException {
    array("timestamptz", rows, row -> base(column.apply(row)), new String[rows.size()]);
    return longs(rows, row -> Binder.offsetOf(column.apply(row)));
  }

  /** Binds instants. A missing instant becomes the PostgreSQL value {@code otherwise}. */
  public <T> ArrayBinder times(
      List<T> rows, Function<T, @Nullable Instant> column, String otherwise) throws SQLException {
    return array(
        "timestamptz",
        rows,
        row -> {
          Instant time = column.apply(row);
          return time == null ? otherwise : time.toString();
        },
        new String[rows.size()]);
  }

  public ArrayBinder uuid(UUID value) throws SQLException {
    statement.setObject(++index, value);
    return this;
  }

  public ArrayBinder number(long value) throws SQLException {
    statement.setLong(++index, value);
    return this;
  }

  public ArrayBinder flag(boolean value) throws SQLException {
    statement.setBoolean(++index, value);
    return this;
  }

  public ArrayBinder text(String value) throws SQLException {
    statement.setString(++index, value);
    return this;
  }

  private <T, V> ArrayBinder array(
      String type, List<T> rows, Function<T, ? extends @Nullable V> column, V[] values)
      throws SQLException {
    return array(connection.createArrayOf(type, filled(rows, column, values)));
  }

  private ArrayBinder array(Array array) throws SQLException {
    statement.setArray(++index, array);
    return this;
  }

  @SuppressWarnings("NullAway") // a null element becomes NULL
  private static <T, V> V[] filled(
      List<T> rows, Function<T, ? extends @Nullable V> column, V[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(rows.get(i));
    }
    return values;
  }

  /**
   * Returns the base in ISO 8601 with a Z, so that it doesn't depend on the time zone of the
   * session.
   */
  private static @Nullable String base(@Nullable When value) {
    return Binder.baseOf(value) == null ? null : String.valueOf(Binder.baseOf(value));
  }

  private static byte @Nullable [] toArray(@Nullable Bytes bytes) {
    return bytes == null ? null : bytes.toArray();
  }
}
