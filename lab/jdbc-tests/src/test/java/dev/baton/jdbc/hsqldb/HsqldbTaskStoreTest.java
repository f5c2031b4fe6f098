package dev.baton.jdbc.hsqldb;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.tck.contract.again.RunAgainContract;
import dev.baton.tck.contract.core.CoreStoreContract;
import dev.baton.tck.contract.limits.PermitContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The contracts of the core, of limits and of running again, on the example of a dialect. The
 * contracts of transactions are for databases that lock rows, not tables.
 */
@Tag("deep")
class HsqldbTaskStoreTest implements CoreStoreContract, PermitContract, RunAgainContract {
  /** The columns with times that the contract's tests wait for. */
  private static final List<String> TIMES =
      List.of(
          "baton_task.run_at",
          "baton_task.next_event_at",
          "baton_task.created_at",
          "baton_task.last_change",
          "baton_task.last_action",
          "baton_finished.created_at",
          "baton_finished.finished_at",
          "baton_finished.keep_until",
          "baton_key.expires_at",
          "baton_attempt.ended_at",
          "baton_limit.paid_until",
          "baton_limit.idle_after");

  private final HikariDataSource pool = new HikariDataSource();
  private final JdbcTaskStore store;

  HsqldbTaskStoreTest() {
    pool.setJdbcUrl("jdbc:hsqldb:mem:" + UUID.randomUUID());
    pool.setUsername("sa");
    BatonSchema.apply(pool);
    store = JdbcTaskStore.of(pool);
  }

  @AfterEach
  void shutDown() throws SQLException {
    execute("SHUTDOWN");
    pool.close();
  }

  @Override
  public JdbcTaskStore store() {
    return store;
  }

  @Override
  public JdbcTaskStore limits() {
    return store;
  }

  @Override
  public JdbcTaskStore again() {
    return store;
  }

  /** Waits for moments; longer times pass by making what is stored older. */
  @Override
  public void passTime(Duration duration) throws Exception {
    if (duration.toSeconds() == 0) {
      new CountDownLatch(1).await(duration.toNanos(), TimeUnit.NANOSECONDS);
      return;
    }
    for (String time : TIMES) {
      String table = time.substring(0, time.indexOf('.'));
      String column = time.substring(table.length() + 1);
      execute(
          String.format(
              "UPDATE %s SET %s = DATEADD('microsecond', %d, %s)",
              table, column, -duration.toNanos() / 1_000, column));
    }
  }

  @Test
  void aNodeRunsTasks() throws Exception {
    CountDownLatch ran = new CountDownLatch(30);
    try (Baton node =
        Baton.builder(JdbcStore.of(pool))
            .define(
                RawDefinition.of(
                    "MAIL",
                    attempt -> {
                      ran.countDown();
                      return Outcome.done();
                    }))
            .start()) {
      node.tasks().addAll(Collections.nCopies(30, TaskRequest.of(TaskType.of("MAIL"))));
      assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
