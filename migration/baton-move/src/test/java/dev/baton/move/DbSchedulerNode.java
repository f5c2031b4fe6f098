package dev.baton.move;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** A db-scheduler node. */
final class DbSchedulerNode implements OldNode {
  private final HikariDataSource pool;

  private final OneTimeTask<String> effect =
      Tasks.oneTime("EFFECT", String.class)
          .execute(
              (instance, context) -> {
                try (Connection connection = pool().getConnection()) {
                  MoveChild.effect(connection, instance.getData(), "old");
                } catch (java.sql.SQLException e) {
                  throw new IllegalStateException(e);
                }
              });

  DbSchedulerNode(HikariDataSource pool) {
    this.pool = pool;
  }

  private HikariDataSource pool() {
    return pool;
  }

  /** Stores payloads as text, so that tests can read them. */
  static final class AsText implements Serializer {
    @Override
    public byte[] serialize(Object data) {
      return data == null ? null : data.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] bytes) {
      return bytes == null ? null : type.cast(new String(bytes, StandardCharsets.UTF_8));
    }
  }

  Scheduler scheduler(Task<?>... tasks) {
    SchedulerBuilder builder =
        Scheduler.create(pool, List.of(tasks))
            .threads(4)
            .serializer(new AsText())
            .enablePriority()
            .pollingInterval(Duration.ofMillis(50));
    return builder.build();
  }

  @Override
  public OldEngine engine() {
    return DbScheduler.tables();
  }

  @Override
  public void run() throws Exception {
    scheduler(effect).start();
    Thread.currentThread().join();
  }

  /** Adds this many rows, each with its own name. A third of them is due later. */
  void add(int rows, Random random) {
    Scheduler scheduler = scheduler(effect);
    Instant now = Instant.now();
    for (int from = 0; from < rows; from += 500) {
      List<SchedulableInstance<?>> page = new ArrayList<>();
      for (int i = from; i < Math.min(rows, from + 500); i++) {
        String name = new UUID(random.nextLong(), i).toString();
        Instant due = i % 3 == 0 ? now.plusMillis(random.nextInt(2_000)) : now;
        page.add(SchedulableInstance.of(effect.instance(name, name), due));
      }
      scheduler.scheduleBatch(page);
    }
  }
}
