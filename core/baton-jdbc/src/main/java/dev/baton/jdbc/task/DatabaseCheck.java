package dev.baton.jdbc.task;

import dev.baton.api.error.ConfigurationException;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.SchemaMigrations;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.spi.Transactions;
import dev.baton.spi.core.StoreReport;
import dev.baton.task.internal.Texts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether a database fulfils Baton's requirements, and what weakens its guarantees.
 * Thread-safe.
 */
final class DatabaseCheck {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseCheck.class);

  private static final StoreWarning READ_ONLY =
      new StoreWarning(
          Kind.READ_ONLY,
          "The database takes no writes: it is a standby, in a failover, or set to read-only. No"
              + " task starts or ends until it takes writes again. Check that the URL leads to the"
              + " primary, and its setting read_only (PostgreSQL: default_transaction_read_only)");

  private final Database database;
  private final SchemaMigrations schema;

  DatabaseCheck(Database database, SchemaMigrations schema) {
    this.database = database;
    this.schema = schema;
  }

  /** Throws if the schema or a setting breaks a guarantee. */
  void database() {
    database.statement("Detecting a pooler", this::pooler);
    Map<String, String> missing = schema.check();
    List<String> wrong =
        new ArrayList<>(database.statement("Reading settings", this::wrongSettings));
    missing.forEach(
        (name, repair) -> {
          if (SchemaMigrations.isPrimaryKey(name)) {
            wrong.add(
                "The primary key "
                    + name
                    + " is missing or has other columns, so rows may be doubled. Drop what has this"
                    + " name, then: "
                    + repair);
          }
        });
    if (!wrong.isEmpty()) {
      throw new ConfigurationException(String.join(". ", wrong));
    }
    for (String narrow :
        database.statement("Reading encodings", database.dialect()::narrowEncodings)) {
      LOG.warn(
          "Baton's tables can't store every text: {}. Tasks whose type, key or state has a"
              + " missing character are refused, and error texts get question marks instead. Use a"
              + " database with ENCODING 'UTF8' (PostgreSQL), or ALTER TABLE … CONVERT TO"
              + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin (MariaDB, MySQL)",
          Texts.line(narrow));
    }
    missing.forEach(
        (name, repair) ->
            LOG.warn(
                "{} is missing from Baton's tables, or differs from the migration, or is an invalid"
                    + " or hidden index: statements may fail or read whole tables. Restore it, and"
                    + " drop an index that differs first: {}",
                name,
                repair));
  }

  private List<String> wrongSettings(Connection connection) throws SQLException {
    List<String> wrong = new ArrayList<>(database.dialect().wrongSettings(connection));
    if (wrong.isEmpty() && connection.isReadOnly()) {
      wrong.add(
          "the pool makes its connections read-only (HikariCP: readOnly), but Baton writes in each"
              + " step: use a pool that doesn't");
    }
    return wrong;
  }

  /** Returns what currently weakens the database's guarantees. */
  StoreReport report() {
    return database.statement(
        "Reading what weakens the database",
        connection -> {
          Dialect dialect = database.dialect();
          List<StoreWarning> found = new ArrayList<>(dialect.warnings(connection));
          database.server().read(connection).map(DatabaseCheck::older).ifPresent(found::add);
          return new StoreReport(database.statements().now(connection), found);
        });
  }

  /** Accepts the current server and forgets the ones that were seen before. */
  void accept() {
    database.server().forget();
  }

  /**
   * Adds a listener for warnings between two reports: a connection leads to a former primary, or
   * the server refuses a write because it is read-only.
   */
  void onWarning(Consumer<StoreWarning> listener) {
    database.server().onOlder(words -> listener.accept(older(words)));
    database.server().onReadOnly(() -> listener.accept(READ_ONLY));
  }

  private static StoreWarning older(String words) {
    return new StoreWarning(Kind.OLDER_SERVER, words);
  }

  private boolean pooler(Connection connection) throws SQLException {
    Dialect dialect = database.dialect();
    boolean refused =
        dialect.isPooled(connection)
            && database.statement(
                "Testing a pooler", another -> dialect.losesPrepared(connection, another));
    if (refused) {
      throw new ConfigurationException(
          "A pooler between this node and PostgreSQL gives each transaction another server"
              + " connection (pgbouncer's pool_mode = transaction). There the statements that the"
              + " driver has prepared are unknown, or their names belong to other clients. Set"
              + " prepareThreshold=0 in the URL, or give Baton a pool with pool_mode = session, or"
              + " let pgbouncer 1.21 or later track the statements (max_prepared_statements)");
    }
    return true;
  }

  /**
   * Throws if handlers' transactions have an unsuitable isolation. A renewal of the lease changes
   * the task's row, and the handler's own transaction must still be able to write that row.
   */
  void handlersIn(Transactions transactions) {
    try {
      transactions.call(
          transaction -> {
            Connection connection = CallerTransactions.connectionOf(transaction, database);
            if (database.dialect().refusesChangedRows(connection)) {
              throw refusedIsolation(connection.getTransactionIsolation());
            }
            return true;
          });
    } catch (SQLException e) {
      throw database.unavailable("Reading the isolation of handlers' transactions", e);
    } catch (RuntimeException told) {
      throw told;
    } catch (Exception undeclared) {
      throw new IllegalStateException(undeclared);
    }
  }

  /** Warns if transactional handlers can take all connections, so that none is left for Baton. */
  void poolFor(int handlers) {
    int size = database.poolSize().orElse(Integer.MAX_VALUE);
    if (handlers >= size) {
      LOG.warn(
          "Up to {} transactional handlers may run at a time on this node, each on one of the"
              + " pool's {} connections. While they use all of them, this node can't renew its"
              + " leases. Give the pool more connections (HikariCP: maximumPoolSize), or set"
              + " Limit.node(n) below half of the pool",
          handlers,
          size);
    }
  }

  private static ConfigurationException refusedIsolation(int isolation) {
    return new ConfigurationException(
        "Transactional handlers would run at "
            + (isolation == Connection.TRANSACTION_REPEATABLE_READ
                ? "repeatable read"
                : "serializable")
            + ", where this database refuses to end a task whose lease was renewed while its"
            + " handler ran: such a handler would fail and run again without end. Give handlers"
            + " read committed transactions: JdbcTransactions.of(dataSource), or a bean"
            + " SpringTransactions.of(dataSource, manager,"
            + " TransactionDefinition.ISOLATION_READ_COMMITTED); lock what must not change with"
            + " SELECT ... FOR UPDATE. On MariaDB innodb_snapshot_isolation = OFF allows repeatable"
            + " read, too");
  }
}
