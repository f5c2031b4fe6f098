package dev.baton.local;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Set;

/**
 * A way for an application's code to undo added tasks on the connection of its transaction, or to
 * commit them too early.
 */
@SuppressWarnings("ImmutableEnumChecker") // the steps have no state
public enum WayToUndo {
  NOTHING_IS_UNDONE(add -> add.run(), After.KEPT),
  THE_WORK_THROWS(
      add -> {
        add.run();
        throw new OnPurpose();
      },
      After.GONE),
  SAVEPOINT_OF_THE_DRIVER(
      add -> {
        Savepoint savepoint = add.connection().setSavepoint();
        add.run();
        add.connection().rollback(savepoint);
      },
      After.GONE),
  SAVEPOINT_IN_TEXT(toSavepoint("ROLLBACK TO SAVEPOINT a"), After.GONE),
  COMMENT_BEFORE(toSavepoint("/* x */ ROLLBACK TO SAVEPOINT a"), After.GONE),
  LINE_COMMENT_BEFORE(toSavepoint("-- x\nROLLBACK TO SAVEPOINT a"), After.GONE),
  SEVERAL_STATEMENTS(
      toSavepoint("SELECT 1; ROLLBACK TO SAVEPOINT a"),
      After.GONE,
      LocalDatabase.POSTGRES,
      LocalDatabase.H2),
  EVERYTHING_IN_TEXT(text("/* x */ ROLLBACK"), After.GONE),
  ROLLBACK_AND_CHAIN(
      text("/* x */ ROLLBACK AND CHAIN"),
      After.GONE,
      LocalDatabase.POSTGRES,
      LocalDatabase.MARIADB,
      LocalDatabase.MYSQL),
  ABORT(text("ABORT"), After.GONE, LocalDatabase.POSTGRES),
  PREPARED(
      add -> {
        execute(add.connection(), "SAVEPOINT a");
        add.run();
        try (PreparedStatement undo =
            add.connection().prepareStatement("/* x */ ROLLBACK TO SAVEPOINT a")) {
          undo.execute();
        }
      },
      After.GONE),
  CALLABLE(
      add -> {
        execute(add.connection(), "SAVEPOINT a");
        add.run();
        try (CallableStatement undo =
            add.connection().prepareCall("/* x */ ROLLBACK TO SAVEPOINT a")) {
          undo.execute();
        }
      },
      After.GONE,
      LocalDatabase.POSTGRES,
      LocalDatabase.H2),
  BATCH_OF_THE_DRIVER(
      add -> {
        execute(add.connection(), "SAVEPOINT a");
        add.run();
        try (Statement undo = add.connection().createStatement()) {
          undo.addBatch("UPDATE ledger SET payout = payout");
          undo.addBatch("/* x */ ROLLBACK TO SAVEPOINT a");
          undo.executeBatch();
        }
      },
      After.GONE),
  EXECUTE_IMMEDIATE(text("EXECUTE IMMEDIATE 'ROLLBACK'"), After.GONE, LocalDatabase.MARIADB),
  PREPARE_AND_EXECUTE(
      add -> {
        add.run();
        execute(add.connection(), "PREPARE going_back FROM 'ROLLBACK'");
        execute(add.connection(), "EXECUTE going_back");
      },
      After.GONE,
      LocalDatabase.MARIADB,
      LocalDatabase.MYSQL),
  BLOCK(text("BEGIN NOT ATOMIC ROLLBACK; END"), After.GONE, LocalDatabase.MARIADB),
  PROCEDURE(text("CALL undo_all()"), After.GONE, LocalDatabase.MARIADB, LocalDatabase.MYSQL),
  /**
   * A block that is not allowed to end the transaction. It fails, and the transaction fails with
   * it.
   */
  BLOCK_THAT_MAY_NOT(
      add -> {
        add.run();
        refused(add.connection(), "DO $$ BEGIN ROLLBACK; END $$");
      },
      After.GONE,
      LocalDatabase.POSTGRES),
  PROCEDURE_THAT_MAY_NOT(
      add -> {
        add.run();
        refused(add.connection(), "CALL undo_all()");
      },
      After.GONE,
      LocalDatabase.POSTGRES),
  FAILED_STATEMENT_THAT_IS_PASSED_OVER(
      add -> {
        add.run();
        refused(add.connection(), "SELECT * FROM no_such_table");
      },
      After.GONE,
      LocalDatabase.POSTGRES),
  CONNECTION_OF_THE_DRIVER(
      add -> {
        add.run();
        String driver = driverConnection(add.database());
        ((Connection) add.connection().unwrap(classNamed(driver))).rollback();
      },
      After.GONE),
  CONNECTION_OF_THE_META_DATA(
      add -> {
        add.run();
        add.connection().getMetaData().getConnection().rollback();
      },
      After.GONE),
  CONNECTION_OF_A_RESULT(
      add -> {
        add.run();
        try (Statement statement = add.connection().createStatement();
            ResultSet rows = statement.executeQuery("SELECT count(*) FROM ledger")) {
          rows.getStatement().getConnection().rollback();
        }
      },
      After.GONE),
  ROW_DELETED(
      add -> {
        String id = add.run();
        execute(add.connection(), "DELETE FROM baton_task WHERE id = " + id(add.database(), id));
      },
      After.GONE),
  TABLE_MADE_AND_ROLLED_BACK(
      add -> {
        add.run();
        execute(add.connection(), "CREATE TABLE made (id int)");
        execute(add.connection(), "DROP TABLE made");
        throw new OnPurpose();
      },
      After.GONE,
      LocalDatabase.POSTGRES),
  /** The definition commits the transaction, including everything added before it. */
  TABLE_MADE_AND_COMMITTED(
      add -> {
        add.run();
        execute(add.connection(), "CREATE TABLE made (id int)");
        execute(add.connection(), "DROP TABLE made");
        throw new OnPurpose();
      },
      After.KEPT,
      LocalDatabase.MARIADB,
      LocalDatabase.MYSQL,
      LocalDatabase.H2),
  COMMITTED_IN_TEXT(
      add -> {
        add.run();
        execute(add.connection(), "/* x */ COMMIT");
        throw new OnPurpose();
      },
      After.KEPT),
  AUTO_COMMIT_IN_TEXT(
      add -> {
        add.run();
        execute(add.connection(), "SET autocommit = 1");
        execute(add.connection(), "SET autocommit = 0");
        throw new OnPurpose();
      },
      After.KEPT,
      LocalDatabase.MARIADB,
      LocalDatabase.MYSQL),
  TRANSACTION_BEGUN_ANEW(
      add -> {
        add.run();
        execute(add.connection(), "START TRANSACTION");
        throw new OnPurpose();
      },
      After.KEPT,
      LocalDatabase.MARIADB,
      LocalDatabase.MYSQL);

  /** The state of the task after the transaction has ended. */
  private enum After {
    GONE,
    KEPT
  }

  /** Adds the task and provides the connection of its transaction. */
  public interface Add {
    /** Adds the task and returns its id. */
    String run();

    Connection connection();

    LocalDatabase database();
  }

  /** The steps of the application's code. */
  @FunctionalInterface
  public interface Steps {
    void with(Add add) throws SQLException;
  }

  /** Thrown by the application's code, so that its transaction rolls back. */
  public static final class OnPurpose extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final Steps steps;
  private final After after;
  private final Set<LocalDatabase> databases;

  WayToUndo(Steps steps, After after) {
    this(steps, after, LocalDatabase.values());
  }

  WayToUndo(Steps steps, After after, LocalDatabase... databases) {
    this.steps = steps;
    this.after = after;
    this.databases = EnumSet.of(databases[0], databases);
  }

  /** Returns the SQL to execute once before. It expects the table ledger (payout). */
  public static String preparation(LocalDatabase database) {
    return switch (database) {
      case POSTGRES -> "CREATE PROCEDURE undo_all() LANGUAGE plpgsql AS $$ BEGIN ROLLBACK; END $$";
      case MARIADB, MYSQL -> "CREATE PROCEDURE undo_all() ROLLBACK";
      case H2 -> "CREATE TABLE undo_all (id int)";
    };
  }

  private static String driverConnection(LocalDatabase database) {
    return switch (database) {
      case POSTGRES -> "org.postgresql.jdbc.PgConnection";
      case MARIADB, MYSQL -> "org.mariadb.jdbc.Connection";
      case H2 -> "org.h2.jdbc.JdbcConnection";
    };
  }

  private static String id(LocalDatabase database, String uuid) {
    return database.isMySql() ? "x'" + uuid.replace("-", "") + "'" : "'" + uuid + "'";
  }

  /** Returns whether this database supports it. */
  public boolean isKnownTo(LocalDatabase database) {
    return databases.contains(database);
  }

  /** Returns the steps of the application's code. */
  public Steps steps() {
    return steps;
  }

  /** Returns whether the task exists in the end, so that it must run. */
  public boolean keeps() {
    return after == After.KEPT;
  }

  private static Class<?> classNamed(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException absent) {
      throw new IllegalStateException(absent);
    }
  }

  private static Steps text(String sql) {
    return add -> {
      add.run();
      execute(add.connection(), sql);
    };
  }

  private static Steps toSavepoint(String sql) {
    return add -> {
      execute(add.connection(), "SAVEPOINT a");
      add.run();
      execute(add.connection(), sql);
    };
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void refused(Connection connection, String sql) throws SQLException {
    try {
      execute(connection, sql);
    } catch (SQLException expected) {
      return;
    }
    throw new SQLException("The database executed a statement that it should reject: " + sql);
  }
}
