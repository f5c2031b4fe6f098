package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.event.NodeEvent;
import dev.baton.schedule.Schedule;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryNoteStore;
import dev.baton.tck.MemoryTaskStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests sentences of the public docs that no other test covers. */
final class SaidOnPagesTest {

  /** Handlers page: a paused task with states still continues to its next state. */
  @Test
  void pauseLetsATaskContinueToItsNextState() throws Exception {
    Gate gate = new Gate();
    TaskDefinition<?, ?> states =
        RawDefinition.of(
            "S",
            attempt -> {
              if (attempt.state().isEmpty()) {
                gate.pass();
                return new HandlerOutcome.GoTo<>("second", null);
              }
              return Outcome.done();
            });
    MemoryClusterStore cluster = new MemoryClusterStore(LivedTime.CLOCK);
    try (TestNode node = TestNode.start(b -> b.define(states).stores(s -> s.cluster(cluster)))) {
      UUID running = node.add(TaskRequest.of(TaskType.of("S")));
      gate.awaitArrival();
      node.baton.cluster().pause(Pause.type("S"), "to see");
      UUID waiting = node.add(TaskRequest.of(TaskType.of("S")));
      gate.open();
      node.completed(running, Rule.FINISH);
      assertThat(node.task(waiting).position().attempts()).isZero();
    }
  }

  /** Handlers page: commitAndRetry is retry in handlers that aren't transactional. */
  @Test
  void commitAndRetryWithoutATransactionIsARetry() throws Exception {
    List<Integer> attempts = new ArrayList<>();
    TaskDefinition<?, ?> twice =
        RawDefinition.of(
                "T",
                attempt -> {
                  attempts.add(attempt.number());
                  return attempt.number() < 3 ? Outcome.commitAndRetry("again") : Outcome.done();
                })
            .retry(Retry.fixed(Duration.ofMillis(1)).maxAttempts(3));
    try (TestNode node = TestNode.start(b -> b.define(twice))) {
      node.completed(node.add(TaskRequest.of(TaskType.of("T"))), Rule.FINISH);
      assertThat(attempts).containsExactly(1, 2, 3);
    }
  }

  /** Handlers page: a separate thread writes progress, at most twice a second. */
  @Test
  void progressIsWrittenAtMostTwiceASecond() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    AtomicInteger writes = new AtomicInteger();
    TransactionalNoteStore notes = onProgress(store, writes::incrementAndGet);
    long[] nanos = new long[1];
    TaskDefinition<?, ?> telling =
        RawDefinition.of(
            "P",
            attempt -> {
              long began = System.nanoTime();
              for (int i = 1; i <= 300; i++) {
                attempt.progress(i / 300.0, "" + i);
                TimeUnit.MILLISECONDS.sleep(4);
              }
              nanos[0] = System.nanoTime() - began;
              return Outcome.done();
            });
    try (TestNode node = TestNode.on(store, b -> b.define(telling).stores(s -> s.notes(notes)))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("P")));
      node.completed(id, Rule.FINISH);
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos[0]) + 1;
    assertThat(writes.get()).isBetween(1, (int) (2 * seconds + 1));
  }

  /** Handlers page: reporting progress never blocks. */
  @Test
  void handlerEndsEvenIfItsProgressCannotBeWritten() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    Gate hangs = new Gate();
    TransactionalNoteStore notes = onProgress(store, hangs::passStubbornly);
    TaskDefinition<?, ?> telling =
        RawDefinition.of(
            "P",
            attempt -> {
              attempt.progress(0.1, "begun");
              hangs.awaitArrival();
              for (int i = 0; i < 5_000; i++) {
                attempt.progress(0.5, "" + i);
              }
              return Outcome.done();
            });
    try (TestNode node = TestNode.on(store, b -> b.define(telling).stores(s -> s.notes(notes)))) {
      node.completed(node.add(TaskRequest.of(TaskType.of("P"))), Rule.FINISH);
      hangs.open();
    }
  }

  private static TransactionalNoteStore onProgress(MemoryTaskStore store, Runnable writing) {
    TransactionalNoteStore real = new MemoryNoteStore(store);
    return (TransactionalNoteStore)
        Proxy.newProxyInstance(
            TransactionalNoteStore.class.getClassLoader(),
            new Class<?>[] {TransactionalNoteStore.class},
            (proxy, method, given) -> {
              if (method.getName().equals("noteProgress")) {
                writing.run();
              }
              try {
                return method.invoke(real, given);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Schedules page: the log says why, once; the event ScheduleTrouble repeats it each sweep. */
  @Test
  void scheduleThatCannotTickIsLoggedOnceAndReportedEachSweep() throws Exception {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.list = new CopyOnWriteArrayList<>();
    log.start();
    Logger baton = (Logger) LoggerFactory.getLogger("dev.baton");
    baton.addAppender(log);
    ConcurrentLinkedQueue<TaskEvent> told = new ConcurrentLinkedQueue<>();
    ScheduleCluster cluster = new ScheduleCluster();
    try {
      cluster.node(
          b ->
              b.define(RawDefinition.of("T", attempt -> Outcome.done()))
                  .rule(
                      "broken",
                      asked -> {
                        throw new IllegalStateException("no more times");
                      })
                  .listener(
                      event -> {
                        if (event instanceof NodeEvent.ScheduleTrouble) {
                          told.add(event);
                        }
                      })
                  .schedule(
                      Schedule.byRule("said-once", "broken")
                          .adds(TaskRequest.of(TaskType.of("T")))));
      Waiting.until("it is reported again and again", () -> told.size() >= 4);
    } finally {
      cluster.close();
      baton.detachAppender(log);
    }
    assertThat(log.list)
        .filteredOn(line -> line.getFormattedMessage().contains("said-once"))
        .hasSize(1);
  }
}
