package dev.baton.chaos.process;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.TaskKind;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Adds all kinds of tasks in a separate process, until it gets the command to stop. */
public final class AdderMain {
  /**
   * Largest number of live tasks. At this number adders wait: on a slow machine the backlog would
   * otherwise grow until no task ended in time.
   */
  private static final int MAX_LIVE = 500;

  private AdderMain() {}

  public static void main(String[] arguments) throws Exception {
    Plan plan = Plan.of(arguments);
    CountDownLatch stop = new CountDownLatch(1);
    Parent.watch(word -> stop.countDown());
    try (HikariDataSource pool = plan.pool(4);
        Journal journal = Journal.durable(plan.file(".adds"));
        Journal events = Journal.open(plan.file(".events"))) {
      List<JdbcTransactions> transactions = transactions(plan, pool);
      try (Baton baton =
          plan.ways()
              .links()
              .channel(Baton.builder(JdbcStore.of(pool)).transactions(transactions.get(0)))
              .settings(s -> plan.settings().withoutSweeper().withoutPruner())
              .start()) {
        Adds adds = new Adds(transactions, baton.tasks(), journal, events, plan.ways().bug());
        Adder adder =
            new Adder(new Random(plan.seed()), adds, plan.ways(), kinds(plan.ways(), pool));
        events.write(WorkerMain.READY + " " + ProcessHandle.current().pid());
        while (!stop.await(plan.ways().pauseMillis(), TimeUnit.MILLISECONDS)) {
          if (!isBehind(pool)) {
            adder.addSome();
          }
        }
      }
    }
    System.exit(0);
  }

  private static boolean isBehind(DataSource pool) {
    String sql = "SELECT COUNT(*) FROM (SELECT 1 FROM baton_task LIMIT " + MAX_LIVE + ") t";
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() && rows.getInt(1) == MAX_LIVE;
    } catch (SQLException away) {
      // The adds report their results while the database is unreachable.
      return false;
    }
  }

  /**
   * Returns the transactions: mostly read committed, the default, and some of other isolation
   * levels.
   */
  private static List<JdbcTransactions> transactions(Plan plan, DataSource pool) {
    List<JdbcTransactions> all = new ArrayList<>();
    all.add(JdbcTransactions.of(pool));
    if (plan.ways().more()) {
      all.add(all.get(0));
      all.add(JdbcTransactions.of(pool, Connection.TRANSACTION_REPEATABLE_READ));
      all.add(JdbcTransactions.of(pool, Connection.TRANSACTION_SERIALIZABLE));
    }
    return all;
  }

  /** Returns the kinds that are added in addition to the usual ones. */
  static Set<TaskKind> kinds(Fleet.Ways ways, DataSource pool) throws SQLException {
    if (!ways.more()) {
      return Set.of();
    }
    Set<TaskKind> all =
        EnumSet.of(
            TaskKind.OWN,
            TaskKind.SHARED,
            TaskKind.ORDERED,
            TaskKind.TOUCHED,
            TaskKind.MENDED,
            TaskKind.REPEATABLE_OUTSIDE,
            TaskKind.SERIAL_OUTSIDE);
    for (TaskKind kind : List.of(TaskKind.REPEATABLE, TaskKind.SERIAL)) {
      if (Isolation.allowsHandlers(pool, kind.isolation())) {
        all.add(kind);
      }
    }
    return all;
  }
}
