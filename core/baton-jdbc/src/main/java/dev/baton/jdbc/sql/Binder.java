package dev.baton.jdbc.sql;

import dev.baton.jdbc.dialect.Dialect;
import dev.baton.task.Bytes;
import dev.baton.task.row.When;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Binds a statement's parameters from left to right. Only one thread uses it. */
public final class Binder {
  /** Estimated size of the rest of a statement: its SQL text and its short values. */
  private static final int REST_OF_A_STATEMENT = 4_096;

  private final Dialect dialect;
  private final PreparedStatement statement;
  private int index;

  /**
   * Estimated size of the values of the current execution, and the largest such size of the batch.
   */
  private long size;

  private long largest;

  Binder(Dialect dialect, PreparedStatement statement) {
    this.dialect = dialect;
    this.statement = statement;
  }

  /** Returns the number of parameters bound so far. */
  int bound() {
    return index;
  }

  public Binder uuid(@Nullable UUID value) throws SQLException {
    dialect.bindUuid(statement, ++index, value);
    return this;
  }

  public Binder number(long value) throws SQLException {
    statement.setLong(++index, value);
    return this;
  }

  public Binder small(int value) throws SQLException {
    statement.setInt(++index, value);
    return this;
  }

  public Binder flag(boolean value) throws SQLException {
    statement.setBoolean(++index, value);
    return this;
  }

  public Binder text(@Nullable String value) throws SQLException {
    statement.setString(++index, StoredText.storable(value));
    return this;
  }

  /**
   * Binds a text that people read and that no query searches for. Characters that the database's
   * encoding doesn't have may be replaced.
   */
  public Binder words(@Nullable String value) throws SQLException {
    statement.setString(++index, StoredText.storable(value, dialect.charset()));
    return this;
  }

  public Binder bytes(@Nullable Bytes value) throws SQLException {
    byte[] bytes = value == null ? null : value.toArray();
    if (bytes != null) {
      size += escaped(bytes);
      if (bytes.length >= dialect.mostAtOnce()) {
        throw SqlErrors.tooLarge(size, dialect.mostAtOnce());
      }
    }
    statement.setBytes(++index, bytes);
    return this;
  }

  /**
   * Returns the size as it is sent: for MariaDB and MySQL, the driver puts a backslash before some
   * bytes.
   */
  private static long escaped(byte[] bytes) {
    long size = bytes.length;
    for (byte b : bytes) {
      if (b == 0 || b == '\\' || b == '\'' || b == '"') {
        size++;
      }
    }
    return size;
  }

  /**
   * If the statement was too large but the driver only reports a lost connection, returns a clearer
   * error. A server closes the connection if a statement is too large, and few drivers read the
   * reason.
   */
  SQLException told(SQLException failure) {
    long bytes = Math.max(size, largest) + REST_OF_A_STATEMENT;
    return bytes >= dialect.mostAtOnce() && SqlErrors.meaning(failure) == SqlErrors.Meaning.UNKNOWN
        ? SqlErrors.tooLarge(bytes, dialect.mostAtOnce())
        : failure;
  }

  /** Binds the parameter of {@code {time}}. */
  public Binder time(@Nullable Instant value) throws SQLException {
    dialect.bindInstant(statement, ++index, value);
    return this;
  }

  /**
   * Binds the two parameters of {@code {when}}: a base (null means the store's now) and an offset.
   */
  public Binder when(@Nullable When value) throws SQLException {
    dialect.bindInstant(statement, ++index, baseOf(value));
    return offset(value);
  }

  /** Binds the microseconds from now until the time; null for no time. */
  public Binder offset(@Nullable When value) throws SQLException {
    Long offset = offsetOf(value);
    if (offset == null) {
      statement.setNull(++index, Types.BIGINT);
    } else {
      statement.setLong(++index, offset);
    }
    return this;
  }

  public Binder in(Duration delay) throws SQLException {
    return when(When.in(delay));
  }

  /** Binds the parameter of {@code {ago}}. */
  public Binder before(Duration ago) throws SQLException {
    return number(microsOf(ago.compareTo(When.LONGEST) > 0 ? When.LONGEST : ago));
  }

  /** Adds the parameters to the JDBC batch and starts the next set. */
  Binder add() throws SQLException {
    statement.addBatch();
    index = 0;
    largest = Math.max(largest, size);
    size = 0;
    return this;
  }

  public static @Nullable Instant baseOf(@Nullable When value) {
    return value instanceof When.At at ? at.time() : null;
  }

  static @Nullable Long offsetOf(@Nullable When value) {
    if (value == null) {
      return null;
    }
    return value instanceof When.In in ? microsOf(in.delay()) : 0L;
  }

  /** Returns the duration in microseconds, as the databases expect it. */
  public static long microsOf(Duration duration) {
    return Math.addExact(
        Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000);
  }
}
