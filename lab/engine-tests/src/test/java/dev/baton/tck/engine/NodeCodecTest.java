package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.Conflict;
import dev.baton.api.SignalType;
import dev.baton.api.TaskHandle;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.api.internal.RequestFields;
import dev.baton.handler.Outcome;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.json.JacksonCodec;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.row.FinishedTask;
import dev.baton.tck.MemoryScheduleStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests that the standard codec of a node writes and reads the values of all types without a codec.
 */
final class NodeCodecTest {
  private static final PayloadCodec JSON = new JacksonCodec();
  private static final TaskType<Payout, String> PAY =
      TaskType.of("PAY", Payout.class, String.class);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final LinkedBlockingQueue<Object> seen = new LinkedBlockingQueue<>();

  record Payout(String partner, int cents) {
    Payout and(Payout other) {
      return new Payout(partner, cents + other.cents());
    }
  }

  enum Step {
    FIRST,
    SECOND
  }

  /** Writes JSON after a mark, and reads nothing that another codec wrote. */
  private static final class Marked implements PayloadCodec {
    private static final String MARK = "~";

    @Override
    public Bytes encode(Object value) {
      return Bytes.of(MARK + JSON.encode(value).toText());
    }

    @Override
    public <T> T decode(Bytes bytes, Class<T> type) {
      assertThat(bytes.toText()).startsWith(MARK);
      return JSON.decode(Bytes.of(bytes.toText().substring(1)), type);
    }
  }

  @Test
  void nodeCodecWritesAndReadsPayloadsAndResults() throws Exception {
    TaskDefinition<?, ?> pay =
        TaskDefinition.of(PAY)
            .handler(
                (payout, attempt) -> {
                  if (attempt.number() == 1) {
                    throw new IllegalStateException("busy");
                  }
                  return "paid " + payout.partner();
                })
            .retry(failure -> delayOf(failure.payload()));
    try (TestNode node = node(b -> b.define(pay))) {
      TaskHandle<String> submitted = node.baton.tasks().submit(PAY.with(new Payout("ada", 7)));
      assertThat(submitted.await(Duration.ofMinutes(1))).isEqualTo("paid ada");
      FinishedTask ended = node.finished(submitted.taskId());
      assertThat(text(ended.spec().payload())).isEqualTo("~{\"partner\":\"ada\",\"cents\":7}");
      assertThat(text(ended.result())).isEqualTo("~\"paid ada\"");
      assertThat(node.baton.tasks().handle(PAY, ended.id()).lastResult()).contains("paid ada");
    }
  }

  private static Optional<Duration> delayOf(Payout payout) {
    assertThat(payout.cents()).isEqualTo(7);
    return Optional.of(Duration.ofMillis(1));
  }

  @Test
  void typeKeepsItsOwnCodec() throws Exception {
    TaskType<Payout, String> own = PAY.codec(JSON);
    TaskDefinition<?, ?> pay = TaskDefinition.of(own).handler((payout, attempt) -> "paid");
    try (TestNode node = node(b -> b.define(pay))) {
      UUID id = node.add(own.with(new Payout("ada", 7)));
      node.completed(id, Rule.FINISH);
      assertThat(text(node.finished(id).spec().payload())).startsWith("{");
      assertThat(text(node.finished(id).result())).isEqualTo("\"paid\"");
    }
  }

  @Test
  void nodeCodecWritesMergedAndEditedPayloads() throws Exception {
    TaskType<Payout, Void> sum =
        TaskType.of("SUM", Payout.class)
            .unique(payout -> Unique.idFrom(payout.partner()), Conflict.merge(Payout::and));
    try (TestNode node = node(b -> b)) {
      UUID id = node.add(sum.with(new Payout("ada", 1)).runIn(Duration.ofHours(1)));
      node.add(sum.with(new Payout("ada", 2)).runIn(Duration.ofHours(1)));
      assertThat(text(node.task(id).spec().payload())).startsWith("~").contains("3");
      node.baton.operations().task(id).edit(sum, new Payout("ada", 9));
      assertThat(text(node.task(id).spec().payload())).startsWith("~").contains("9");
    }
  }

  @Test
  void nodeCodecWritesOrderedRequests() {
    try (TestNode node = node(b -> b)) {
      TaskRequest<?, ?> later =
          PAY.with(new Payout("ada", 1)).key("ada").runIn(Duration.ofHours(1));
      UUID id = node.add(RequestFields.ordered(later));
      assertThat(text(node.task(id).spec().payload())).startsWith("~");
    }
  }

  @Test
  void nodeCodecWritesStepsSignalsAndData() throws Exception {
    SignalType<Payout> approval = SignalType.of("approval", Payout.class);
    TaskType<Void, Void> wait = TaskType.of("WAIT");
    TaskType<Void, Void> walk = TaskType.of("WALK");
    TaskDefinition<?, ?> waiting =
        TaskDefinition.of(wait)
            .handler(
                (none, attempt) -> {
                  seen.add(attempt.step("one", Payout.class, () -> new Payout("step", 1)));
                  attempt.awaitSignal(approval, Duration.ofMinutes(5)).ifPresent(seen::add);
                });
    StateMachine<Void, Void, Step, Payout> machine =
        StateMachine.of(walk, Step.class, Payout.class)
            .on(Step.FIRST, step -> step.goTo(Step.SECOND, new Payout("data", 2)))
            .on(
                Step.SECOND,
                step -> {
                  seen.add(step.dataOr(new Payout("none", 0)));
                  return Outcome.done();
                });
    try (TestNode node = node(b -> b.define(waiting, TaskDefinition.of(walk).states(machine)))) {
      UUID id = node.add(TaskRequest.of(wait));
      assertThat(next()).isEqualTo(new Payout("step", 1));
      node.baton.tasks().signal(id, approval, new Payout("signal", 3));
      Object after = next();
      // If the task was parked when the signal came, its handler ran again from the beginning.
      assertThat(after.equals(new Payout("step", 1)) ? next() : after)
          .isEqualTo(new Payout("signal", 3));
      node.add(TaskRequest.of(walk));
      assertThat(next()).isEqualTo(new Payout("data", 2));
    }
  }

  @Test
  void schedulesKeepPayloadsOfTheNodeCodec() throws Exception {
    TaskDefinition<?, ?> pay =
        TaskDefinition.of(PAY)
            .handler(
                (payout, attempt) -> {
                  seen.add(payout);
                  return "paid";
                });
    MemoryScheduleStore schedules = new MemoryScheduleStore(store);
    try (TestNode node =
        node(
            b ->
                b.stores(s -> s.schedules(schedules))
                    .define(pay)
                    .schedule(
                        Schedule.fixedDelay("pay", Duration.ofHours(1))
                            .adds(PAY.with(new Payout("ada", 4)))))) {
      assertThat(next()).isEqualTo(new Payout("ada", 4));
      assertThat(node.baton.schedules().find("pay")).isPresent();
    }
  }

  @Test
  void aPayloadThatCannotBeWrittenIsRefusedByTheAdd() {
    PayloadCodec none =
        new PayloadCodec() {
          @Override
          public Bytes encode(Object value) {
            throw new IllegalArgumentException("never");
          }

          @Override
          public <T> T decode(Bytes bytes, Class<T> type) {
            throw new IllegalArgumentException("never");
          }
        };
    try (TestNode node = TestNode.on(store, b -> b.client().codec(none))) {
      assertThatThrownBy(() -> node.add(PAY.with(new Payout("ada", 7))))
          .isInstanceOf(PayloadException.class)
          .hasMessageContaining("The payload of a task of type PAY can't be written");
    }
  }

  private TestNode node(UnaryOperator<Baton.Builder> with) {
    return TestNode.on(store, b -> with.apply(b.codec(new Marked())));
  }

  private Object next() throws InterruptedException {
    Object next = seen.poll(60, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  private static String text(@Nullable Bytes stored) {
    return stored == null ? "" : stored.toText();
  }
}
