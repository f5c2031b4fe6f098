package dev.baton.jdbc.sql;

import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.spi.OperatorRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/**
 * Gives the stores connections to the database. Each operation borrows a connection, uses it with
 * read committed isolation, and returns it to the pool with its original settings. Thread-safe.
 */
public final class Database {
  /** Maximum number of tries if a transaction or statement conflicts with others. */
  static final int MAX_TRIES = 5;

  private final DataSource dataSource;
  private final Dialect dialect;
  private final int givenIsolation;
  private final NetworkTimeout timeout;
  private final OperatorThrottle operators;
  private final Statements statements;
  private final OwnTables tables;
  private final ServerCheck server;

  private Database(
      DataSource dataSource,
      Dialect dialect,
      int givenIsolation,
      NetworkTimeout timeout,
      OperatorThrottle operators,
      Statements statements,
      OwnTables tables) {
    this.dataSource = dataSource;
    this.dialect = dialect;
    this.givenIsolation = givenIsolation;
    this.timeout = timeout;
    this.operators = operators;
    this.statements = statements;
    this.tables = tables;
    this.server = new ServerCheck(dialect.newHistory());
  }

  /** Returns the maximum size of a HikariCP pool; empty for another data source. */
  public OptionalInt poolSize() {
    return PooledConnection.poolSize(dataSource);
  }

  /** Calls {@link #of(DataSource, NetworkTimeout)} with a timeout that fits the default lease. */
  public static Database of(DataSource dataSource) {
    return of(dataSource, NetworkTimeout.DEFAULT);
  }

  /**
   * Calls {@link #of(DataSource, NetworkTimeout, OperatorThrottle)} with the default number of
   * connections for operators.
   */
  public static Database of(DataSource dataSource, NetworkTimeout timeout) {
    return of(
        dataSource, timeout, new OperatorThrottle(null, OperatorThrottle.DEFAULT_CONNECTIONS));
  }

  /**
   * Opens one connection to find out the kind of database and the isolation level. If the level is
   * already read committed, no operation has to set it.
   */
  public static Database of(
      DataSource dataSource, NetworkTimeout timeout, OperatorThrottle operators) {
    try (Connection connection = FirstConnection.open(dataSource)) {
      int had = timeout.set(connection);
      if (connection.isClosed() && !timeout.isSupported()) {
        // The driver doesn't support network timeouts. The pool took the driver's exception for a
        // broken connection and closed it.
        return of(dataSource, timeout, operators);
      }
      Dialect dialect = Dialect.of(connection);
      Statements statements = Statements.of(dialect);
      Database database =
          new Database(
              dataSource,
              dialect,
              connection.getTransactionIsolation(),
              timeout,
              operators,
              statements,
              new OwnTables(statements, connection));
      timeout.restore(connection, had);
      return database;
    } catch (SQLException e) {
      throw StoreErrors.noConnection("Connecting to Baton's database", e);
    }
  }

  public Dialect dialect() {
    return dialect;
  }

  /** Returns the SQL statements for this database. All stores share them. */
  public Statements statements() {
    return statements;
  }

  /**
   * Throws if a caller's connection leads to another database. It queries the server only once for
   * each URL.
   *
   * @throws IllegalStateException if the connection leads to another database
   */
  public void requireOwn(Connection connection) throws SQLException {
    if (!tables.areAt(connection)) {
      if (!tables.areKnown()) {
        statement("Reading the schema's version", tables::version);
      }
      tables.require(connection);
    }
  }

  /** Reads the version of Baton's tables, which must exist. */
  int schemaVersion(Connection connection) throws SQLException {
    return tables.version(connection);
  }

  /** Returns the check that a connection doesn't lead to a former primary. */
  public ServerCheck server() {
    return server;
  }

  /**
   * Returns the same work, preceded by a check that throws if the connection leads to a former
   * primary.
   */
  public <T> Work<T> onPrimary(Work<T> work) {
    return connection -> {
      server.require(connection);
      return work.with(connection);
    };
  }

  /** Work that needs a connection. */
  @FunctionalInterface
  public interface Work<T> {
    T with(Connection connection) throws SQLException;
  }

  /**
   * Runs an operation in the way that its dialect needs: as a single statement or in a transaction.
   */
  public <T> T operation(String doing, Work<T> work) {
    return run(doing, !dialect.takesArrays(), work);
  }

  /** Runs one statement as its own transaction. */
  public <T> T statement(String doing, Work<T> work) {
    return run(doing, false, work);
  }

  /** Runs several statements in one transaction. */
  public <T> T transaction(String doing, Work<T> work) {
    return run(doing, true, work);
  }

  /**
   * Runs a statement that may read many rows. Operators' searches run one at a time, each in one
   * process of the server, with pauses in between. So most of the machine remains free for the
   * engine.
   */
  public <T> T search(String doing, Work<T> work) {
    OperatorRequest request = OperatorRequest.current();
    if (request == null) {
      return statement(doing, work);
    }
    Work<T> bounded = inOneProcess(request, work);
    return operators.search(request, doing, () -> transaction(doing, bounded));
  }

  private <T> Work<T> inOneProcess(OperatorRequest request, Work<T> work) {
    return connection -> {
      operators.begins(request);
      long sentNanos = request.nanoTime();
      dialect.keepToOneProcess(connection);
      operators.madeRoundTrip(request.nanoTime() - sentNanos);
      return work.with(connection);
    };
  }

  private <T> T run(String doing, boolean transaction, Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return once(doing, transaction, work);
      } catch (SQLException e) {
        // Statements that commit separately may already have written a part; see {@link
        // Statements}. After a lock timeout, the transaction would probably wait for the same lock
        // again.
        if (!transaction
            || !SqlErrors.isConflict(e)
            || SqlErrors.isLockTimeout(e)
            || attempt == MAX_TRIES) {
          throw unavailable(doing, e);
        }
      }
    }
  }

  private <T> T once(String doing, boolean transaction, Work<T> work) throws SQLException {
    OperatorRequest request = OperatorRequest.current();
    return request == null
        ? once(dataSource, doing, transaction, work)
        : operators.use(
            request, dataSource, doing, source -> once(source, doing, transaction, work));
  }

  private <T> T once(DataSource source, String doing, boolean transaction, Work<T> work)
      throws SQLException {
    try (Connection connection = borrow(source, doing)) {
      int givenTimeout = timeout.set(connection);
      boolean givenAutoCommit = connection.getAutoCommit();
      boolean done = false;
      boolean discarded = false;
      try {
        if (givenIsolation != Connection.TRANSACTION_READ_COMMITTED) {
          dialect.readCommitted(connection);
        }
        if (givenAutoCommit == transaction) {
          connection.setAutoCommit(!transaction);
        }
        T answer = work.with(connection);
        if (transaction) {
          commit(connection);
        }
        done = true;
        return answer;
      } catch (SQLException e) {
        if (StoreErrors.spoils(e)) {
          server.failed(e);
          PooledConnection.discard(source, connection);
          discarded = true;
        }
        throw e;
      } finally {
        if (!discarded) {
          giveBack(connection, transaction && !done, givenAutoCommit, givenTimeout);
        }
      }
    }
  }

  private static void commit(Connection connection) throws SQLException {
    try {
      connection.commit();
    } catch (RuntimeException e) {
      throw SqlErrors.ofDriver(e);
    }
  }

  private Connection borrow(DataSource source, String doing) {
    OperatorRequest request = OperatorRequest.current();
    try {
      return request == null ? source.getConnection() : request.inTime(source::getConnection);
    } catch (SQLException e) {
      server.failed(e);
      throw StoreErrors.noConnection(doing, e);
    } catch (TimeoutException e) {
      throw new StoreUnavailableException(
          doing + " got no connection from the pool before its request's time was over", e);
    }
  }

  /**
   * Returns a connection to the pool with its earlier settings. If a setting can't be restored, the
   * connection is broken, and the pool will notice that.
   */
  private void giveBack(
      Connection connection, boolean rollback, boolean autoCommit, int givenTimeout) {
    try {
      if (rollback) {
        connection.rollback();
      }
      if (connection.getAutoCommit() != autoCommit) {
        connection.setAutoCommit(autoCommit);
      }
      if (givenIsolation != Connection.TRANSACTION_READ_COMMITTED) {
        dialect.restoreIsolation(connection, givenIsolation);
      }
      timeout.restore(connection, givenTimeout);
    } catch (SQLException | RuntimeException e) {
      // If the work has thrown an error, that error says more.
    }
  }

  public StoreException unavailable(String doing, SQLException e) {
    return StoreErrors.failed(doing, e, timeout.length());
  }
}
