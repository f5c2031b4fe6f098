package dev.baton.jdbc.sql;

import dev.baton.jdbc.dialect.Dialect;
import dev.baton.task.Bytes;
import dev.baton.task.row.RowFault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the columns of one row, even if some values are invalid. It replaces an invalid value by a
 * harmless one and records the fault. So a row that other software has damaged doesn't prevent the
 * other rows from being read. The recorded faults contain column names and numbers, but no texts.
 * Only one thread uses it.
 */
public final class RowReader {
  /** Range of times that every database can store and compute with. */
  private static final Instant EARLIEST = beginOf(1);

  private static final Instant LATEST = beginOf(10_000).minusNanos(1_000);

  private final Dialect dialect;
  private final ResultSet row;
  private @Nullable StringBuilder faults;

  /**
   * Returns the first moment of a year. This avoids parsing a text, which takes time at each start.
   */
  private static Instant beginOf(int year) {
    return LocalDate.of(year, 1, 1).atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  public RowReader(Dialect dialect, ResultSet row) {
    this.dialect = dialect;
    this.row = row;
  }

  /** Reads one column. */
  @FunctionalInterface
  interface Column<T> {
    @Nullable T read() throws SQLException;
  }

  void fault(String what) {
    faults = faults == null ? new StringBuilder() : faults.append("; ");
    faults.append(what);
  }

  /** Returns the faults that were found; null if there are none. */
  @Nullable String faults() {
    return faults == null ? null : faults.toString();
  }

  /** Returns the faults of a live task whose row has this version; null if there are none. */
  @Nullable RowFault fault(long version) {
    return faults == null ? null : new RowFault(version, faults.toString());
  }

  UUID id(int column) throws SQLException {
    UUID id = dialect.readUuid(row, column);
    if (id == null) {
      throw new SQLException("Column " + column + " contains no id");
    }
    return id;
  }

  public @Nullable UUID uuid(int column, String name) throws SQLException {
    return read(name, () -> dialect.readUuid(row, column));
  }

  public int number(int column, String name, int least, int most) throws SQLException {
    int number = row.getInt(column);
    if (number == 0 && row.wasNull()) {
      fault(name + " is null");
    } else if (number < least || number > most) {
      fault(
          most == Integer.MAX_VALUE
              ? name + " is " + number + ", less than " + least
              : name + " is " + number + ", not " + least + " to " + most);
    }
    return Math.max(least, Math.min(most, number));
  }

  String text(int column, String name) throws SQLException {
    String text = row.getString(column);
    if (text == null) {
      fault(name + " is null");
      return "";
    }
    return text;
  }

  @Nullable String textOrNull(int column) throws SQLException {
    return row.getString(column);
  }

  @Nullable Bytes bytes(int column) throws SQLException {
    return Rows.bytes(row, column);
  }

  boolean flag(int column) throws SQLException {
    return row.getBoolean(column);
  }

  @Nullable Instant timeOrNull(int column, String name) throws SQLException {
    Instant time = read(name, () -> dialect.readInstant(row, column));
    if (time != null && (time.isBefore(EARLIEST) || time.isAfter(LATEST))) {
      fault(name + " isn't within the years 1 to 9999");
      return time.isBefore(EARLIEST) ? EARLIEST : LATEST;
    }
    return time;
  }

  public Instant time(int column, String name) throws SQLException {
    Instant time = timeOrNull(column, name);
    if (time == null) {
      fault(name + " is null");
      return Instant.EPOCH;
    }
    return time;
  }

  /** Returns the value; null if it can't be read. */
  <T> @Nullable T read(String name, Column<T> column) throws SQLException {
    try {
      return column.read();
    } catch (SQLException e) {
      String state = e.getSQLState();
      if (state != null && state.startsWith("08")) {
        throw e;
      }
      fault(name + " can't be read");
      return null;
    } catch (RuntimeException e) {
      // Don't use the exception's message, because it may quote the value.
      fault(name + " can't be read");
      return null;
    }
  }
}
