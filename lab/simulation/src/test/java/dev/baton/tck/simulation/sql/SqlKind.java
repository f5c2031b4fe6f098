package dev.baton.tck.simulation.sql;

import dev.baton.jdbc.SqlStatementReport;
import dev.baton.tck.simulation.Simulation;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.UnaryOperator;

/**
 * Databases of one product, a new one for each experiment, so that a seed doesn't depend on the
 * seeds before it. Thread-safe.
 */
public final class SqlKind {
  private final Server server;
  private final ConcurrentLinkedDeque<OpenDatabase> emptied = new ConcurrentLinkedDeque<>();
  private final Set<String> executed = new ConcurrentSkipListSet<>();
  private final Troubles troubles = new Troubles();

  private SqlKind(Server server) {
    this.server = server;
  }

  public static SqlKind h2() {
    return new SqlKind(new H2Server());
  }

  public static SqlKind postgresql() {
    return new SqlKind(new PostgresServer());
  }

  public static SqlKind mariaDb() {
    return new SqlKind(InnoDbServer.mariaDb());
  }

  /** Returns MySQL 8.0. Skips the test where no such server can run. */
  public static SqlKind mySql() {
    return new SqlKind(InnoDbServer.mySql());
  }

  /** Returns the same servers with all counts at zero. */
  public SqlKind fresh() {
    return new SqlKind(server);
  }

  public String name() {
    return server.name();
  }

  /** Returns whether a seed always leads to the same history. */
  public boolean replays() {
    return server.replays();
  }

  /** Opens a new database for one experiment. */
  public SqlDatabase open(Simulation simulation, UnaryOperator<String> broken) {
    try {
      return new SqlDatabase(simulation, another(), broken);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private OpenDatabase another() throws SQLException {
    OpenDatabase open = emptied.pollFirst();
    return open == null ? new OpenDatabase(server, executed, troubles) : open;
  }

  /** Releases the database of an experiment that has ended. */
  public void close(SqlDatabase database) {
    database.end();
    try {
      forget(database.open());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void forget(OpenDatabase open) throws SQLException {
    if (server.isAsNewWhenEmptied()) {
      open.emptyAll();
      emptied.addFirst(open);
    } else {
      open.drop();
    }
  }

  /** Returns the faults that have occurred in experiments so far. */
  public Troubles troubles() {
    return troubles;
  }

  /** Returns the faults that have not occurred so far. */
  public Set<Trouble> unmet() {
    Set<Trouble> unmet = EnumSet.noneOf(Trouble.class);
    troubles
        .counts()
        .forEach(
            (trouble, count) -> {
              if (count == 0) {
                unmet.add(trouble);
              }
            });
    return unmet;
  }

  /** Returns the SQL statements of this database, and those that experiments executed so far. */
  public SqlStatementReport.Found files() {
    try {
      OpenDatabase one = another();
      try {
        return SqlStatementReport.of(one.admin(), executed);
      } finally {
        forget(one);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
