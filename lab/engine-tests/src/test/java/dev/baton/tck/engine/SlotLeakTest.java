package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskInterceptor;
import dev.baton.limit.Booking;
import dev.baton.limit.Limit;
import dev.baton.task.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that every slot is released, whatever throws. */
final class SlotLeakTest {
  @Test
  void taskWithoutAThreadIsPostponedAndItsSlotReleased() throws Exception {
    ThreadlessRuntime runtime = new ThreadlessRuntime();
    TaskDefinition<?, ?> definition =
        RawDefinition.of("T", attempt -> Outcome.done()).retry(Retry.never());
    try (TestNode node = TestNode.start(b -> b.runtime(runtime).define(definition))) {
      runtime.refuse(1);
      UUID dispatchedLocally = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(dispatchedLocally, Rule.WAIT).error()).contains("native thread");
      node.assertNothingLeft();
      node.completed(dispatchedLocally, Rule.FINISH);
      assertThat(node.finished(dispatchedLocally).attempts()).isEqualTo(1);
    }
  }

  @Test
  void afterAStormOfEveryKindOfFailureAllSlotsAreFree() throws Exception {
    AtomicInteger dice = new AtomicInteger();
    TaskInterceptor broken =
        (attempt, inner) -> {
          if (dice.incrementAndGet() % 7 == 0) {
            throw new AssertionError("interceptor");
          }
          return inner.proceed();
        };
    List<TaskDefinition<?, ?>> definitions = new ArrayList<>();
    definitions.add(
        RawDefinition.of(
            "SYNC",
            attempt -> {
              if (dice.incrementAndGet() % 3 == 0) {
                throw new StackOverflowError("handler");
              }
              return dice.get() % 5 == 0 ? null : Outcome.done();
            }));
    definitions.add(
        RawDefinition.async(
            "ASYNC",
            attempt ->
                dice.incrementAndGet() % 3 == 0
                    ? CompletableFuture.failedFuture(new IllegalStateException("stage"))
                    : CompletableFuture.completedFuture(Outcome.done())));
    definitions.add(
        RawDefinition.transactional(
            "TRANSACTIONAL",
            (attempt, transaction) -> {
              if (dice.incrementAndGet() % 3 == 0) {
                throw new IllegalStateException("in its transaction");
              }
              return Outcome.done();
            }));
    AtomicInteger held = new AtomicInteger();
    try (TestNode node =
        TestNode.start(
            b -> {
              definitions.forEach(d -> b.define(stormy(d, dice, held)));
              return b.interceptor(broken);
            })) {
      List<TaskRequest<?, ?>> requests = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        requests.add(
            TaskRequest.of(TaskType.of(definitions.get(i % 3).type().name())).key("k" + i % 5));
      }
      node.baton.tasks().addAll(requests);
      node.events.await(
          TaskEvent.Completed.class,
          e -> e.rule() == Rule.FINISH || e.rule() == Rule.STOP_IN_ERROR,
          300);
      node.assertNothingLeft();
      assertThat(held).hasValue(0);
    }
  }

  private static TaskDefinition<?, ?> stormy(
      TaskDefinition<?, ?> definition, AtomicInteger dice, AtomicInteger held) {
    return definition
        .retry(Retry.never())
        .limits(
            Limit.node(2).perKey(),
            Limit.custom(
                candidate -> {
                  if (dice.incrementAndGet() % 97 == 0) {
                    throw new IllegalStateException("policy");
                  }
                  held.incrementAndGet();
                  return Booking.held(held::decrementAndGet);
                }));
  }
}
