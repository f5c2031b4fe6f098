package dev.baton.jdbc;

import dev.baton.api.Transaction;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.SchemaMigrations;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.tck.contract.StoreFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** A store on a real database under test. */
final class JdbcFixture implements StoreFixture {
  private static final Duration LONG = Duration.ofSeconds(1);

  private final TestDatabase database;
  private final DataSource shared;
  private final DataSource dataSource;
  private final JdbcTaskStore store;
  private final JdbcTransactions transactions;

  /**
   * Creates a fixture. On PostgreSQL, where many finished tasks may share a row, already a few
   * share one, so that all tests cover shared rows.
   */
  JdbcFixture(TestDatabase database) {
    this(database, database == TestDatabase.POSTGRES ? JdbcFixture::sharing : JdbcTaskStore::of);
  }

  private static JdbcTaskStore sharing(DataSource dataSource) {
    Database database = Database.of(dataSource);
    Statements statements = database.statements();
    return new JdbcTaskStore(
        database, statements, new SchemaMigrations(database), SqlStrategy.arrays(statements, 1));
  }

  JdbcFixture(TestDatabase database, Function<DataSource, JdbcTaskStore> store) {
    this(database, store, made -> made);
  }

  /** Creates a store whose connections reach the shared database in another way. */
  JdbcFixture(
      TestDatabase database,
      Function<DataSource, JdbcTaskStore> store,
      UnaryOperator<DataSource> way) {
    try {
      this.database = database;
      this.shared = database.clean();
      this.dataSource = way.apply(shared);
      this.store = store.apply(dataSource);
      this.transactions = JdbcTransactions.of(dataSource);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  DataSource dataSource() {
    return dataSource;
  }

  /** Returns the database's pool, which stays open when a test has closed its own. */
  DataSource shared() {
    return shared;
  }

  @Override
  public JdbcTaskStore store() {
    return store;
  }

  @Override
  public JdbcTransactions transactions() {
    return transactions;
  }

  @Override
  public Undo savepoint(Transaction transaction) throws SQLException {
    Connection connection = transaction.unwrap(Connection.class);
    Savepoint savepoint = connection.setSavepoint();
    return () -> connection.rollback(savepoint);
  }

  /**
   * Lets time pass. The database's clock can't be moved, so short times are waited for, and longer
   * times pass by making all stored rows older.
   */
  @Override
  public void passTime(Duration duration) throws Exception {
    if (duration.compareTo(LONG) < 0) {
      new CountDownLatch(1).await(duration.toNanos(), TimeUnit.NANOSECONDS);
    } else {
      age(duration);
    }
  }

  /** Lets longer times pass by making all stored rows older. */
  void age(Duration duration) throws SQLException {
    database.age(dataSource, duration);
  }
}
