package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.spi.TriggerChannel;
import dev.baton.task.Bytes;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures the time from the end of a handler to the future of a client on another node, by NOTIFY
 * and by reading again. The figures are printed; the test asserts only that the result comes.
 *
 * <p>{@code -Dbaton.results=200} measures more of them.
 */
@Tag("deep")
final class ResultDelayIT {
  private static final int RESULTS = Integer.getInteger("baton.results", 8);

  /** The client reads again once a second, so a few measurements are enough. */
  private static final int READ_AGAIN = Math.max(3, RESULTS / 10);

  private static final long HANDLER_MILLIS = 150;

  private static final TaskType<String, Long> ENDING =
      TaskType.of("ENDING", String.class, Long.class).codec(new Digits());

  /** A codec for text; JSON would need a library that this module doesn't use. */
  private static final class Digits implements PayloadCodec {
    @Override
    public Bytes encode(Object value) {
      return Bytes.of(value.toString());
    }

    @Override
    public <T> T decode(Bytes stored, Class<T> type) {
      String text = stored.toText();
      return type.cast(type == Long.class ? Long.valueOf(text) : text);
    }
  }

  @Test
  void theResultReachesAClientOfAnotherNode() throws Exception {
    long[] told = delays(RESULTS, node -> node);
    long[] read = delays(READ_AGAIN, node -> node.channel(TriggerChannel.none()));
    System.out.printf(
        Locale.ROOT,
        "results of another node's tasks, from the handler's end to the client's future:"
            + " told p50 %.1f worst %.1f ms, of %d; read again p50 %.1f worst %.1f ms, of %d%n",
        told[RESULTS / 2] / 1e6,
        told[RESULTS - 1] / 1e6,
        RESULTS,
        read[READ_AGAIN / 2] / 1e6,
        read[READ_AGAIN - 1] / 1e6,
        READ_AGAIN);
  }

  private static long[] delays(int count, UnaryOperator<Baton.Builder> refine) throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    TaskDefinition<?, ?> definition =
        TaskDefinition.of(ENDING)
            .handler(
                (payload, attempt) -> {
                  work();
                  return System.nanoTime();
                });
    try (HikariDataSource pool = new HikariDataSource(config)) {
      BatonSchema.apply(pool);
      try (Baton server =
              refine.apply(Baton.builder(JdbcStore.of(pool))).define(definition).start();
          Baton client = refine.apply(Baton.builder(JdbcStore.of(pool))).client().start()) {
        long[] delays = new long[count];
        for (int i = 0; i < count; i++) {
          CompletableFuture<Long> arrived =
              client
                  .tasks()
                  .submit(ENDING.with("x"))
                  .result()
                  .thenApply(ended -> System.nanoTime() - ended)
                  .toCompletableFuture();
          delays[i] = arrived.get(60, TimeUnit.SECONDS);
        }
        assertThat(server.isBucketRunning("default")).isTrue();
        Arrays.sort(delays);
        return delays;
      }
    }
  }

  /** Works long enough for the client's wish to arrive. */
  private static void work() throws InterruptedException {
    boolean never = new CountDownLatch(1).await(HANDLER_MILLIS, TimeUnit.MILLISECONDS);
    assertThat(never).isFalse();
  }
}
