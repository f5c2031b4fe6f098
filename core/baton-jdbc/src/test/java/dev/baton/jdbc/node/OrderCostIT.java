package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcBaton;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What order costs on PostgreSQL, beside the same without it: many keys of a task each, and one key
 * of many. {@code -Dbaton.orderCost=N} says how many keys; the one has a tenth of that.
 */
@EnabledIfSystemProperty(named = "baton.orderCost", matches = "[0-9]+")
class OrderCostIT {
  private static final int AT_ONCE = 500;

  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "false, true", "true, true"})
  void ordersAreAddedAndDrained(boolean ordered, boolean oneKey) throws Exception {
    int count = Integer.getInteger("baton.orderCost") / (oneKey ? 10 : 1);
    try (HikariDataSource pool = pool(LocalPostgres.temporary().newDatabase())) {
      BatonSchema.apply(pool);
      long began = System.nanoTime();
      try (Baton adder = JdbcBaton.on(pool).client().start()) {
        for (int i = 0; i < count; i += AT_ONCE) {
          List<TaskRequest> some = new ArrayList<>();
          for (int j = i; j < Math.min(count, i + AT_ONCE); j++) {
            TaskRequest request = TaskRequest.of("T").key(oneKey ? "k" : "k" + j);
            some.add(ordered ? request.ordered() : request);
          }
          adder.tasks().addAll(some);
        }
      }
      long added = System.nanoTime();
      CountDownLatch left = new CountDownLatch(count);
      TaskDefinition definition =
          TaskDefinition.of(
                  "T",
                  attempt -> {
                    left.countDown();
                    return Outcome.done();
                  })
              .keepDone(Duration.ZERO);
      try (Baton node = JdbcBaton.on(pool).define(definition).start()) {
        assertThat(left.await(30, TimeUnit.MINUTES)).isTrue();
      }
      System.out.printf(
          "ordered %b, %s: %,d tasks, %,.0f adds/s, %,.0f drained/s%n",
          ordered,
          oneKey ? "one key" : "a key each",
          count,
          rate(count, added - began),
          rate(count, System.nanoTime() - added));
    }
  }

  private static double rate(int count, long nanos) {
    return count * 1e9 / nanos;
  }

  private static HikariDataSource pool(DatabaseAddress address) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(address.url());
    pool.setUsername(address.user());
    pool.setPassword(address.password());
    return pool;
  }
}
