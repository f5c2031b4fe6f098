package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests how {@link JdbcStore} combines the parts for dashboards; the store has its contract. */
class StatisticsOnDatabaseTest {
  private final CountDownLatch ended = new CountDownLatch(30);

  @Test
  void statisticsOfStoppedNodesAreReported() throws Exception {
    try (HikariDataSource pool = pool(LocalH2.newDatabase())) {
      BatonSchema.apply(pool);
      try (Baton client = Baton.builder(JdbcStore.of(pool)).client().start()) {
        try (Baton one = server(pool);
            Baton two = server(pool)) {
          for (Baton node : List.of(client, one, two)) {
            node.tasks()
                .addAll(
                    IntStream.range(0, 10)
                        .mapToObj(i -> TaskRequest.of(TaskType.of("MAIL")))
                        .toList());
          }
          client.tasks().add(TaskRequest.of(TaskType.of("MAIL")).onHold());
          assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(client.statistics().counts().of(Status.BLOCKED)).isEqualTo(1);
        assertThat(client.statistics().stuck().groups()).isEmpty();
        TaskStatistics done =
            client.statistics().series(SeriesFilter.last(Duration.ofHours(1)).type("MAIL")).total();
        assertThat(done.started()).isEqualTo(30);
        assertThat(done.done()).isEqualTo(30);
        assertThat(done.waited().count()).isEqualTo(30);
        assertThat(done.ran().quantile(0.99)).isPositive();
      }
    }
  }

  private Baton server(HikariDataSource pool) {
    return Baton.builder(JdbcStore.of(pool))
        .define(RawDefinition.of("MAIL", attempt -> Outcome.done()))
        .listener(this::count)
        .start();
  }

  private void count(TaskEvent event) {
    if (event instanceof TaskEvent.Completed) {
      ended.countDown();
    }
  }

  private static HikariDataSource pool(DatabaseAddress address) {
    return Pools.of(address, 40);
  }
}
