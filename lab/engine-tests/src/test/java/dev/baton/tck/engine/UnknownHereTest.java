package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.UnknownHereException;
import dev.baton.api.internal.RequestFields;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.FoundEffect;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.WaitReason;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Tests that a node leaves tasks with unknown states or versions to other nodes, without counting
 * an attempt.
 */
final class UnknownHereTest {
  private static final Duration GRACE = Duration.ofMillis(800);
  private static final int MANY = 8;

  enum Old {
    BEGIN,
    END
  }

  enum New {
    BEGIN,
    BETWEEN,
    END
  }

  private static final TaskType<String, Void> V1 = TaskType.of("PAY", String.class);
  private static final TaskType<String, Void> V2 =
      TaskType.of("PAY", String.class).version(2).reads(1, String.class, old -> old);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final TaskDefinition<?, ?> old = TaskDefinition.of(V1).handler((payload, attempt) -> {});
  private final TaskDefinition<?, ?> newer =
      TaskDefinition.of(V2).handler((payload, attempt) -> {});
  private final MemoryClusterStore cluster = new MemoryClusterStore(LivedTime.CLOCK);

  @Test
  void newerNodeRunsItsState() throws Exception {
    TaskType<Void, Void> type = TaskType.of("WALK");
    TaskDefinition<?, ?> ofOld =
        TaskDefinition.of(type)
            .states(
                StateMachine.of(type, Old.class, String.class)
                    .on(List.of(Old.values()), step -> Outcome.done()));
    TaskDefinition<?, ?> ofNew =
        TaskDefinition.of(type)
            .states(
                StateMachine.of(type, New.class, String.class)
                    .on(New.BEGIN, step -> step.park(Duration.ofMillis(1), New.BETWEEN, "parked"))
                    .on(List.of(New.BETWEEN, New.END), step -> Outcome.done()));
    List<UUID> ids = new ArrayList<>();
    try (TestNode oldNode = TestNode.on(store, b -> b.define(ofOld))) {
      for (int i = 0; i < MANY; i++) {
        ids.add(oldNode.add(TaskRequest.of(type).state("BETWEEN")));
      }
      oldNode.events.await(
          TaskEvent.Completed.class, event -> event.rule() == Rule.LEAVE_TO_OTHERS, MANY);
      try (TestNode newNode = TestNode.on(store, b -> b.define(ofNew))) {
        for (int i = 0; i < MANY; i++) {
          ids.add(newNode.add(TaskRequest.of(type)));
        }
        allRun(ids);
      }
    }
  }

  @Test
  void aNewerVersionOfAPayloadIsRunByANodeThatReadsIt() throws Exception {
    try (TestNode oldNode = TestNode.on(store, b -> b.define(old))) {
      UUID id = oldNode.add(V2.with("a"));
      TaskEvent.Completed given = oldNode.completed(id, Rule.LEAVE_TO_OTHERS);
      assertThat(given.error()).contains("leaves it to other nodes").contains("has version 2");
      assertThat(oldNode.task(id).position().attempts()).isZero();
      assertThat(oldNode.baton.operations().task(id).attempts())
          .singleElement()
          .extracting(PastAttempt::error)
          .asString()
          .contains("this node reads only 1");
      try (TestNode newNode = TestNode.on(store, b -> b.define(newer))) {
        newNode.completed(id, Rule.FINISH);
        allRun(List.of(id));
      }
    }
  }

  @Test
  void taskThatNoNodeCanRunStopsAfterTheGraceWithAHelpfulMessage() throws Exception {
    BucketOptions stopped = BucketOptions.named(BucketOptions.DEFAULT).startedByHand();
    try (TestNode one = listed("one", b -> b.define(old));
        TestNode two = listed("two", b -> b.define(old));
        TestNode elsewhere = listed("elsewhere", b -> b.define(newer).bucket(stopped))) {
      UUID id = elsewhere.add(V2.with("a"));
      Waiting.until("stopped", () -> one.task(id).position().status() == Status.ERROR);
      Task task = one.task(id);
      assertThat(Duration.between(task.createdAt(), task.lastAction()))
          .isGreaterThanOrEqualTo(GRACE);
      assertThat(task.position().attempts()).isZero();
      assertThat(one.baton.operations().task(id).attempts())
          .extracting(PastAttempt::error)
          .filteredOn(
              error -> error.startsWith("No node could run this task for " + Texts.duration(GRACE)))
          .singleElement()
          .asString()
          .contains("version 2")
          .contains("Start a node that knows it, then retry the task");
      // Each wait is twice as long as the one before, so the nodes don't pass the task back and
      // forth.
      assertThat(one.starts(id) + two.starts(id)).isBetween(2, 24);
      one.close();
      two.close();
      try (TestNode newNode = TestNode.on(store, b -> b.define(newer))) {
        newNode.baton.operations().task(id).ifUnchangedSince(task.position().version()).retry();
        newNode.completed(id, Rule.FINISH);
      }
    }
  }

  @Test
  void taskWaitsForABusyNodeForLongerThanTheGrace() throws Exception {
    Gate gate = new Gate();
    TaskDefinition<?, ?> lengthy =
        RawDefinition.of(
            "LONG",
            attempt -> {
              gate.pass();
              return Outcome.done();
            });
    try (TestNode able = listed("able", b -> b.define(newer, lengthy), s -> s.maxRunning(1))) {
      able.add(TaskRequest.of(TaskType.of("LONG")));
      gate.awaitArrival();
      try (TestNode unable = listed("unable", b -> b.define(old))) {
        UUID id = able.add(V2.with("a"));
        int met = timesMetAfterTheGrace(unable, id);
        assertThat(unable.task(id).position().status()).isNotEqualTo(Status.ERROR);
        Waiting.until("the node finds it again, a quarter later", () -> unable.starts(id) > met);
        Waiting.until("given back", () -> unable.task(id).position().status() == Status.READY);
        WaitReason.GivenBack why = givenBack(unable, id);
        assertThat(why.by()).containsExactly("unable");
        assertThat(why.mayKnow()).containsExactly("able");
        assertThat(why.errorAt()).isNull();
        gate.open();
        able.completed(id, Rule.FINISH);
        assertThat(able.finished(id).attempts()).isEqualTo(1);
      }
    }
  }

  @Test
  void explanationNamesTheReleasingNodeAndTheEndOfTheGrace() throws Exception {
    try (TestNode unable =
        listed("unable", b -> b.define(old), s -> s.unknownTypeGrace(Duration.ofHours(1)))) {
      UUID id = unable.add(V2.with("a"));
      unable.completed(id, Rule.LEAVE_TO_OTHERS);
      WaitReason.GivenBack why = givenBack(unable, id);
      assertThat(why.by()).containsExactly("unable");
      assertThat(why.mayKnow()).isEmpty();
      assertThat(why.errorAt()).isEqualTo(why.since().plus(Duration.ofHours(1)));
      assertThat(unable.baton.operations().task(id).explain().text())
          .contains("left since " + why.since() + " to nodes that may know it")
          .contains("because unable can't run it; ERROR at " + why.errorAt());
    }
  }

  private int timesMetAfterTheGrace(TestNode unable, UUID id) {
    Waiting.until(
        "the node has found the task for longer than the grace period",
        () ->
            Duration.between(unable.task(id).createdAt(), unable.task(id).lastAction())
                    .compareTo(GRACE.plus(GRACE.dividedBy(8)))
                > 0);
    return unable.starts(id);
  }

  private static WaitReason.GivenBack givenBack(TestNode asked, UUID id) {
    return asked.baton.operations().task(id).explain().reasons().stream()
        .filter(WaitReason.GivenBack.class::isInstance)
        .map(WaitReason.GivenBack.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private TestNode listed(String name, UnaryOperator<Baton.Builder> with) {
    return listed(name, with, settings -> settings);
  }

  private TestNode listed(
      String name, UnaryOperator<Baton.Builder> with, UnaryOperator<NodeSettings> settings) {
    NodeSettings all = settings.apply(TestNode.QUICK.unknownTypeGrace(GRACE));
    return TestNode.on(
        store, b -> with.apply(b.settings(s -> all).stores(s -> s.cluster(cluster)).name(name)));
  }

  @Test
  void tasksThatANodeCannotRunDoNotDelayTheirFlow() throws Exception {
    int many = 300;
    List<UUID> known = new ArrayList<>();
    TaskRequest<?, ?> unknown = V2.with("a");
    for (int i = 0; i < many; i++) {
      put(TaskDraft.ready("PAY").withTraits(RequestFields.of(unknown).traits()));
    }
    try (TestNode node = TestNode.on(store, b -> b.define(old))) {
      for (int i = 0; i < MANY; i++) {
        known.add(node.add(V1.with("b")));
      }
      allRun(known);
      node.events.await(
          TaskEvent.Completed.class, event -> event.rule() == Rule.LEAVE_TO_OTHERS, many);
      long starts =
          node.events.all(TaskEvent.Started.class).stream()
              .filter(event -> !known.contains(event.taskId()))
              .count();
      assertThat(starts).isBetween((long) many, 3L * many);
    }
  }

  @Test
  void doubtAboutALostAttemptIsKept() throws Exception {
    TaskDefinition<?, ?> asks =
        TaskDefinition.of(V1)
            .handler((payload, attempt) -> {})
            .onLost(
                OnLost.ask(
                    (payload, attempt) -> {
                      throw new UnknownHereException("the partner's new interface", null);
                    }));
    TaskDefinition<?, ?> knows =
        TaskDefinition.of(V1)
            .handler((payload, attempt) -> {})
            .onLost(
                OnLost.ask(
                    (payload, attempt) -> new FoundEffect.Happened(Outcome.failed("it happened"))));
    try (TestNode oldNode =
        TestNode.on(store, b -> b.settings(s -> TestNode.SHORT_LEASE).define(asks))) {
      // Simulates a node that claimed the task, began and crashed.
      UUID id = put(TaskDraft.held("PAY", new UUID(3, 3), TaskDraft.PAST));
      oldNode.completed(id, Rule.LEAVE_TO_OTHERS);
      try (TestNode newNode = TestNode.on(store, b -> b.define(knows))) {
        newNode.completed(id, Rule.FAIL);
      }
    }
  }

  private UUID put(TaskDraft draft) throws Exception {
    NewTask task = draft.withPayload(Bytes.of("\"a\"")).build();
    new MemoryTransactions(store).call(transaction -> store.insert(transaction, List.of(task)));
    return task.id();
  }

  private void allRun(List<UUID> ids) throws InterruptedException {
    Waiting.until(
        "all have run",
        () ->
            ids.stream().allMatch(id -> store.findFinished(id).isPresent())
                || ids.stream().anyMatch(this::isInError));
    for (UUID id : ids) {
      FinishedTask done = store.findFinished(id).orElseThrow(() -> new AssertionError("stopped"));
      assertThat(done.status()).isEqualTo(Status.DONE);
      assertThat(done.attempts()).isEqualTo(1);
    }
  }

  private boolean isInError(UUID id) {
    return store.find(id).map(Task::position).stream().anyMatch(p -> p.status() == Status.ERROR);
  }
}
