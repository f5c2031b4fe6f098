package dev.baton.jdbc.dialect;

import dev.baton.api.error.ConfigurationException;
import dev.baton.cluster.StoreWarning;
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

/** What differs from one database to another, apart from the SQL in the files. Stateless. */
public interface Dialect {

  /** The name of the folders that hold its schema and its SQL. */
  String name();

  /** The words that its SQL files leave open, apart from lists of columns. */
  Map<String, String> words();

  /**
   * Whether statements take arrays: each verb is then one statement over any number of tasks, its
   * own transaction without a begin and a commit.
   */
  boolean takesArrays();

  /**
   * Whether many short statements cost less than one that groups, as in a database that runs in
   * this JVM.
   */
  default boolean hasCheapStatements() {
    return false;
  }

  /** Whether an insert can turn into a conditional update. */
  default boolean hasUpsert() {
    return false;
  }

  /** The statement, whose ids are still {@code {ids}}, so that it touches their rows alone. */
  default String byIds(String sql) {
    return sql;
  }

  void bindUuid(PreparedStatement statement, int index, @Nullable UUID value) throws SQLException;

  void bindInstant(PreparedStatement statement, int index, @Nullable Instant value)
      throws SQLException;

  @Nullable UUID readUuid(ResultSet rows, int column) throws SQLException;

  @Nullable Instant readInstant(ResultSet rows, int column) throws SQLException;

  /** Has the planner look at the tables as they are now, not as they were at the first run. */
  void planAnew(PreparedStatement statement) throws SQLException;

  /** Has the statements of this transaction keep to one process of the server. */
  default void keepToOneProcess(Connection connection) throws SQLException {}

  /**
   * Lets the next statement of its connection take as long as it takes, where one's timeout stays.
   */
  default void forgetTimeout(PreparedStatement statement) {}

  /** Has the server keep the parsed statement, and so answer in its own form instead of in text. */
  default void keepPrepared(PreparedStatement statement) throws SQLException {}

  /** Makes the connection's next transaction read committed. */
  default void readCommitted(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
  }

  /** Undoes {@link #readCommitted}, where it lasts longer than a transaction. */
  default void restoreIsolation(Connection connection, int isolation) throws SQLException {
    connection.setTransactionIsolation(isolation);
  }

  /**
   * Whether a key taken after the caller's snapshot fails the caller's whole transaction at this
   * isolation, unless a savepoint guards it.
   */
  boolean takenKeyPoisons(int isolation);

  /**
   * Whether {@code insert-keys} fails when a key is taken; otherwise its count of rows tells it.
   */
  default boolean refusesTakenKeys() {
    return true;
  }

  /** Whether a transaction of this connection can't write a row that has changed since it began. */
  boolean refusesChangedRows(Connection connection) throws SQLException;

  /**
   * Whether a transaction of this isolation sees nothing of what others have committed since it
   * began to read, not even where it locks rows.
   */
  boolean hidesLaterRows(int isolation);

  /** Asks how long the connection waits for a locked row. */
  String lockWait();

  /** Has the connection wait so long for a locked row, until its transaction ends at least. */
  String lockWaitOf(String length);

  /** The shortest such wait that is worth it, in the database's own words. */
  String shortestLockWait();

  /** Whether unqualified names find this table. */
  boolean hasTable(Connection connection, String name) throws SQLException;

  /**
   * The names, in lower case, of the tables and valid indexes that unqualified names find and that
   * begin as Baton's do.
   */
  Set<String> schemaNames(Connection connection) throws SQLException;

  /** Settings under which answers would be wrong, each with what to do instead. */
  default List<String> wrongSettings(Connection connection) throws SQLException {
    return List.of();
  }

  /** The encoding that texts are stored in, as far as the whole database has one. */
  default Charset charset() {
    return StandardCharsets.UTF_8;
  }

  /** What can't hold every text, each with what it lacks. */
  default List<String> narrowEncodings(Connection connection) throws SQLException {
    return List.of();
  }

  /** The bytes that the server takes at once in a statement: it hangs up on more. */
  default long mostAtOnce() {
    return Long.MAX_VALUE;
  }

  /** What weakens the database's promises now, each with what to do about it. */
  List<StoreWarning> warnings(Connection connection) throws SQLException;

  /** What the database's clock shows. */
  Instant now(Connection connection) throws SQLException;

  /** A memory of the servers that are met, for one node. */
  default ServerHistory newHistory() {
    return ServerHistory.NONE;
  }

  /** Whether something between the driver and the server answers in the server's name. */
  default boolean isPooled(Connection connection) throws SQLException {
    return false;
  }

  /**
   * Whether a pooler leads a statement that the driver has prepared to a server that doesn't know
   * it, or knows another under its name.
   *
   * @param single in autocommit
   * @param holding another, in autocommit, too
   */
  default boolean losesPrepared(Connection single, Connection holding) throws SQLException {
    return false;
  }

  /** Whether sessions of this database can notify each other, as {@code NotifyChannel} needs. */
  boolean canNotify();

  /** Whether indexes hold some rows only, by their status. */
  default boolean hasPartialIndexes() {
    return false;
  }

  /**
   * Whether each statement of a schema migration commits by itself: the last one must do so before
   * the next node gets the lock.
   */
  default boolean commitsEachMigration() {
    return false;
  }

  /** Takes a lock that only one schema migration has, until the connection's transaction ends. */
  void lockSchema(Connection connection) throws SQLException;

  /** Gives up what {@link #lockSchema} took, where the end of the transaction doesn't. */
  void unlockSchema(Connection connection) throws SQLException;

  /** The dialect of a connection. */
  static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> PostgresDialect.of(connection);
      case "MySQL", "MariaDB" -> MySqlDialect.of(connection);
      case "H2" -> new H2Dialect();
      default ->
          throw new ConfigurationException(
              "Baton knows PostgreSQL, MySQL, MariaDB and H2, not " + product);
    };
  }
}
