package dev.baton.jdbc.dialect;

import dev.baton.operate.cluster.StoreWarning;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The differences between databases, except for the SQL in the files. Stateless.
 *
 * <p>The defaults use JDBC and standard SQL. A new dialect implements {@link #name} and {@link
 * #words}. It overrides a default method only if its database differs.
 */
public interface Dialect {

  /**
   * Returns the name of the dialect. Its SQL is in the file {@code <name>.sql} next to its class,
   * and its migrations are in the folder {@code /db/baton/<name>}.
   */
  String name();

  /**
   * Returns the replacements for words in the SQL files: {@code now}, {@code when}, {@code ago},
   * {@code time} and {@code later}. You can also replace {@code skipLocked} and the index hints,
   * which have defaults.
   */
  Map<String, String> words();

  /**
   * Returns whether statements accept arrays as parameters. Then each operation is one statement
   * for any number of tasks, and it needs no begin and commit.
   */
  default boolean takesArrays() {
    return false;
  }

  /**
   * Returns whether many short statements cost less than one statement that groups rows. This is
   * true for a database that runs in this JVM.
   */
  default boolean hasCheapStatements() {
    return false;
  }

  /** Returns whether an insert can update the row instead if it exists. */
  default boolean hasUpsert() {
    return false;
  }

  /**
   * Returns the statement in a form that touches only the rows of the given ids. {@code {ids}} must
   * remain in it.
   */
  default String byIds(String sql) {
    return sql;
  }

  /** Binds a value for a column of the type UUID. */
  default void bindUuid(PreparedStatement statement, int index, @Nullable UUID value)
      throws SQLException {
    statement.setObject(index, value);
  }

  /** Binds a value for a column of the type TIMESTAMP WITH TIME ZONE. */
  default void bindInstant(PreparedStatement statement, int index, @Nullable Instant value)
      throws SQLException {
    if (value == null) {
      statement.setNull(index, Types.TIMESTAMP_WITH_TIMEZONE);
    } else {
      statement.setObject(index, value.atOffset(ZoneOffset.UTC));
    }
  }

  /** Reads what {@link #bindUuid} wrote. */
  default @Nullable UUID readUuid(ResultSet rows, int column) throws SQLException {
    return rows.getObject(column, UUID.class);
  }

  /** Reads what {@link #bindInstant} wrote. */
  default @Nullable Instant readInstant(ResultSet rows, int column) throws SQLException {
    OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  /**
   * Makes the database plan the statement for the current contents of the tables, and not for their
   * contents at its first execution.
   */
  default void replan(PreparedStatement statement) throws SQLException {}

  /** Makes the statements of this transaction use only one process of the server. */
  default void keepToOneProcess(Connection connection) throws SQLException {}

  /** If the driver keeps a statement's time limit for the whole connection, removes it. */
  default void forgetTimeout(PreparedStatement statement) {}

  /** Makes the server keep the parsed statement. Then it also returns results in binary form. */
  default void keepPrepared(PreparedStatement statement) throws SQLException {}

  /** Sets the isolation of the connection's next transaction to read committed. */
  default void readCommitted(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
  }

  /** Restores the isolation, if {@link #readCommitted} affects more than one transaction. */
  default void restoreIsolation(Connection connection, int isolation) throws SQLException {
    connection.setTransactionIsolation(isolation);
  }

  /**
   * Returns whether the insert of a taken key makes the caller's whole transaction fail at this
   * isolation. The store then needs a savepoint. The key may have been taken after the caller's
   * snapshot.
   */
  default boolean takenKeyPoisons(int isolation) {
    return isolation > Connection.TRANSACTION_READ_COMMITTED;
  }

  /**
   * Returns whether {@code insert-keys} fails if a key is taken. Otherwise the update count shows
   * this.
   */
  default boolean refusesTakenKeys() {
    return true;
  }

  /**
   * Returns whether a transaction can't write a row that has changed since the transaction began.
   */
  default boolean refusesChangedRows(Connection connection) throws SQLException {
    return hidesLaterRows(connection.getTransactionIsolation());
  }

  /**
   * Returns whether a transaction with this isolation never sees what others commit after its first
   * read, even if it locks the row.
   */
  default boolean hidesLaterRows(int isolation) {
    return isolation > Connection.TRANSACTION_READ_COMMITTED;
  }

  /**
   * Returns the statements that shorten a connection's lock timeout; empty if the database has
   * none.
   */
  default Optional<LockWait> lockWait() {
    return Optional.empty();
  }

  /**
   * Returns the tables and usable indexes whose names begin with {@code baton}, by name in lower
   * case. The primary key of a table is named as the table with {@code _pk}. Only names that are
   * found without a schema name count. The value describes the columns in order, in lower case:
   *
   * <ul>
   *   <li>of a table: name, type, collation and {@code not null}, in the words of the migrations;
   *       nothing if the dialect doesn't check columns
   *   <li>of an index: {@code unique} if it is, the names of its columns, and {@code partial} if it
   *       contains only some rows
   * </ul>
   */
  default Map<String, List<String>> schema(Connection connection) throws SQLException {
    return SchemaNames.of(connection);
  }

  /** Returns settings that would make results wrong, each with advice. */
  default List<String> wrongSettings(Connection connection) throws SQLException {
    return List.of();
  }

  /**
   * Returns the encoding of stored texts. If columns may have different encodings, returns UTF-8.
   */
  default Charset charset() {
    return StandardCharsets.UTF_8;
  }

  /** Returns the encodings that can't store every text, each with an explanation. */
  default List<String> narrowEncodings(Connection connection) throws SQLException {
    return List.of();
  }

  /**
   * Returns the maximum number of bytes in a statement. If a statement is longer, the server closes
   * the connection.
   */
  default long mostAtOnce() {
    return Long.MAX_VALUE;
  }

  /** Returns what currently weakens the database's guarantees, each with advice. */
  default List<StoreWarning> warnings(Connection connection) throws SQLException {
    return List.of();
  }

  /** Returns a new history of the servers that one node has seen. */
  default ServerHistory newHistory() {
    return ServerHistory.NONE;
  }

  /** Returns whether a pooler is between the driver and the server. */
  default boolean isPooled(Connection connection) throws SQLException {
    return false;
  }

  /**
   * Returns whether prepared statements get lost behind a pooler. This happens if the pooler sends
   * them to a server connection that doesn't know them or uses the name for another statement.
   *
   * @param single a connection in auto-commit mode
   * @param holding another connection in auto-commit mode
   */
  default boolean losesPrepared(Connection single, Connection holding) throws SQLException {
    return false;
  }

  /**
   * Returns whether sessions of this database can notify each other. {@code NotifyChannel} needs
   * this.
   */
  default boolean canNotify() {
    return false;
  }

  /** Returns whether an index can be limited to rows with a certain status. */
  default boolean hasPartialIndexes() {
    return false;
  }

  /**
   * Returns whether a schema migration runs in one transaction. If not, each statement commits by
   * itself. So the last statement has committed before the next node gets the lock.
   */
  default boolean migratesInTransaction() {
    return false;
  }

  /**
   * Takes an exclusive lock for a schema migration. It lasts until the end of the connection's
   * transaction, or until {@link #unlockSchema}. The default lock excludes only migrations in the
   * same process. If a node in another process is faster, this migration fails because a table
   * exists already. Baton then tries again.
   */
  default void lockSchema(Connection connection) throws SQLException {
    SchemaNames.LOCK.lock();
  }

  /** Releases the lock of {@link #lockSchema}, if the end of the transaction doesn't do that. */
  default void unlockSchema(Connection connection) throws SQLException {
    SchemaNames.LOCK.unlock();
  }

  /**
   * Returns the dialect for a connection. It is one of Baton's own or comes from a {@link
   * DialectProvider}.
   */
  static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> PostgresDialect.of(connection);
      case "MySQL", "MariaDB" -> MySqlDialect.of(connection);
      case "H2" -> new H2Dialect();
      default -> DialectProvider.find(connection, product);
    };
  }
}
