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
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The differences between databases, apart from the SQL in the files. Stateless.
 *
 * <p>The defaults use JDBC and standard SQL. A new dialect implements {@link #name} and {@link
 * #words}, and overrides a default only where its database differs.
 */
public interface Dialect {

  /**
   * Returns the name of the dialect. Its SQL is in the file {@code <name>.sql} next to its class,
   * and its migrations are in the folder {@code /db/baton/<name>}.
   */
  String name();

  /**
   * Returns the replacements of words in the SQL files, apart from column lists: {@code now},
   * {@code when}, {@code ago}, {@code time} and {@code later}. {@code skipLocked} and the index
   * hints have defaults.
   */
  Map<String, String> words();

  /**
   * Returns whether statements accept arrays. Each verb is then one statement over any number of
   * tasks and its own transaction, without a begin and a commit.
   */
  default boolean takesArrays() {
    return false;
  }

  /**
   * Returns whether many short statements cost less than one statement that groups rows, as in a
   * database that runs in this JVM.
   */
  default boolean hasCheapStatements() {
    return false;
  }

  /** Returns whether an insert can become a conditional update. */
  default boolean hasUpsert() {
    return false;
  }

  /**
   * Returns the statement, with {@code {ids}} unchanged, in a form that touches only the rows of
   * those ids.
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
   * Makes the planner use the current state of the tables, not the state at the first execution.
   */
  default void planAnew(PreparedStatement statement) throws SQLException {}

  /** Makes the statements of this transaction use only one process of the server. */
  default void keepToOneProcess(Connection connection) throws SQLException {}

  /**
   * Removes the time limit of the connection's next statement, if the driver keeps the last one.
   */
  default void forgetTimeout(PreparedStatement statement) {}

  /** Makes the server keep the parsed statement, so that it also returns results in binary form. */
  default void keepPrepared(PreparedStatement statement) throws SQLException {}

  /** Makes the connection's next transaction read committed. */
  default void readCommitted(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
  }

  /** Undoes {@link #readCommitted}, if its effect lasts longer than a transaction. */
  default void restoreIsolation(Connection connection, int isolation) throws SQLException {
    connection.setTransactionIsolation(isolation);
  }

  /**
   * Returns whether a key taken after the caller's snapshot fails the caller's whole transaction at
   * this isolation, unless a savepoint protects it.
   */
  default boolean takenKeyPoisons(int isolation) {
    return isolation > Connection.TRANSACTION_READ_COMMITTED;
  }

  /**
   * Returns whether {@code insert-keys} fails if a key is taken; otherwise its update count shows
   * it.
   */
  default boolean refusesTakenKeys() {
    return true;
  }

  /**
   * Returns whether a transaction of this connection can't write a row that has changed since it
   * began.
   */
  default boolean refusesChangedRows(Connection connection) throws SQLException {
    return hidesLaterRows(connection.getTransactionIsolation());
  }

  /**
   * Returns whether a transaction of this isolation sees nothing that others have committed since
   * its first read, even in rows that it locks.
   */
  default boolean hidesLaterRows(int isolation) {
    return isolation > Connection.TRANSACTION_READ_COMMITTED;
  }

  /**
   * Returns how to shorten a connection's wait for locked rows; empty if the database has no way.
   */
  default Optional<LockWait> lockWait() {
    return Optional.empty();
  }

  /**
   * Returns the names, in lower case, of the tables and valid indexes that are found without a
   * schema name and whose names begin like Baton's.
   */
  default Set<String> schemaNames(Connection connection) throws SQLException {
    return SchemaNames.of(connection);
  }

  /** Returns the settings that would make results wrong, each with what to do instead. */
  default List<String> wrongSettings(Connection connection) throws SQLException {
    return List.of();
  }

  /** Returns the encoding of stored texts, if it is the same for the whole database. */
  default Charset charset() {
    return StandardCharsets.UTF_8;
  }

  /** Returns the encodings that can't store every text, each with what is missing. */
  default List<String> narrowEncodings(Connection connection) throws SQLException {
    return List.of();
  }

  /**
   * Returns the maximum number of bytes in a statement: the server closes the connection on a
   * longer one.
   */
  default long mostAtOnce() {
    return Long.MAX_VALUE;
  }

  /** Returns what currently weakens the database's guarantees, each with what to do about it. */
  default List<StoreWarning> warnings(Connection connection) throws SQLException {
    return List.of();
  }

  /** Returns a new history of the servers that one node has seen. */
  default ServerHistory newHistory() {
    return ServerHistory.NONE;
  }

  /** Returns whether a pooler between the driver and the server responds in the server's name. */
  default boolean isPooled(Connection connection) throws SQLException {
    return false;
  }

  /**
   * Returns whether a pooler sends a statement that the driver has prepared to a server connection
   * that doesn't know it, or knows another one by that name.
   *
   * @param single a connection in auto-commit mode
   * @param holding another one, in auto-commit mode too
   */
  default boolean losesPrepared(Connection single, Connection holding) throws SQLException {
    return false;
  }

  /**
   * Returns whether sessions of this database can notify each other, which {@code NotifyChannel}
   * needs.
   */
  default boolean canNotify() {
    return false;
  }

  /** Returns whether an index can contain only the rows with a certain status. */
  default boolean hasPartialIndexes() {
    return false;
  }

  /**
   * Returns whether a schema migration is one transaction. If not, each statement commits by
   * itself, so the last statement has committed before the next node gets the lock.
   */
  default boolean migratesInTransaction() {
    return false;
  }

  /**
   * Takes an exclusive lock for the schema migration, until the connection's transaction ends. The
   * default lock excludes only migrations of the same process. If a node of another process is
   * faster, this migration fails at a table that exists already, and Baton tries again.
   */
  default void lockSchema(Connection connection) throws SQLException {
    SchemaNames.LOCK.lock();
  }

  /** Releases the lock of {@link #lockSchema}, if the end of the transaction doesn't. */
  default void unlockSchema(Connection connection) throws SQLException {
    SchemaNames.LOCK.unlock();
  }

  /** Returns the dialect of a connection: Baton's own, or that of a {@link DialectProvider}. */
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
