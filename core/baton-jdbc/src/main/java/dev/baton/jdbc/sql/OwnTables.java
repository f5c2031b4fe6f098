package dev.baton.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells the tables of one database from Baton's tables in another, by the time at which they were
 * made. A server is asked once for each URL, which a driver knows by itself; a copy of the whole
 * database passes for the original. Thread-safe.
 */
final class OwnTables {
  private static final int MAX_URLS = 100;

  private final Statements statements;

  /** Those that lead to these tables. */
  private final Set<String> urls = ConcurrentHashMap.newKeySet();

  /**
   * @param own leads to the tables
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

  /** Whether a connection is of a URL that leads to these tables. */
  boolean areAt(Connection connection) throws SQLException {
    String url = connection.getMetaData().getURL();
    return url == null || urls.contains(url);
  }

  /** Reads when the tables were made that the connection leads to; empty if nothing says it. */
  List<Instant> madeAt(Connection connection) throws SQLException {
    return statements.query(
        connection, "tables-made", binder -> {}, row -> statements.time(row, 1));
  }

  /**
   * Requires that a connection leads to these tables, and remembers its URL.
   *
   * @param made when these were made
   * @throws IllegalStateException if it leads to others
   */
  void require(Connection connection, List<Instant> made) throws SQLException {
    if (!madeAt(connection).equals(made)) {
      throw new IllegalStateException(
          "The transaction is on another database than Baton's, one that has Baton's tables too:"
              + " no node of this database would run the task. Nothing was written. Add the task by"
              + " a node of the transaction's database, or in a transaction of Baton's");
    }
    add(connection.getMetaData().getURL());
  }
}
