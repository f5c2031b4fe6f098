package dev.baton.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Batch;
import dev.baton.api.Conflict;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.Operations;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests errors about content that can't be written or read: a payload, a result, the data of a
 * state or the value of a step. The errors name only the kind of the content. The content itself is
 * in no error, log line, event, meter, trace, audit record, exception, cause or suppressed
 * exception.
 */
class ContentOnItsWayTest {
  private static final String CANARY = "PIN-4711";
  private static final Duration HOUR = Duration.ofHours(1);

  private enum Step {
    FIRST,
    SECOND
  }

  /** A codec whose errors quote its input. */
  enum Quoting implements PayloadCodec {
    ITSELF {
      @Override
      RuntimeException writing(String quote) {
        return withSuppressed(new IllegalStateException(quote, new RuntimeException(quote)), quote);
      }

      @Override
      RuntimeException reading(String quote) {
        return writing(quote);
      }
    },
    BY_CAUSE_AND_SUPPRESSED {
      @Override
      RuntimeException writing(String quote) {
        return withSuppressed(
            new PayloadException("PayloadNo", new RuntimeException(quote)), quote);
      }

      @Override
      RuntimeException reading(String quote) {
        return withSuppressed(
            new PayloadException("PayloadNo", new RuntimeException(quote)), quote);
      }
    };

    abstract RuntimeException writing(String quote);

    abstract RuntimeException reading(String quote);

    static RuntimeException withSuppressed(RuntimeException broken, String quote) {
      broken.addSuppressed(new IllegalStateException("while closing: " + quote));
      return broken;
    }

    @Override
    public Bytes encode(Object value) {
      if (value.toString().startsWith("w")) {
        throw writing("I write " + value);
      }
      return Bytes.of(value.toString());
    }

    @Override
    public <T> T decode(Bytes bytes, Class<T> type) {
      if (bytes.toText().startsWith("r")) {
        throw reading("I read " + bytes.toText());
      }
      return type.cast(bytes.toText());
    }
  }

  private static final String UNWRITABLE = "w " + CANARY;
  private static final String UNREADABLE = "r " + CANARY;

  private static TaskType<String, String> type(PayloadCodec codec) {
    return TaskType.of("T", String.class, String.class).codec(codec);
  }

  private static TaskDefinition<?, ?> once(TaskDefinition<?, ?> definition) {
    return definition.retry(Retry.never()).keepDone(Duration.ofDays(1));
  }

  @ParameterizedTest
  @EnumSource
  void aPayloadThatCannotBeWritten(Quoting codec) {
    TaskType<String, String> type = type(codec);
    try (Witness witness =
        new Witness(once(TaskDefinition.of(type).handler((payload, attempt) -> payload)))) {
      TestBaton cluster = witness.cluster();
      UUID id = cluster.add(type.with("plain").runIn(HOUR));
      Operations operations = cluster.baton().operations().by("ada");
      witness.failing(() -> cluster.tasks().submit(type.with(UNWRITABLE)));
      Schedule schedule = Schedule.fixedRate("S", HOUR).adds(type.with(UNWRITABLE));
      witness.failing(
          () -> {
            cluster.baton().schedules().put(schedule);
            return schedule;
          });
      witness.failing(
          () -> operations.task(id).ifUnchangedSince(version(cluster, id)).edit(type, UNWRITABLE));
      witness.heard("Payload", CANARY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aResultThatCannotBeWritten(Quoting codec) {
    TaskType<String, String> type = type(codec);
    try (Witness witness =
        new Witness(once(TaskDefinition.of(type).handler((payload, attempt) -> UNWRITABLE)))) {
      UUID id = witness.cluster().add(type, "plain");
      witness.cluster().drain();
      assertThat(witness.cluster().task(id).status()).isEqualTo(Status.ERROR);
      witness.heard("PayloadException", CANARY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aResultThatCannotBeRead(Quoting codec) {
    TaskType<String, String> type = type(codec);
    try (Witness witness =
        new Witness(once(RawDefinition.of("T", attempt -> Outcome.done(Bytes.of(UNREADABLE)))))) {
      var submitted = witness.cluster().tasks().submit(type.with("plain"));
      UUID id = submitted.taskId();
      witness.cluster().drain();
      witness.cluster().advance(HOUR);
      var completion = submitted.result();
      witness.cluster().advance(HOUR);
      assertThat(completion).isCompletedExceptionally();
      witness.failing(completion::get);
      witness.failing(() -> witness.cluster().resultOf(type, id));
      witness.heard("PayloadException", CANARY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSignalToATaskThatCannotBeRead(Quoting codec) {
    StateMachine<String, String, Step, String> machine =
        StateMachine.of(type(codec), Step.class, String.class)
            .on(Step.FIRST, step -> step.park(Duration.ofDays(1), Step.SECOND, UNREADABLE))
            .on(Step.SECOND, step -> Outcome.done(null));
    try (Witness witness = new Witness(once(TaskDefinition.of(type(codec)).states(machine)))) {
      TestBaton cluster = witness.cluster();
      UUID unreadable =
          cluster.add(TaskType.of("T", Bytes.class).with(Bytes.of(UNREADABLE)).runIn(HOUR));
      UUID withData = cluster.add(TaskType.of("T", Bytes.class).with(Bytes.of("plain")));
      cluster.drain();
      witness.failing(() -> machine.move(cluster.tasks(), unreadable, seen -> seen.notWanted()));
      witness.failing(
          () ->
              machine.move(cluster.tasks(), withData, seen -> seen.goTo(Step.SECOND, seen.data())));
      witness.failing(
          () ->
              machine.move(cluster.tasks(), withData, seen -> seen.goTo(Step.SECOND, UNWRITABLE)));
      witness.heard("Payload", CANARY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void dataOfAStateThatCannotBeWrittenOrRead(Quoting codec) {
    StateMachine<String, String, Step, String> machine =
        StateMachine.of(type(codec), Step.class, String.class)
            .on(
                Step.FIRST,
                step ->
                    step.goTo(
                        Step.SECOND, step.payload().equals("later") ? UNREADABLE : UNWRITABLE))
            .on(Step.SECOND, step -> Outcome.failed("not reached: " + step.data()));
    try (Witness witness = new Witness(once(TaskDefinition.of(type(codec)).states(machine)))) {
      witness.cluster().add(TaskType.of("T", Bytes.class).with(Bytes.of("now")));
      witness.cluster().add(TaskType.of("T", Bytes.class).with(Bytes.of("later")));
      witness.cluster().drain();
      witness.cluster().advance(Duration.ofHours(2));
      assertThat(witness.cluster().all()).allMatch(task -> task.status() == Status.ERROR);
      witness.heard("Payload", CANARY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theValueOfADurableStepThatCannotBeWrittenOrRead(Quoting codec) {
    try (Witness witness =
        new Witness(
            once(
                RawDefinition.of(
                    "T",
                    attempt -> {
                      attempt.progress(0.5, "half way");
                      attempt.step(
                          "one",
                          codec,
                          String.class,
                          () -> attempt.payloadText().equals("a") ? UNREADABLE : UNWRITABLE);
                      return Outcome.done();
                    })))) {
      witness.cluster().add(TaskType.of("T", Bytes.class).with(Bytes.of("a")));
      witness.cluster().add(TaskType.of("T", Bytes.class).with(Bytes.of("b")));
      witness.cluster().drain();
      assertThat(witness.cluster().all()).allMatch(task -> task.status() == Status.ERROR);
      witness.heard("Payload", CANARY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aScheduleWhoseTasksCannotBeReadAndWhatOperatorsDoToThem(Quoting codec) {
    TaskType<String, String> type = type(codec);
    try (Witness witness =
        new Witness(once(TaskDefinition.of(type).handler((payload, attempt) -> payload)))) {
      TestBaton cluster = witness.cluster();
      cluster
          .baton()
          .schedules()
          .put(
              Schedule.fixedRate("S", HOUR)
                  .adds(TaskType.of("T", Bytes.class).with(Bytes.of(UNREADABLE))));
      cluster.advance(Duration.ofHours(3));
      UUID id = cluster.baton().schedules().runNow("S").orElseThrow();
      cluster.advance(HOUR);
      assertThat(cluster.task(id).status()).isEqualTo(Status.ERROR);
      Operations operations = cluster.baton().operations().by("ada", "for a test");
      operations
          .task(id)
          .ifUnchangedSince(version(cluster, id))
          .edit(Bytes.of(UNREADABLE + " as well"));
      operations.task(id).ifUnchangedSince(version(cluster, id)).retry();
      cluster.advance(HOUR);
      operations.task(id).ifUnchangedSince(version(cluster, id)).prioritize(1);
      operations.task(id).ifUnchangedSince(version(cluster, id)).fail("gave up");
      witness.heard("PayloadException", CANARY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTaskThatIsThereAndCannotBeReadWhenAnotherIsMergedIntoIt(Quoting codec) {
    TaskType<String, String> type =
        type(codec)
            .unique(
                nothing -> Unique.singleton(),
                Conflict.merge((there, submitted) -> there + submitted));
    try (Witness witness =
        new Witness(once(TaskDefinition.of(type).handler((payload, attempt) -> payload)))) {
      TestBaton cluster = witness.cluster();
      UUID id = type.idOf("plain").orElseThrow();
      cluster.add(TaskType.of("T", Bytes.class).with(Bytes.of(UNREADABLE)).id(id).runIn(HOUR));
      witness.failing(() -> cluster.tasks().submit(type.with("plain").runIn(HOUR)));
      witness.failing(
          () -> cluster.tasks().addBatch(Batch.of(List.of(type.with("plain").runIn(HOUR)))));
      witness.heard("PayloadException", CANARY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatHandlersInTransactionsAndOnTheirOwnThreadsCannotReadOrWrite(Quoting codec) {
    TaskType<String, String> type = type(codec);
    try (Witness witness =
        new Witness(
            once(
                TaskDefinition.of(type)
                    .transactionalOutcome((payload, attempt, t) -> Outcome.done(UNWRITABLE))),
            once(
                TaskDefinition.of(TaskType.of("U", Bytes.class, String.class).codec(codec))
                    .async(
                        (payload, attempt) ->
                            CompletableFuture.completedFuture(payload.toText())
                                .thenApply(Outcome::done))))) {
      TestBaton cluster = witness.cluster();
      cluster.add(TaskType.of("T", Bytes.class).with(Bytes.of("plain")));
      cluster.add(TaskType.of("T", Bytes.class).with(Bytes.of(UNREADABLE)));
      cluster.add(TaskType.of("U", Bytes.class).with(Bytes.of(UNWRITABLE)));
      cluster.drain();
      assertThat(cluster.all()).hasSize(3).allMatch(task -> task.status() == Status.ERROR);
      witness.heard("PayloadException", CANARY);
    }
  }

  private static long version(TestBaton cluster, UUID id) {
    return cluster.task(id).info().version();
  }
}
