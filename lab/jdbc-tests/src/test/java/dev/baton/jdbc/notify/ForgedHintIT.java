package dev.baton.jdbc.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.limit.Limit;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.spi.TriggerChannel;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a role that may only connect can send hints, but can't make a task run beyond its
 * limit.
 */
@Tag("deep")
final class ForgedHintIT {
  private static final int TASKS = 40;

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger runs = new AtomicInteger();

  @Test
  void forgedHintsRunNoTaskBeyondItsLimit() throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    try (HikariDataSource pool = PostgresPool.on(address)) {
      BatonSchema.apply(pool);
      try (Connection owner = pool.getConnection();
          Statement statement = owner.createStatement()) {
        statement.execute("CREATE ROLE stranger LOGIN PASSWORD 'stranger'");
      }
      NotifyChannel channel = NotifyChannel.on(pool);
      try (Baton unheard =
              Baton.builder(JdbcStore.of(pool)).channel(TriggerChannel.none()).client().start();
          Baton node =
              Baton.builder(JdbcStore.of(pool))
                  .channel(channel)
                  .settings(s -> s.poll(Duration.ofSeconds(30)))
                  .define(
                      RawDefinition.of("LIMITED", attempt -> counted()).limits(Limit.node(1)),
                      RawDefinition.of("FREE", attempt -> Outcome.done()))
                  .start()) {
        // Wait until the node listens and has looked for earlier tasks.
        until("it listens", () -> channel.isListening());
        node.tasks().add(TaskRequest.of(TaskType.of("LIMITED")));
        until("it runs", () -> runs.get() == 1);
        unheard.tasks().addAll(Collections.nCopies(TASKS, TaskRequest.of(TaskType.of("LIMITED"))));
        lie(address, pool);
        until("all have run", () -> runs.get() == TASKS + 1);
        assertThat(node.stop(Duration.ofSeconds(20))).isTrue();
      }
    }
    assertThat(most).hasValue(1);
    assertThat(runs).hasValue(TASKS + 1);
  }

  /** Sends a false hint for every task that is still ready. */
  private static void lie(DatabaseAddress address, HikariDataSource pool) throws Exception {
    List<Candidate> lies = new ArrayList<>();
    try (Connection reader = pool.getConnection();
        Statement statement = reader.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id, version, run_at FROM baton_task")) {
      while (rows.next()) {
        lies.add(
            new Candidate(
                rows.getObject(1, java.util.UUID.class),
                rows.getLong(2),
                "default",
                new Flow("FREE", ""),
                5,
                rows.getTimestamp(3).toInstant()));
      }
    }
    try (Connection stranger = DriverManager.getConnection(address.url(), "stranger", "stranger");
        PreparedStatement notify = stranger.prepareStatement("SELECT pg_notify(?, ?)")) {
      for (String payload : Payload.of("a stranger", "default", lies)) {
        notify.setString(1, Namespace.named("public"));
        notify.setString(2, payload);
        notify.execute();
      }
    }
  }

  private Outcome<?> counted() throws InterruptedException {
    most.accumulateAndGet(running.incrementAndGet(), Math::max);
    boolean never = new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
    assertThat(never).isFalse();
    running.decrementAndGet();
    runs.incrementAndGet();
    return Outcome.done();
  }

  private static void until(String what, BooleanSupplier holds) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as("timed out waiting until %s", what).isLessThan(end);
      boolean never = new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS);
      assertThat(never).isFalse();
    }
  }
}
