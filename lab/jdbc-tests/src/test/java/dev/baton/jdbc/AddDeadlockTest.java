package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThatCode;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests adds in Baton's own transactions that block each other. */
class AddDeadlockTest {
  private static final int THREADS = 4;
  private static final int CALLS = 400;
  private static final int KEYS = 30;

  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.TestDatabase#chosen")
  void addsThatDeadlockAreRepeated(TestDatabase database) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      try (Baton client = Baton.builder(JdbcStore.of(pool)).client().start()) {
        CountDownLatch begin = new CountDownLatch(1);
        List<Future<?>> calls = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
          Random random = new Random(thread);
          calls.add(
              threads.submit(
                  () -> {
                    begin.await();
                    for (int call = 0; call < CALLS; call++) {
                      client.tasks().addAll(requests(random));
                      freeKey(pool, "k" + random.nextInt(KEYS));
                    }
                    return true;
                  }));
        }
        begin.countDown();
        for (Future<?> call : calls) {
          assertThatCode(() -> call.get(120, TimeUnit.SECONDS)).doesNotThrowAnyException();
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** The database may also end this statement to let an add continue. */
  private static void freeKey(HikariDataSource pool, String key) throws SQLException {
    for (boolean isFree = false; !isFree; ) {
      try {
        TestDatabase.execute(pool, "DELETE FROM baton_key WHERE text = '" + key + "'");
        isFree = true;
      } catch (SQLException ended) {
        if (!String.valueOf(ended.getSQLState()).startsWith("40")) {
          throw ended;
        }
      }
    }
  }

  private static List<TaskRequest<?, ?>> requests(Random random) {
    List<TaskRequest<?, ?>> requests = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      requests.add(
          TaskRequest.of(TaskType.of("T"))
              .unique(Unique.whileLive("k" + random.nextInt(KEYS)))
              .runIn(Duration.ofHours(1)));
    }
    return requests;
  }
}
