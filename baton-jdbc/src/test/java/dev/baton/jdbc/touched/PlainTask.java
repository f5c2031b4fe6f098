package dev.baton.jdbc.touched;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.api.cluster.NodeSettings;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcBaton;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A process that has tasks run one after the other, and says by a call when the one begins that
 * counts: the ones before it have loaded and initialized every class.
 */
final class PlainTask {
  static final String BEGIN = "begin";
  static final String END = "end";

  private static final int BEFORE = 3;

  /** Long enough for the last outcome to be written, while each method is traced. */
  private static final long QUIET_MILLIS = 2_000;

  private PlainTask() {}

  /** URL, user, password, and whether the node that adds also claims. */
  public static void main(String[] args) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(args[0]);
    config.setUsername(args[1]);
    config.setPassword(args[2]);
    boolean dispatchesLocally = Boolean.parseBoolean(args[3]);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      BatonSchema.apply(pool);
      Baton baton =
          JdbcBaton.on(pool, JdbcTransactions.of(pool))
              .define(TaskDefinition.of("PLAIN", attempt -> Outcome.done()))
              // A poll that comes meanwhile isn't on the task's way.
              .settings(NodeSettings.defaults().poll(Duration.ofMinutes(1)))
              .start();
      for (int i = 0; i < BEFORE; i++) {
        run(baton, dispatchesLocally);
      }
      begin();
      run(baton, dispatchesLocally);
      end();
      baton.close();
    }
  }

  private static void run(Baton baton, boolean dispatchesLocally) throws InterruptedException {
    TaskRequest request = TaskRequest.of("PLAIN").payload("text");
    baton.tasks().add(dispatchesLocally ? request : request.withoutLocalDispatch());
    TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
  }

  private static void begin() {}

  private static void end() {}
}
