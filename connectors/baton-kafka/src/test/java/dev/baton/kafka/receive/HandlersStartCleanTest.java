package dev.baton.kafka.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.handler.Retry;
import dev.baton.kafka.TestNode;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/**
 * A message's handler finds no thread state of the code that started the receiver or of the handler
 * before it.
 */
class HandlersStartCleanTest {
  private static final InheritableThreadLocal<String> TENANT = new InheritableThreadLocal<>();
  private static final ClassLoader BUILDERS = Thread.currentThread().getContextClassLoader();
  private static final ClassLoader OTHER = new URLClassLoader(new URL[0], BUILDERS);
  private static final String CLEAN = "null, true, 5, true, false, baton-kafka-work, null";

  private final List<String> found = Collections.synchronizedList(new ArrayList<>());

  @Test
  void handlersSeeNoStateOfEarlierHandlers() throws Exception {
    Routes routes = new Routes(List.of(new Route.Plain("p", "t", this::handle)), List.of(""));
    HandlerThreads threads = new HandlerThreads();
    ExecutorService workers = dirtily(threads::workers);
    try (TestNode database = TestNode.database();
        Baton node = database.start()) {
      BatchWork.Terms terms =
          new BatchWork.Terms(
              routes,
              new AsideTasks(routes, Duration.ofDays(1)),
              node.tasks(),
              Retry.fixed(Duration.ofMillis(1)).maxAttempts(2),
              new ReceiverLog("g"),
              threads);
      BatchWork work = new BatchWork(List.of(message(0), message(1), message(2)), terms);
      dirtily(() -> workers.submit(work));

      assertThat(work.awaitEnd(TimeUnit.SECONDS.toNanos(60))).isTrue();
      // The second message fails first and leaves an interrupt. The receiver tries it again anyway.
      assertThat(work.isThrough()).isTrue();
      assertThat(found).containsExactly(CLEAN, CLEAN, CLEAN, CLEAN);
    } finally {
      workers.shutdownNow();
    }
  }

  private void handle(ReceivedMessage message) {
    Thread self = Thread.currentThread();
    found.add(
        String.join(
            ", ",
            String.valueOf(TENANT.get()),
            "" + (self.getContextClassLoader() == BUILDERS),
            "" + self.getPriority(),
            "" + self.isDaemon(),
            "" + self.isInterrupted(),
            self.getName(),
            "" + MDC.get("tenant")));
    dirty();
    if (message.offset() == 1 && found.size() == 2) {
      throw new IllegalStateException("fails once");
    }
  }

  private static void dirty() {
    Thread self = Thread.currentThread();
    MDC.put("tenant", "left");
    self.setContextClassLoader(OTHER);
    self.setPriority(Thread.MIN_PRIORITY);
    self.setName("dirty");
    self.interrupt();
  }

  private static <T> T dirtily(Callable<T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    new Thread(
            () -> {
              TENANT.set("the starter");
              dirty();
              try {
                done.complete(work.call());
              } catch (Exception broken) {
                done.completeExceptionally(broken);
              }
            })
        .start();
    return done.join();
  }

  private static ReceivedMessage message(long offset) {
    return new ReceivedMessage("t", 0, offset, 0, null, null, List.of());
  }
}
