package dev.baton.benchmarks.start;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.task.Bytes;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A service that runs one task and ends. It prints how many milliseconds passed from the start of
 * the node to the start of its first task.
 */
public final class FirstTask {
  private static final TaskType<Bytes, Void> TYPE = TaskType.of("FIRST", Bytes.class);
  private static final int CONNECTIONS = 4;

  private FirstTask() {}

  /**
   * @param args the URL of a database, a user and a password
   */
  public static void main(String[] args) throws InterruptedException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(args[0]);
    config.setUsername(args[1]);
    config.setPassword(args[2]);
    config.setMaximumPoolSize(CONNECTIONS);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      BatonSchema.apply(pool);
      System.out.println("first task after " + run(pool) + " ms");
    }
  }

  private static long run(HikariDataSource pool) throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    long began = System.nanoTime();
    try (Baton node =
        Baton.builder(JdbcStore.of(pool))
            .define(
                RawDefinition.of(
                    TYPE.name(),
                    attempt -> {
                      ran.countDown();
                      return Outcome.done();
                    }))
            .start()) {
      node.tasks().add(TYPE.with(Bytes.of("1")));
      if (!ran.await(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("The task didn't start");
      }
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }
  }
}
