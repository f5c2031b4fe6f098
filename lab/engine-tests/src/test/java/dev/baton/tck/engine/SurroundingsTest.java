package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.codec.Compression;
import dev.baton.cluster.LogNames;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RowAttempt;
import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskInterceptor;
import dev.baton.operate.TaskFilter;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.row.TaskTraits;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Tests the surroundings of a handler: log context, carried context, decorators and interceptors.
 */
final class SurroundingsTest {
  private final ConcurrentLinkedQueue<Object> seen = new ConcurrentLinkedQueue<>();

  @Test
  void theLogContextNamesTheTaskAndIsClearedAfterIt() throws Exception {
    TaskInterceptor outside =
        (attempt, inner) -> {
          Map<String, String> logged = mdc();
          assertThat(logged.remove("batonTaskVersion")).isEqualTo("" + attempt.fencingToken());
          seen.add(logged);
          return inner.proceed();
        };
    TaskDefinition<?, ?> named = RawDefinition.of("NAMED", attempt -> Outcome.done());
    TaskDefinition<?, ?> plain = RawDefinition.of("PLAIN", attempt -> Outcome.done());
    // One slot, so that a pool has one thread and the second task sees what the first left behind.
    try (TestNode node =
        TestNode.start(
            b ->
                b.define(named, plain)
                    .interceptor(outside)
                    .settings(s -> TestNode.QUICK.maxRunning(1)))) {
      UUID first = node.add(TaskRequest.of(TaskType.of("NAMED")).subType("EUR"));
      node.completed(first);
      UUID second = node.add(TaskRequest.of(TaskType.of("PLAIN")));
      node.completed(second);
      Map<String, String> of1 = new TreeMap<>();
      of1.put("batonTaskId", first.toString());
      of1.put("batonTaskType", "NAMED");
      of1.put("batonTaskSubType", "EUR");
      Map<String, String> of2 = new TreeMap<>();
      of2.put("batonTaskId", second.toString());
      of2.put("batonTaskType", "PLAIN");
      assertThat(seen).containsExactly(of1, of2);
    }
  }

  /**
   * Tests also the time after the handler's scope has ended, and attempts that another thread ends.
   */
  @Test
  void theLineAboutAFailureHasTheTasksIdAndTypeInTheLogContext() throws Exception {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    Logger failures = (Logger) LoggerFactory.getLogger("dev.baton.failures");
    Level level = failures.getLevel();
    failures.setLevel(Level.INFO);
    failures.addAppender(lines);
    TaskDefinition<?, ?> throwing =
        RawDefinition.of(
            "THROWING",
            attempt -> {
              throw new IllegalStateException("thrown");
            });
    TaskDefinition<?, ?> later =
        RawDefinition.async(
            "LATER",
            attempt ->
                CompletableFuture.supplyAsync(
                    () -> {
                      throw new IllegalStateException("later");
                    }));
    TaskDefinition<?, ?> asking =
        RawDefinition.of("ASKING", attempt -> Outcome.retry("asked for it"));
    try (TestNode node =
        TestNode.start(
            b ->
                b.define(
                    throwing.retry(Retry.never()),
                    later.retry(Retry.never()),
                    asking.retry(Retry.never())))) {
      Map<String, String> types = new TreeMap<>();
      for (String type : new String[] {"THROWING", "LATER", "ASKING"}) {
        types.put(node.add(TaskRequest.of(TaskType.of(type))).toString(), type);
      }
      node.events.await(TaskEvent.Completed.class, event -> true, 3);
      for (Map.Entry<String, String> task : types.entrySet()) {
        assertThat(lines.list.stream().filter(line -> line.toString().contains(task.getKey())))
            .as(task.getValue())
            .isNotEmpty()
            .allSatisfy(
                line ->
                    assertThat(line.getMDCPropertyMap())
                        .containsEntry("batonTaskId", task.getKey())
                        .containsEntry("batonTaskType", task.getValue()));
      }
      assertThat(mdc()).isEmpty();
    } finally {
      failures.detachAppender(lines);
      failures.setLevel(level);
    }
  }

  @Test
  void logContextHasTheConfiguredNames() throws Exception {
    TaskDefinition<?, ?> plain =
        RawDefinition.of(
            "PLAIN",
            attempt -> {
              Map<String, String> logged = mdc();
              assertThat(logged.remove("token")).isEqualTo("" + attempt.fencingToken());
              seen.add(logged);
              return Outcome.done();
            });
    LogNames names = new LogNames("task", "kind", "sort", "token");
    try (TestNode node = TestNode.start(b -> b.define(plain).settings(s -> s.logNames(names)))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PLAIN")).subType("EUR"));
      node.completed(id);
      assertThat(seen)
          .containsExactly(Map.of("task", id.toString(), "kind", "PLAIN", "sort", "EUR"));
    }
    assertThatThrownBy(() -> new LogNames("task", "task", "sort", "token"))
        .hasMessageContaining("four different names");
  }

  @Test
  void theLogContextSurvivesATaskAddedInsideTheHandlersTransaction() throws Exception {
    TaskDefinition<?, ?> adder =
        RawDefinition.transactional(
            "ADDER", (attempt, transaction) -> Outcome.next(TaskRequest.of(TaskType.of("CHILD"))));
    TaskDefinition<?, ?> child = RawDefinition.of("CHILD", attempt -> Outcome.done());
    TaskInterceptor afterwards =
        (attempt, inner) -> {
          var stage = inner.proceed();
          seen.add(attempt.type() + mdc().get("batonTaskType"));
          return stage;
        };
    try (TestNode node = TestNode.start(b -> b.define(adder, child).interceptor(afterwards))) {
      node.add(TaskRequest.of(TaskType.of("ADDER")));
      node.events.await(TaskEvent.Completed.class, event -> true, 2);
      assertThat(seen).containsExactlyInAnyOrder("ADDERADDER", "CHILDCHILD");
      assertThat(mdc()).isEmpty();
    }
  }

  @Test
  void contextFlowsFromTheAdderToTheHandlerAndToTheTasksItAdds() throws Exception {
    TestNode[] self = new TestNode[1];
    TaskDefinition<?, ?> parent =
        RawDefinition.of(
            "PARENT",
            attempt -> {
              self[0].add(
                  TaskRequest.of(TaskType.of("CHILD")).context("step", "2").context("own", "yes"));
              return Outcome.done();
            });
    TaskDefinition<?, ?> child =
        RawDefinition.of(
            "CHILD",
            attempt -> {
              seen.add(attempt.context());
              seen.add(attempt.parentId());
              seen.add(attempt.correlationId());
              return Outcome.done();
            });
    try (TestNode node = TestNode.start(b -> b.define(parent, child))) {
      self[0] = node;
      UUID id =
          node.add(
              TaskRequest.of(TaskType.of("PARENT")).context("trace", "t1").context("step", "1"));
      node.events.await(TaskEvent.Completed.class, event -> true, 2);
      assertThat(seen).containsExactly(Map.of("trace", "t1", "step", "2", "own", "yes"), id, id);
    }
  }

  @Test
  void handlerSeesOnlyTheCallersContextAndItsTasksInheritIt() throws Exception {
    TaskType<String, Void> type =
        TaskType.of("PARENT", String.class).version(2).compressed(Compression.GZIP).clearPayload();
    TestNode[] self = new TestNode[1];
    TaskDefinition<?, ?> parent =
        TaskDefinition.of(type)
            .handler(
                (text, attempt) -> {
                  seen.add(attempt.context());
                  seen.add(RowAttempt.traits(attempt).payloadForm());
                  self[0].add(TaskType.of("CHILD", Bytes.class).with(Bytes.of("plain")));
                });
    TaskDefinition<?, ?> child =
        RawDefinition.of(
            "CHILD",
            attempt -> {
              seen.add(attempt.context());
              seen.add(RowAttempt.traits(attempt));
              seen.add(attempt.payloadText());
              return Outcome.done();
            });
    try (TestNode node = TestNode.start(b -> b.define(parent, child))) {
      self[0] = node;
      node.add(type.with("x".repeat(500)).context("tenant", "t"));
      node.events.await(TaskEvent.Completed.class, event -> true, 2);
      Map<String, String> given = Map.of("tenant", "t");
      assertThat(seen).containsExactly(given, "v2,gzip", given, TaskTraits.NONE, "plain");
    }
  }

  @Test
  void aDecoratorThatForgesAnEntryOfBatonsIsRefusedAndNothingIsAdded() throws Exception {
    TaskDefinition<?, ?> definition = RawDefinition.of("T", attempt -> Outcome.done());
    try (TestNode node =
        TestNode.start(
            b -> b.define(definition).decorator(r -> r.context("baton.payload", "v9")))) {
      assertThatThrownBy(() -> node.add(TaskRequest.of(TaskType.of("T"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'baton.payload'");
      assertThat(node.baton.operations().search(TaskFilter.all()).page(10).items()).isEmpty();
    }
  }

  @Test
  void decoratorsChangeEveryRequestInTheirOrder() throws Exception {
    TaskDefinition<?, ?> definition =
        RawDefinition.of("T", attempt -> Outcome.done(Bytes.of(attempt.context().get("who"))));
    try (TestNode node =
        TestNode.start(
            b ->
                b.define(definition)
                    .decorator(request -> request.context("who", "a"))
                    .decorator(r -> r.context("who", r.context().get("who") + "b")))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("ab"));
    }
  }

  @Test
  void interceptorsSurroundEveryKindOfHandlerTheFirstOutermost() throws Exception {
    TaskDefinition<?, ?> sync =
        RawDefinition.of(
            "SYNC",
            attempt -> {
              seen.add("SYNC");
              return Outcome.done();
            });
    TaskDefinition<?, ?> async =
        RawDefinition.async(
            "ASYNC",
            attempt -> {
              seen.add("ASYNC");
              return CompletableFuture.completedFuture(Outcome.done());
            });
    TaskDefinition<?, ?> transactional =
        RawDefinition.transactional(
            "TRANSACTIONAL",
            (attempt, transaction) -> {
              seen.add("TRANSACTIONAL");
              return Outcome.done();
            });
    for (TaskDefinition<?, ?> definition :
        new TaskDefinition<?, ?>[] {sync, async, transactional}) {
      seen.clear();
      try (TestNode node =
          TestNode.start(
              b -> b.define(definition).interceptor(noting("a")).interceptor(noting("b")))) {
        node.completed(
            node.add(TaskRequest.of(TaskType.of(definition.type().name()))), Rule.FINISH);
        assertThat(seen).containsExactly("a>", "b>", definition.type().name(), "<b", "<a");
      }
    }
  }

  @Test
  void anInterceptorThatThrowsIsAFailureOfTheAttempt() throws Exception {
    TaskInterceptor broken =
        (attempt, inner) -> {
          throw new AssertionError("interceptor is broken");
        };
    TaskDefinition<?, ?> definition =
        RawDefinition.of("T", attempt -> Outcome.done()).retry(Retry.never());
    try (TestNode node = TestNode.start(b -> b.define(definition).interceptor(broken))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("interceptor is broken");
      node.assertNothingLeft();
    }
  }

  @Test
  void anInterceptorMustNotMakeASynchronousHandlerWait() throws Exception {
    TaskInterceptor late =
        (attempt, inner) -> {
          inner.proceed();
          return new CompletableFuture<>();
        };
    TaskDefinition<?, ?> definition =
        RawDefinition.of("T", attempt -> Outcome.done()).retry(Retry.never());
    try (TestNode node = TestNode.start(b -> b.define(definition).interceptor(late))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
          .contains("incomplete stage around a synchronous handler");
      node.assertNothingLeft();
    }
  }

  @Test
  void anInterceptorMayAnswerInPlaceOfTheHandler() throws Exception {
    TaskInterceptor instead =
        (attempt, inner) -> CompletableFuture.completedFuture(Outcome.done(Bytes.of("cached")));
    TaskDefinition<?, ?> definition =
        RawDefinition.of("T", attempt -> Outcome.failed("must not be called"));
    try (TestNode node = TestNode.start(b -> b.define(definition).interceptor(instead))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("cached"));
    }
  }

  private TaskInterceptor noting(String name) {
    return (attempt, inner) -> {
      seen.add(name + ">");
      var stage = inner.proceed();
      seen.add("<" + name);
      return stage;
    };
  }

  private static Map<String, String> mdc() {
    Map<String, String> map = MDC.getCopyOfContextMap();
    return map == null ? Map.of() : new TreeMap<>(map);
  }
}
