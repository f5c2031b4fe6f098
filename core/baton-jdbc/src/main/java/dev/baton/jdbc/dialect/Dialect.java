package dev.baton.jdbc.dialect;

import dev.baton.api.error.ConfigurationException;
import dev.baton.operate.cluster.StoreWarning;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The differences between databases, apart from the SQL in the files. Stateless. */
public interface Dialect {

  /** Returns the name of the folder with its schema and of the file with its SQL. */
  String name();

  /** Returns the replacements of words in the SQL files, apart from column lists. */
  Map<String, String> words();

  /**
   * Returns whether statements accept arrays. Each verb is then one statement over any number of
   * tasks and its own transaction, without a begin and a commit.
   */
  boolean takesArrays();

  /**
   * Returns whether many short statements cost less than one grouping statement, as in a database
   * that runs in this JVM.
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

  void bindUuid(PreparedStatement statement, int index, @Nullable UUID value) throws SQLException;

  void bindInstant(PreparedStatement statement, int index, @Nullable Instant value)
      throws SQLException;

  @Nullable UUID readUuid(ResultSet rows, int column) throws SQLException;

  @Nullable Instant readInstant(ResultSet rows, int column) throws SQLException;

  /**
   * Makes the planner use the current state of the tables, not the state at the first execution.
   */
  void planAnew(PreparedStatement statement) throws SQLException;

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
  boolean takenKeyPoisons(int isolation);

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
  boolean refusesChangedRows(Connection connection) throws SQLException;

  /**
   * Returns whether a transaction of this isolation sees nothing that others have committed since
   * its first read, even in rows that it locks.
   */
  boolean hidesLaterRows(int isolation);

  /** Returns the query for the connection's lock timeout. */
  String lockWait();

  /** Returns the statement that sets the lock timeout, at least until the transaction ends. */
  String lockWaitOf(String length);

  /** Returns the shortest useful lock timeout, in the database's own syntax. */
  String shortestLockWait();

  /** Returns whether this table is found without a schema name. */
  boolean hasTable(Connection connection, String name) throws SQLException;

  /**
   * Returns the names, in lower case, of the tables and valid indexes that are found without a
   * schema name and whose names begin like Baton's.
   */
  Set<String> schemaNames(Connection connection) throws SQLException;

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
  List<StoreWarning> warnings(Connection connection) throws SQLException;

  /** Returns the database's clock time. */
  Instant now(Connection connection) throws SQLException;

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
  boolean canNotify();

  /** Returns whether an index can contain only the rows with a certain status. */
  default boolean hasPartialIndexes() {
    return false;
  }

  /**
   * Returns whether each statement of a schema migration commits by itself. The last one must
   * commit before the next node gets the lock.
   */
  default boolean commitsEachMigration() {
    return false;
  }

  /** Takes an exclusive lock for the schema migration, until the connection's transaction ends. */
  void lockSchema(Connection connection) throws SQLException;

  /** Releases the lock of {@link #lockSchema}, if the end of the transaction doesn't. */
  void unlockSchema(Connection connection) throws SQLException;

  /** Returns the dialect of a connection. */
  static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> PostgresDialect.of(connection);
      case "MySQL", "MariaDB" -> MySqlDialect.of(connection);
      case "H2" -> new H2Dialect();
      default ->
          throw new ConfigurationException(
              "Baton supports PostgreSQL, MySQL, MariaDB and H2, not " + product);
    };
  }
}
