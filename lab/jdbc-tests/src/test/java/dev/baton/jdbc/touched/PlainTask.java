package dev.baton.jdbc.touched;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * A process that runs tasks one after the other, and calls a method when the relevant one begins:
 * the earlier ones have loaded and initialized every class.
 */
final class PlainTask {
  static final String BEGIN = "begin";
  static final String END = "end";

  private static final int BEFORE = 3;

  /** Long enough for the work after an outcome is written, while each method is traced. */
  private static final long QUIET_MILLIS = 1_000;

  private PlainTask() {}

  /** Starts the process. The arguments are the URL, user and password of the database. */
  public static void main(String[] args) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(args[0]);
    config.setUsername(args[1]);
    config.setPassword(args[2]);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      BatonSchema.apply(pool);
      Baton baton =
          Baton.builder(JdbcStore.of(pool))
              .transactions(JdbcTransactions.of(pool))
              .define(RawDefinition.of("PLAIN", attempt -> Outcome.done()))
              // A poll meanwhile would not belong to the task.
              .settings(s -> s.poll(Duration.ofMinutes(1)))
              .start();
      for (int i = 0; i < BEFORE; i++) {
        run(baton, pool);
      }
      begin();
      run(baton, pool);
      end();
      baton.close();
    }
  }

  /**
   * Runs a task without local dispatch, which takes the long way: by a hint, the table and a claim.
   */
  private static void run(Baton baton, DataSource database) throws Exception {
    baton
        .tasks()
        .add(withoutLocalDispatch(TaskType.of("PLAIN", Bytes.class).with(Bytes.of("text"))));
    while (isLive(database)) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
  }

  private static boolean isLive(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT 1 FROM baton_task")) {
      return row.next();
    }
  }

  private static void begin() {}

  private static void end() {}
}
