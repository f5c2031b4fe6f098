package dev.baton.testkit.simulation.sql;

import dev.baton.jdbc.SqlFileReport;
import dev.baton.testkit.simulation.Simulation;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** Databases of one product: as many as experiments run at a time. Thread-safe. */
public final class SqlKind {
  private final Server server;
  private final ConcurrentLinkedDeque<OpenDatabase> free = new ConcurrentLinkedDeque<>();
  private final ConcurrentLinkedQueue<OpenDatabase> all = new ConcurrentLinkedQueue<>();

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
    return new SqlKind(new MariaDbServer());
  }

  public String name() {
    return server.name();
  }

  /** An empty database, for one experiment. */
  public SqlDatabase open(Simulation simulation, UnaryOperator<String> broken) {
    try {
      OpenDatabase open = free.pollFirst();
      if (open == null) {
        open = new OpenDatabase(server);
        all.add(open);
      }
      open.empty();
      return new SqlDatabase(simulation, open, broken);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The experiment is over. */
  public void close(SqlDatabase database) {
    database.end();
    free.addFirst(database.open());
  }

  /** The SQL files of this product's dialect that no experiment has executed so far. */
  public Set<String> unexecuted() {
    try {
      return SqlFileReport.unexecuted(
          java.util.Objects.requireNonNull(all.peek()).admin(), executed());
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Set<String> executed() {
    Set<String> texts = new TreeSet<>();
    all.forEach(open -> texts.addAll(open.executed()));
    return texts;
  }
}
