package dev.baton.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a connection leads to Baton's tables in this database and not in another one. It
 * compares the times at which the tables were created. It queries the server once for each URL. The
 * driver returns the URL without a query. A copy of the whole database can't be distinguished from
 * the original. Thread-safe.
 */
final class OwnTables {
  private static final int MAX_URLS = 100;

  private final Statements statements;

  /** When the tables were created; null before {@link #version}. */
  private volatile @Nullable Instant made;

  /** URLs that are known to lead to these tables. */
  private final Set<String> urls = ConcurrentHashMap.newKeySet();

  /**
   * @param own a connection to the tables
   */
  OwnTables(Statements statements, Connection own) throws SQLException {
    this.statements = statements;
    add(own.getMetaData().getURL());
  }

  private void add(@Nullable String url) {
    if (url != null && urls.size() < MAX_URLS) {
      urls.add(url);
    }
  }

  /** Returns whether the connection's URL leads to these tables. */
  boolean areAt(Connection connection) throws SQLException {
    String url = connection.getMetaData().getURL();
    return url == null || urls.contains(url);
  }

  /**
   * Reads the version of these tables; 0 if none is recorded. Remembers the time when the tables
   * were created, because the node compares it with a caller's connection even while it can't reach
   * its database.
   *
   * @param own a connection to these tables
   */
  int version(Connection own) throws SQLException {
    List<Version> versions = versions(own);
    if (versions.isEmpty()) {
      return 0;
    }
    made = versions.get(0).applied();
    return versions.get(versions.size() - 1).number();
  }

  /** Returns whether a node has read the version of these tables. */
  boolean areKnown() {
    return made != null;
  }

  /**
   * Checks that a connection leads to these tables, and remembers its URL.
   *
   * @throws IllegalStateException if it leads to other tables, or to a database without them
   */
  void require(Connection connection) throws SQLException {
    List<Version> versions;
    try {
      versions = versions(connection);
    } catch (SQLException e) {
      if (SqlErrors.isMissing(e)) {
        throw elsewhere("which doesn't have Baton's tables", e);
      }
      throw e;
    }
    if (versions.isEmpty() || !versions.get(0).applied().equals(made)) {
      throw elsewhere("which has Baton's tables too: this cluster would not run the task", null);
    }
    add(connection.getMetaData().getURL());
  }

  private static IllegalStateException elsewhere(String which, @Nullable SQLException cause) {
    return new IllegalStateException(
        "The transaction uses another database than Baton's, "
            + which
            + ". Nothing was written. Add the task with a node of the transaction's database, or in"
            + " a transaction of Baton's",
        cause);
  }

  /** Reads the versions of the tables, the oldest first. */
  private List<Version> versions(Connection connection) throws SQLException {
    return statements.query(
        connection,
        "schema-versions",
        binder -> {},
        row -> new Version(row.getInt(1), statements.time(row, 2)));
  }

  /**
   * A version of the tables.
   *
   * @param applied when the tables got this version
   */
  private record Version(int number, Instant applied) {}
}
