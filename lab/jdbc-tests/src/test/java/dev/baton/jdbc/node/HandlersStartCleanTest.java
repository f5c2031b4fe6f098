package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.schedule.Schedule;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

/**
 * Tests that handlers find on their thread nothing of the committing thread or of the handler
 * before, however their task came. Each handler here leaves its thread in a state that no other may
 * find, and so do the threads that add, listen and complete.
 */
class HandlersStartCleanTest {
  private static final InheritableThreadLocal<String> TENANT = new InheritableThreadLocal<>();
  private static final ClassLoader BUILDERS = Thread.currentThread().getContextClassLoader();
  private static final ClassLoader OTHER = new URLClassLoader(new URL[0], BUILDERS);
  private static final Set<String> LOG = Set.of("batonTaskId", "batonTaskType", "batonTaskVersion");

  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final Set<String> done = ConcurrentHashMap.newKeySet();
  private final Executor dirtyThreads =
      body ->
          dirtily(
              () -> {
                body.run();
                return true;
              });

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whicheverWayTheirTaskComes(boolean virtual) throws Exception {
    DatabaseAddress address = LocalH2.newDatabase();
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(address.url());
    database.setUser(address.user());
    database.setPassword(address.password());
    BatonSchema.apply(database);
    try (Baton node = dirtily(() -> start(database, virtual))) {
      dirtily(() -> addAll(node, database));
      Set<String> all =
          Set.of(
              "PLAIN",
              "OWN",
              "LATER",
              "RETRIED",
              "STATES",
              "ASYNC",
              "IN_TRANSACTION",
              "AFTER",
              "TICK",
              "CHILD");
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      Phaser never = new Phaser(1);
      while (!done.containsAll(all) && System.nanoTime() < end) {
        try {
          never.awaitAdvanceInterruptibly(0, 20, TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.TimeoutException again) {
          // Check again.
        }
      }
      assertThat(done).containsAll(all);
    }
    assertThat(wrong).isEmpty();
  }

  private Baton start(DataSource database, boolean virtual) {
    Baton.Builder builder =
        Baton.builder(JdbcStore.of(database))
            .settings(
                s -> s.poll(Duration.ofMillis(50)).sweep(Duration.ofMillis(50)).maxRunning(2));
    if (!virtual) {
      builder = builder.settings(s -> s.withoutVirtualThreads());
    }
    return builder
        .define(definitions())
        .schedule(
            Schedule.fixedRate("s", Duration.ofSeconds(1))
                .adds(TaskRequest.of(TaskType.of("TICK"))))
        .listener(this::listen)
        .start();
  }

  private boolean addAll(Baton node, DataSource database) throws Exception {
    for (int i = 0; i < 20; i++) {
      node.tasks().add(TaskRequest.of(TaskType.of("PLAIN")));
    }
    UUID first = node.tasks().add(TaskRequest.of(TaskType.of("OWN"))).taskId();
    JdbcTransactions.of(database)
        .run(
            transaction -> {
              node.tasks().add(transaction, TaskRequest.of(TaskType.of("RETRIED")));
              node.tasks().add(transaction, TaskRequest.of(TaskType.of("STATES")));
            });
    node.tasks().add(TaskRequest.of(TaskType.of("LATER")).runIn(Duration.ofMillis(300)));
    node.tasks().add(TaskRequest.of(TaskType.of("ASYNC")));
    node.tasks().add(TaskRequest.of(TaskType.of("IN_TRANSACTION")));
    node.tasks().add(TaskRequest.of(TaskType.of("AFTER")).waitForEnd(List.of(first)));
    return true;
  }

  private TaskDefinition<?, ?>[] definitions() {
    return new TaskDefinition<?, ?>[] {
      RawDefinition.of("PLAIN", attempt -> ended(attempt, Outcome.done())),
      RawDefinition.of(
          "OWN", attempt -> ended(attempt, Outcome.next(TaskRequest.of(TaskType.of("CHILD"))))),
      RawDefinition.of("CHILD", attempt -> ended(attempt, Outcome.done())),
      RawDefinition.of("LATER", attempt -> ended(attempt, Outcome.done())),
      RawDefinition.of("AFTER", attempt -> ended(attempt, Outcome.done())),
      RawDefinition.of("TICK", attempt -> ended(attempt, Outcome.done())),
      RawDefinition.of(
              "RETRIED",
              attempt ->
                  attempt.number() == 1
                      ? look(attempt, Outcome.retry("again"))
                      : ended(attempt, Outcome.done()))
          .retry(Retry.fixed(Duration.ofMillis(100)).maxAttempts(3)),
      RawDefinition.of(
          "STATES",
          attempt ->
              attempt.state().isEmpty()
                  ? look(attempt, new HandlerOutcome.GoTo<>("second", null))
                  : ended(attempt, Outcome.done())),
      RawDefinition.async(
          "ASYNC",
          attempt -> {
            Outcome<?> outcome =
                attempt.state().isEmpty()
                    ? look(attempt, new HandlerOutcome.GoTo<>("second", null))
                    : ended(attempt, Outcome.done());
            return CompletableFuture.supplyAsync(() -> outcome, dirtyThreads);
          }),
      RawDefinition.transactional(
          "IN_TRANSACTION", (attempt, transaction) -> ended(attempt, Outcome.done()))
    };
  }

  private Outcome<?> ended(Attempt attempt, Outcome<?> outcome) {
    Outcome<?> same = look(attempt, outcome);
    done.add(attempt.type());
    return same;
  }

  private Outcome<?> look(Attempt attempt, Outcome<?> outcome) {
    Thread self = Thread.currentThread();
    Map<String, Object> found = new TreeMap<>();
    found.put("tenant", String.valueOf(TENANT.get()));
    found.put("loader", self.getContextClassLoader() == BUILDERS);
    found.put("priority", self.getPriority());
    found.put("daemon", self.isDaemon());
    found.put("interrupted", self.isInterrupted());
    found.put("name", self.getName().startsWith("baton-"));
    Map<String, String> log = MDC.getCopyOfContextMap();
    found.put(
        "log",
        log != null
            && log.keySet().equals(LOG)
            && log.get("batonTaskId").equals(attempt.taskId().toString()));
    if (!found.equals(CLEAN)) {
      wrong.add(attempt.type() + " on " + self + ": " + found + " " + log);
    }
    // A handler itself must remove what it sets on a pool's thread.
    dirty(null);
    return outcome;
  }

  private static final Map<String, Object> CLEAN =
      new TreeMap<>(
          Map.of(
              "tenant", "null",
              "loader", true,
              "priority", Thread.NORM_PRIORITY,
              "daemon", true,
              "interrupted", false,
              "name", true,
              "log", true));

  private void listen(TaskEvent event) {
    MDC.put("listener", event.getClass().getSimpleName());
    Thread.currentThread().setContextClassLoader(OTHER);
  }

  private static void dirty(String tenant) {
    Thread self = Thread.currentThread();
    if (tenant != null) {
      TENANT.set(tenant);
    }
    MDC.put("tenant", "left");
    self.setContextClassLoader(OTHER);
    self.setPriority(Thread.MIN_PRIORITY);
    self.setName("dirty");
  }

  private static <T> T dirtily(Callable<T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                Thread.currentThread().setContextClassLoader(BUILDERS);
                TENANT.set("whoever committed");
                MDC.put("tenant", "whoever committed");
                Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
                done.complete(work.call());
              } catch (Throwable broken) {
                done.completeExceptionally(broken);
              }
            })
        .start();
    return done.join();
  }
}
