package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Known problems of event registries don't affect durable listeners. */
class EventComplaintsTest {
  record Paid(String partner) {}

  /** Fails until a test switches the failure off. A test can also block it. */
  static class Listener {
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile CountDownLatch held = new CountDownLatch(0);
    private volatile boolean fails;

    @TaskHandler(value = "BOOK", attempts = 1)
    @DurableListener
    void on(Paid event) throws InterruptedException {
      calls.incrementAndGet();
      begun.countDown();
      if (fails) {
        throw new IllegalStateException("no books for " + event.partner());
      }
      held.await(60, TimeUnit.SECONDS);
    }
  }

  private final DatabaseAddress address = LocalH2.newDatabase();
  private final Listener listener = new Listener();
  private final ApplicationContextRunner runner =
      TestContexts.on(address)
          .withBean(Listener.class, () -> listener)
          .withPropertyValues("baton.poll=50ms");

  /**
   * An event whose last attempt failed, or whose instance is gone, becomes a task in ERROR that
   * operators see.
   */
  @Test
  void failedEventIsInErrorAndRunsAgainAfterRetry() {
    listener.fails = true;
    runner.run(
        context -> {
          publish(context, "ada");
          awaitOne(context, Status.ERROR);
        });
    assertThat(listener.calls).hasValue(1);

    listener.fails = false;
    runner.run(
        later -> {
          TaskInfo failed = awaitOne(later, Status.ERROR);
          later
              .getBean(Operations.class)
              .task(failed.id())
              .ifUnchangedSince(failed.version())
              .retry();
          awaitOne(later, Status.DONE);
        });
    assertThat(listener.calls).hasValue(2);
  }

  @Test
  void eventOfStoppedInstanceIsHandledByTheNext() {
    runner.withPropertyValues("baton.role=client").run(gone -> publish(gone, "ada"));
    assertThat(listener.calls).hasValue(0);

    runner.run(next -> awaitOne(next, Status.DONE));
    assertThat(listener.calls).hasValue(1);
  }

  /**
   * Registries that republish incomplete events when an instance starts would publish them twice.
   */
  @Test
  void startingInstanceDoesNotRepeatRunningEvents() {
    listener.held = new CountDownLatch(1);
    runner.run(
        first -> {
          publish(first, "ada");
          assertThat(listener.begun.await(60, TimeUnit.SECONDS)).isTrue();
          runner
              .withPropertyValues("baton.name=second")
              .run(
                  second -> {
                    publish(second, "bob");
                    Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> listener.calls.get() == 2);
                    listener.held.countDown();
                    Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> found(second, Status.DONE).size() == 2);
                  });
        });
    assertThat(listener.calls).hasValue(2);
  }

  @Test
  void openTransactionOfPublisherDelaysNoOther() {
    runner.run(
        context -> {
          TransactionTemplate transaction =
              new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
          transaction.executeWithoutResult(
              open -> {
                context.publishEvent(new Paid("slow"));
                Thread other = new Thread(() -> publish(context, "quick"));
                other.start();
                awaitOne(context, Status.DONE);
                open.setRollbackOnly();
              });
        });
    assertThat(listener.calls).hasValue(1);
  }

  private static void publish(ApplicationContext context, String partner) {
    new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
        .executeWithoutResult(transaction -> context.publishEvent(new Paid(partner)));
  }

  private static TaskInfo awaitOne(ApplicationContext context, Status status) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> found(context, status).size() == 1);
    return found(context, status).get(0);
  }

  private static List<TaskInfo> found(ApplicationContext context, Status status) {
    return context
        .getBean(Operations.class)
        .search(TaskFilter.all().status(status))
        .page(100)
        .items();
  }
}
