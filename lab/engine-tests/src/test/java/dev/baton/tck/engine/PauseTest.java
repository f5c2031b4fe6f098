package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.AuditNote;
import dev.baton.task.Flow;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that paused tasks don't start on any node until they are resumed. */
final class PauseTest {
  /** With these settings only a hint or a resume can start a task within a test. */
  private static final NodeSettings RARE_LOOKS = TestNode.QUICK.poll(Duration.ofMinutes(1));

  private static final AuditNote NOTE =
      new AuditNote(new UUID(4, 2), null, null, "ann", "PAUSE", null, null);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryClusterStore shared = new MemoryClusterStore(LivedTime.CLOCK);
  private final Gate gate = new Gate();

  @Test
  void pausedTypeStartsOnlyAfterItsResumeWhileOthersRun() throws Exception {
    try (TestNode node = node(b -> b.settings(s -> RARE_LOOKS))) {
      assertThat(node.baton.cluster().pause(Pause.type("T"), "the bank is down")).isTrue();
      UUID paused = node.add(TaskRequest.of(TaskType.of("T")));
      UUID pausedToo = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      node.completed(node.add(TaskRequest.of(TaskType.of("OTHER"))), Rule.FINISH);
      node.completed(
          node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("OTHER")))), Rule.FINISH);
      assertThat(node.starts(paused) + node.starts(pausedToo)).isZero();
      assertThat(node.task(paused).position().status()).isEqualTo(Status.READY);
      assertThat(node.baton.cluster().resume(Pause.type("T"))).isTrue();
      node.completed(paused, Rule.FINISH);
      node.completed(pausedToo, Rule.FINISH);
      node.assertNothingLeft();
    }
  }

  @Test
  void pausedKeyIsNotStartedInAnyTypeWhileOtherKeysRun() throws Exception {
    try (TestNode node = node(b -> b.settings(s -> RARE_LOOKS))) {
      node.baton.cluster().pause(Pause.key("PARTNERX"), "");
      node.baton.cluster().pause(Pause.key("T", "k"), "");
      UUID[] paused = {
        node.add(TaskRequest.of(TaskType.of("T")).key("PARTNERX")),
        node.add(TaskRequest.of(TaskType.of("OTHER")).key("PARTNERX")),
        node.add(TaskRequest.of(TaskType.of("T")).key("k"))
      };
      node.completed(node.add(TaskRequest.of(TaskType.of("OTHER")).key("k")), Rule.FINISH);
      node.completed(node.add(TaskRequest.of(TaskType.of("T")).key("another")), Rule.FINISH);
      node.completed(node.add(TaskRequest.of(TaskType.of("T"))), Rule.FINISH);
      for (UUID id : paused) {
        assertThat(node.starts(id)).isZero();
      }
      node.baton.cluster().resume(Pause.key("PARTNERX"));
      node.completed(paused[0], Rule.FINISH);
      node.completed(paused[1], Rule.FINISH);
      assertThat(node.starts(paused[2])).isZero();
      node.baton.cluster().resume(Pause.key("T", "k"));
      node.completed(paused[2], Rule.FINISH);
    }
  }

  @Test
  void aPausedBucketAndATypePausedInOneBucketAreNotStarted() throws Exception {
    TaskDefinition<?, ?> nightly = quick("NIGHTLY").bucket("nightly");
    try (TestNode node = node(b -> b.define(nightly).settings(s -> RARE_LOOKS))) {
      node.baton.cluster().pause(new Pause("nightly", "T", null), "");
      UUID inNightly = node.add(TaskRequest.of(TaskType.of("T")).bucket("nightly"));
      node.completed(node.add(TaskRequest.of(TaskType.of("NIGHTLY"))), Rule.FINISH);
      node.completed(node.add(TaskRequest.of(TaskType.of("T"))), Rule.FINISH);
      node.baton.cluster().pause(Pause.bucket("nightly"), "");
      UUID second = node.add(TaskRequest.of(TaskType.of("NIGHTLY")));
      node.baton.cluster().resume(new Pause("nightly", "T", null));
      node.completed(node.add(TaskRequest.of(TaskType.of("T"))), Rule.FINISH);
      assertThat(node.starts(inNightly) + node.starts(second)).isZero();
      node.baton.cluster().resume(Pause.bucket("nightly"));
      node.completed(inNightly, Rule.FINISH);
      node.completed(second, Rule.FINISH);
    }
  }

  @Test
  void anotherNodeFollowsAPauseAndItsEnd() throws Exception {
    try (TestNode one = node(b -> b);
        TestNode two = node(b -> b)) {
      one.baton.cluster().pause(Pause.type("T"), "");
      two.events.await(NodeEvent.PauseChanged.class, NodeEvent.PauseChanged::paused);
      assertThat(two.baton.cluster().isPaused("default", "T", "")).isTrue();
      UUID id = two.add(TaskRequest.of(TaskType.of("T")));
      UUID other = two.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("OTHER"))));
      Waiting.until("the other type has run", () -> one.starts(other) + two.starts(other) == 1);
      assertThat(one.starts(id) + two.starts(id)).isZero();
      two.baton.cluster().resume(Pause.type("T"));
      one.events.await(NodeEvent.PauseChanged.class, event -> !event.paused());
      Waiting.until("it has run", () -> one.starts(id) + two.starts(id) == 1);
    }
  }

  @Test
  void aPauseSurvivesTheRestartOfEveryNode() throws Exception {
    UUID id;
    try (TestNode before = node(b -> b)) {
      before.baton.cluster().pause(Pause.type("T"), "for the night");
      id = before.add(TaskRequest.of(TaskType.of("T")));
    }
    try (TestNode after = node(b -> b)) {
      after.completed(
          after.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("OTHER")))), Rule.FINISH);
      assertThat(after.starts(id)).isZero();
      assertThat(after.baton.cluster().pauses())
          .extracting(Paused::reason)
          .containsExactly("for the night");
      after.baton.cluster().resume(Pause.type("T"));
      after.completed(id, Rule.FINISH);
    }
  }

  @Test
  void pauseLetsHandlersAndNextStatesContinue() throws Exception {
    TaskDefinition<?, ?> steps =
        RawDefinition.of(
            "STEPS",
            attempt -> {
              if (attempt.state().isEmpty()) {
                gate.passStubbornly();
                return new HandlerOutcome.GoTo<>("second", null);
              }
              return Outcome.done();
            });
    try (TestNode node = node(b -> b.define(steps))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("STEPS")));
      gate.awaitArrival();
      node.baton.cluster().pause(Pause.type("STEPS"), "");
      UUID waits = node.add(TaskRequest.of(TaskType.of("STEPS")));
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(node.starts(waits)).isZero();
    }
  }

  @Test
  void aRetryOfAPausedTaskWaits() throws Exception {
    TaskDefinition<?, ?> failing =
        RawDefinition.of(
                "FAILS",
                attempt -> {
                  gate.passStubbornly();
                  return attempt.number() == 1 ? Outcome.retry("once") : Outcome.done();
                })
            .retry(Retry.fixed(Duration.ZERO));
    try (TestNode node = node(b -> b.define(failing))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("FAILS")));
      gate.awaitArrival();
      node.baton.cluster().pause(Pause.type("FAILS"), "");
      gate.open();
      node.completed(id);
      node.completed(
          node.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1))), Rule.FINISH);
      Waiting.until("ready", () -> node.task(id).position().status() == Status.READY);
      node.completed(node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T")))), Rule.FINISH);
      assertThat(node.task(id).position().attempts()).isEqualTo(1);
      node.baton.cluster().resume(Pause.type("FAILS"));
      node.completed(id, Rule.FINISH);
    }
  }

  @Test
  void taskClaimedByInsertIsReleasedIfPausedBeforeItsCommit() throws Exception {
    try (TestNode node = node(b -> b.settings(s -> RARE_LOOKS))) {
      UUID id =
          node.transactions.call(
              transaction -> {
                UUID added =
                    node.baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T"))).taskId();
                node.baton.cluster().pause(Pause.type("T"), "");
                return added;
              });
      assertThat(node.events.all(TaskEvent.Added.class).get(0).claimedByInsert()).isTrue();
      node.events.await(NodeEvent.LocalDispatchReleased.class);
      assertThat(node.events.all(TaskEvent.Completed.class)).isEmpty();
      assertThat(node.starts(id)).isZero();
      assertThat(node.task(id).position().attempts()).isZero();
      node.baton.cluster().resume(Pause.type("T"));
      node.completed(id, Rule.FINISH);
    }
  }

  @Test
  void pausedTasksInMemoryAreNotStarted() throws Exception {
    TaskDefinition<?, ?> one =
        RawDefinition.of(
                "ONE",
                attempt -> {
                  gate.passStubbornly();
                  return Outcome.done();
                })
            .limits(dev.baton.limit.Limit.node(1));
    try (TestNode node = node(b -> b.define(one).settings(s -> RARE_LOOKS))) {
      List<? extends TaskRequest<?, ?>> many =
          IntStream.range(0, 50).mapToObj(i -> TaskRequest.of(TaskType.of("ONE"))).toList();
      node.baton.tasks().addAll(many);
      gate.awaitArrival();
      node.baton.cluster().pause(Pause.type("ONE"), "");
      gate.open();
      node.completed(node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T")))), Rule.FINISH);
      assertThat(node.events.all(TaskEvent.Started.class))
          .filteredOn(event -> event.flow().type().equals("ONE"))
          .hasSize(1);
      node.baton.cluster().resume(Pause.type("ONE"));
      Waiting.until("all are done", () -> store.live().isEmpty());
    }
  }

  @Test
  void largePausedBacklogIsNotFetched() throws Exception {
    shared.pause(Pause.type("T"), "", NOTE);
    UnreliableStore link = new UnreliableStore(store);
    try (TestNode node = node(b -> b.stores(s -> s.tasks(link)))) {
      for (int i = 0; i < 20; i++) {
        int page = i;
        node.baton
            .tasks()
            .addAll(
                IntStream.range(0, 1_000)
                    .mapToObj(k -> TaskRequest.of(TaskType.of("T")).key("k" + page + "-" + k))
                    .toList());
      }
      int fetches = link.calls(UnreliableStore.Verb.FETCH);
      int looks = looks(link);
      for (int i = 0; i < 20; i++) {
        node.completed(
            node.add(TaskRequest.of(TaskType.of("OTHER")).runIn(Duration.ofMillis(1))),
            Rule.FINISH);
      }
      assertThat(link.calls(UnreliableStore.Verb.FETCH) - fetches).isLessThanOrEqualTo(40);
      assertThat(link.fetched()).extracting(Flow::type).doesNotContain("T");
      // There are twenty thousand keys, and a look leaves the type after one page.
      long rounds = link.calls(UnreliableStore.Verb.DUE);
      assertThat((long) looks(link) - looks).isLessThanOrEqualTo(4 * rounds + 40);
      assertThat(node.starts(store.live().get(0).id())).isZero();
    }
  }

  private static int looks(UnreliableStore link) {
    return link.calls(UnreliableStore.Verb.FIRST_OF_EACH_FLOW)
        + link.calls(UnreliableStore.Verb.SCAN);
  }

  @Test
  void lastKnownPausesApplyWhileTheStoreIsUnavailable() throws Exception {
    UnreliableClusterStore link = new UnreliableClusterStore(shared);
    try (TestNode node = node(b -> b.stores(s -> s.cluster(link)))) {
      node.baton.cluster().pause(Pause.type("T"), "");
      link.away(true);
      node.events.await(NodeEvent.StoreTrouble.class, event -> event.loop().equals("cluster"), 3);
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(
          node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("OTHER")))), Rule.FINISH);
      assertThat(node.starts(id)).isZero();
      shared.resume(Pause.type("T"), NOTE);
      assertThatThrownBy(() -> node.baton.cluster().resume(Pause.type("T")))
          .isInstanceOf(StoreUnavailableException.class);
      link.away(false);
      node.completed(id, Rule.FINISH);
    }
  }

  @Test
  void nodeThatCannotReadPausesStartsNothing() throws Exception {
    UnreliableClusterStore link = new UnreliableClusterStore(shared);
    link.away(true);
    shared.pause(Pause.type("T"), "", NOTE);
    try (TestNode node = node(b -> b.stores(s -> s.cluster(link)))) {
      UUID paused = node.add(TaskRequest.of(TaskType.of("T")));
      UUID other = node.add(TaskRequest.of(TaskType.of("OTHER")));
      node.events.await(NodeEvent.StoreTrouble.class, event -> event.loop().equals("cluster"), 2);
      assertThat(node.events.all(TaskEvent.Started.class)).isEmpty();
      link.away(false);
      node.completed(other, Rule.FINISH);
      assertThat(node.starts(paused)).isZero();
    }
  }

  @Test
  void pauseWithALostResponseIsReadFromTheStore() throws Exception {
    UnreliableClusterStore link = new UnreliableClusterStore(shared);
    try (TestNode node = node(b -> b.stores(s -> s.cluster(link)))) {
      link.loseNextAnswer();
      assertThatThrownBy(() -> node.baton.cluster().pause(Pause.type("T"), "why"))
          .isInstanceOf(StoreUnavailableException.class);
      node.events.await(NodeEvent.PauseChanged.class, NodeEvent.PauseChanged::paused);
      assertThat(node.baton.cluster().pause(Pause.type("T"), "again")).isFalse();
      assertThat(node.baton.cluster().pauses()).extracting(Paused::reason).containsExactly("why");
    }
  }

  @Test
  void tooManyPausesAreRefusedWithAHelpfulMessage() {
    IntStream.range(0, Cluster.MAX_PAUSES).forEach(i -> shared.pause(Pause.key("k" + i), "", NOTE));
    try (TestNode node = node(b -> b)) {
      Cluster cluster = node.baton.cluster();
      assertThatThrownBy(() -> cluster.pause(Pause.key("one more"), ""))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContainingAll("1000 pauses", "Resume some", "whole type");
      assertThat(cluster.pause(Pause.key("k7"), "")).isFalse();
      assertThat(cluster.resume(Pause.key("k7"))).isTrue();
      assertThat(cluster.pause(Pause.key("one more"), "")).isTrue();
      // If the node was reading the pauses, a resumed one stays in force until the next read.
      Waiting.until("the pause has ended", () -> cluster.pausesInForce() == Cluster.MAX_PAUSES);
    }
  }

  @Test
  void namesThatNoTaskCanHaveAndLongReasonsAreRefused() {
    try (TestNode node = node(b -> b)) {
      Cluster cluster = node.baton.cluster();
      List<Pause> wrong =
          new ArrayList<>(
              List.of(
                  Pause.bucket("b".repeat(61)),
                  Pause.type("t".repeat(121)),
                  Pause.key("k".repeat(201)),
                  Pause.key("line\nbreak")));
      for (Pause pause : wrong) {
        assertThatThrownBy(() -> cluster.pause(pause, ""))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThatThrownBy(() -> cluster.pause(Pause.type("T"), "r".repeat(501)))
          .hasMessageContaining("at most 500 characters");
      assertThat(cluster.pauses()).isEmpty();
    }
  }

  private TestNode node(UnaryOperator<Baton.Builder> with) {
    return TestNode.on(
        store,
        b -> with.apply(b.define(quick("T"), quick("OTHER")).stores(s -> s.cluster(shared))));
  }

  private static TaskDefinition<?, ?> quick(String type) {
    return RawDefinition.of(type, attempt -> Outcome.done());
  }
}
