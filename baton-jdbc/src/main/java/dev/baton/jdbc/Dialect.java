package dev.baton.jdbc;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What differs from one database to another, apart from the SQL in the files. Stateless. */
interface Dialect {

  /** The name of the folders that hold its schema and its SQL. */
  String name();

  /** The words that its SQL files leave open. */
  Map<String, String> words();

  /** How its verbs are carried out. */
  Verbs verbs(Statements statements);

  /** Whether each verb is one statement, its own transaction without a begin and a commit. */
  boolean oneStatementPerVerb();

  void bindUuid(PreparedStatement statement, int index, @Nullable UUID value) throws SQLException;

  void bindInstant(PreparedStatement statement, int index, @Nullable Instant value)
      throws SQLException;

  @Nullable UUID readUuid(ResultSet rows, int column) throws SQLException;

  @Nullable Instant readInstant(ResultSet rows, int column) throws SQLException;

  /** Has the planner look at the tables as they are now, not as they were at the first run. */
  void planAnew(PreparedStatement statement) throws SQLException;

  /**
   * Lets the next statement of its connection take as long as it takes, where one's timeout stays.
   */
  default void forgetTimeout(PreparedStatement statement) {}

  /** Has the server keep the parsed statement, and so answer in its own form instead of in text. */
  default void keepPrepared(PreparedStatement statement) throws SQLException {}

  /** Makes the connection's next transaction read committed. */
  void readCommitted(Connection connection) throws SQLException;

  /** Undoes {@link #readCommitted}, where it lasts longer than a transaction. */
  void restoreIsolation(Connection connection, int isolation) throws SQLException;

  /**
   * Whether a key taken after the caller's snapshot fails the caller's whole transaction at this
   * isolation, unless a savepoint guards it.
   */
  boolean takenKeyPoisons(int isolation);

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

  /** Settings under which an acknowledged commit may be lost, each with what to set instead. */
  List<String> weakSettings(Connection connection) throws SQLException;

  /** Takes or keeps the lead of a duty for a term, if nobody else has it. */
  boolean lead(Statements statements, Connection connection, String duty, UUID node, Duration term)
      throws SQLException;

  /** Whether sessions of this database can notify each other, as {@code NotifyChannel} needs. */
  boolean canNotify();

  /** Whether indexes hold some rows only, by their status. */
  default boolean hasPartialIndexes() {
    return false;
  }

  /** Adds the row of a limit, unless it is there. */
  default void addLimit(Statements statements, Connection connection, String name, Duration kept)
      throws SQLException {
    statements.update(connection, "add-limit", b -> b.text(name).in(kept));
  }

  /** Takes a lock that only one schema migration has, until the connection's transaction ends. */
  void lockSchema(Connection connection) throws SQLException;

  /** Gives up what {@link #lockSchema} took, where the end of the transaction doesn't. */
  void unlockSchema(Connection connection) throws SQLException;

  /**
   * A setting of the pool's connections under which answers would be wrong without a word, or no
   * task would ever be written.
   *
   * @param isSo a query that finds a row where it is so
   * @param words what it does, and what to do instead
   */
  record WrongSetting(String isSo, String words) {

    /** The words of those that are so. */
    static List<String> among(List<WrongSetting> all, Connection connection) throws SQLException {
      List<String> found = new ArrayList<>();
      for (WrongSetting one : all) {
        if (BatonSchema.finds(connection, one.isSo)) {
          found.add(one.words);
        }
      }
      return found;
    }
  }

  /** The dialect of a connection. */
  static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> PostgresDialect.of(connection);
      case "MySQL", "MariaDB" -> MySqlDialect.of(connection);
      case "H2" -> new H2Dialect();
      default ->
          throw new dev.baton.api.error.StoreUnusableException(
              "Baton knows PostgreSQL, MySQL, MariaDB and H2, not " + product);
    };
  }
}
