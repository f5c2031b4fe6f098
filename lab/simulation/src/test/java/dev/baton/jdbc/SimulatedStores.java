package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.cluster.JdbcScheduleStore;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.operate.JdbcIncidentStore;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcOverrideStore;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.NetworkTimeout;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.JdbcNoteStore;
import dev.baton.jdbc.task.JdbcResubmissionStore;
import dev.baton.jdbc.task.JdbcSignalStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OverrideStore;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.TransactionalScheduleStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.spi.incident.IncidentStore;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/** All stores of one node on one data source, and the rows in the form that checkers read. */
public final class SimulatedStores {
  private final Database database;
  private final JdbcTaskStore tasks;

  private SimulatedStores(Database database) {
    this.database = database;
    this.tasks = JdbcTaskStore.on(database);
  }

  /** Creates the stores on this data source, with this network timeout for their own statements. */
  public static SimulatedStores on(DataSource dataSource, Duration networkTimeout) {
    return new SimulatedStores(Database.of(dataSource, NetworkTimeout.of(networkTimeout)));
  }

  public TaskStore tasks() {
    return tasks;
  }

  public ClusterStore cluster() {
    return new JdbcClusterStore(database);
  }

  public TransactionalScheduleStore schedules() {
    return new JdbcScheduleStore(database);
  }

  public OperationsStore operations() {
    return new JdbcOperationsStore(database, tasks);
  }

  public OverrideStore overrides() {
    return new JdbcOverrideStore(database);
  }

  public TransactionalSignalStore signals() {
    return new JdbcSignalStore(database, tasks);
  }

  public ResubmissionStore resubmissions() {
    return new JdbcResubmissionStore(database);
  }

  public IncidentStore incidents() {
    return new JdbcIncidentStore(database);
  }

  public TransactionalNoteStore notes() {
    return new JdbcNoteStore(database, tasks);
  }

  public StatisticsStore statistics() {
    return new JdbcStatisticsStore(database);
  }

  /** Returns the live tasks with these ids, or all live tasks. */
  public static List<Task> live(Connection connection, Dialects dialect, List<UUID> ids)
      throws SQLException {
    return dialect.read(
        connection, "SELECT " + Rows.TASK + " FROM baton_task t", "t.id", ids, dialect.rows::task);
  }

  /** Returns the finished tasks with these ids, or all finished tasks. */
  public static List<FinishedTask> finished(Connection connection, Dialects dialect, List<UUID> ids)
      throws SQLException {
    String kept = dialect.name().equals("postgresql") ? "baton_kept" : "baton_finished";
    return dialect.read(
        connection,
        "SELECT " + Rows.FINISHED + " FROM " + kept + " f",
        "f.id",
        ids,
        dialect.rows::finished);
  }

  /** The ways in which a database writes and reads values. */
  public static final class Dialects {
    private final Dialect dialect;
    private final Rows rows;

    private Dialects(Dialect dialect) {
      this.dialect = dialect;
      this.rows = new Rows(dialect);
    }

    public static Dialects of(Connection connection) throws SQLException {
      return new Dialects(Dialect.of(connection));
    }

    public String name() {
      return dialect.name();
    }

    private <T> List<T> read(
        Connection connection,
        String select,
        String column,
        List<UUID> ids,
        Statements.Mapping<T> mapping)
        throws SQLException {
      String where =
          ids.isEmpty() ? "" : " WHERE " + column + " IN (?" + ", ?".repeat(ids.size() - 1) + ")";
      List<T> found = new ArrayList<>();
      try (PreparedStatement statement = connection.prepareStatement(select + where)) {
        for (int i = 0; i < ids.size(); i++) {
          dialect.bindUuid(statement, i + 1, ids.get(i));
        }
        try (ResultSet result = statement.executeQuery()) {
          while (result.next()) {
            found.add(mapping.from(result));
          }
        }
      }
      return found;
    }
  }
}
