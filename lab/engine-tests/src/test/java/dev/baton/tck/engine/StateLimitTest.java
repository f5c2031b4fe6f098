package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.Limit;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.WaitReason;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests states with their own limits. */
final class StateLimitTest {
  enum Pay {
    CHECK,
    SEND,
    BOOK
  }

  private static final TaskType<Void, Void> PAY = TaskType.of("PAY");

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final AtomicInteger sending = new AtomicInteger();
  private final AtomicInteger mostSending = new AtomicInteger();
  private final Gate gate = new Gate();

  private StateMachine<Void, Void, Pay, String> machine(Limit whenSending) {
    return StateMachine.of(PAY, Pay.class, String.class)
        .on(Pay.CHECK, step -> step.goTo(Pay.SEND, "checked"))
        .on(
            Pay.SEND,
            step -> {
              mostSending.accumulateAndGet(sending.incrementAndGet(), Math::max);
              gate.passStubbornly();
              sending.decrementAndGet();
              return step.goTo(Pay.BOOK, "sent");
            })
        .on(Pay.BOOK, step -> Outcome.done())
        .limits(Pay.SEND, whenSending);
  }

  @Test
  void stateNeverExceedsItsLimitHoweverItsTasksEnterIt() throws Exception {
    try (TestNode node =
        TestNode.on(store, b -> b.define(TaskDefinition.of(PAY).states(machine(Limit.node(2)))))) {
      for (int i = 0; i < 10; i++) {
        node.add(TaskRequest.of(PAY));
        node.add(TaskRequest.of(PAY).state("SEND"));
      }
      gate.awaitArrival();
      for (int i = 1; i < 20; i++) {
        gate.awaitArrival();
        gate.openForOne();
      }
      gate.openForOne();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 20);
      assertThat(mostSending).hasValue(2);
      node.assertNothingLeft();
    }
  }

  @Test
  void taskWithoutASlotInItsNextStateReleasesItsOwnSlot() throws Exception {
    StateMachine<Void, Void, Pay, String> machine = machine(Limit.node(1));
    try (TestNode node =
        TestNode.on(
            store, b -> b.define(TaskDefinition.of(PAY).states(machine).limits(Limit.node(2))))) {
      UUID first = node.add(TaskRequest.of(PAY));
      gate.awaitArrival();
      UUID second = node.add(TaskRequest.of(PAY));
      // The transition is written before anything else, and waiting uses up no attempt.
      node.completed(second, Rule.CONTINUE);
      assertThat(store.find(second).orElseThrow().position().state()).isEqualTo("SEND");
      UUID third = node.add(TaskRequest.of(PAY).state("BOOK"));
      node.completed(third, Rule.FINISH);
      assertThat(store.find(first).orElseThrow().position().status()).isEqualTo(Status.RUNNING);
      gate.open();
      node.completed(first, Rule.FINISH);
      node.completed(second, Rule.FINISH);
      assertThat(node.finished(second).attempts()).isEqualTo(1);
      node.assertNothingLeft();
    }
  }

  @Test
  void anotherNodeWithASlotRunsTheWaitingTask() throws Exception {
    StateMachine<Void, Void, Pay, String> full = machine(Limit.node(1));
    try (TestNode node = TestNode.on(store, b -> b.define(TaskDefinition.of(PAY).states(full)))) {
      node.add(TaskRequest.of(PAY));
      gate.awaitArrival();
      StateMachine<Void, Void, Pay, String> free =
          StateMachine.of(PAY, Pay.class, String.class)
              .on(EnumSet.of(Pay.CHECK, Pay.SEND), step -> step.goTo(Pay.BOOK, "elsewhere"))
              .on(Pay.BOOK, step -> Outcome.done());
      try (TestNode other =
          TestNode.on(store, b -> b.define(TaskDefinition.of(PAY).states(free)))) {
        UUID second = node.add(TaskRequest.of(PAY));
        other.events.await(
            TaskEvent.Completed.class,
            event -> event.taskId().equals(second) && event.rule() == Rule.FINISH);
        assertThat(sending).hasValue(1);
      }
      gate.open();
    }
  }

  @Test
  void explanationNamesThePlaceInTheQueueOfAState() throws Exception {
    try (TestNode node =
        TestNode.on(store, b -> b.define(TaskDefinition.of(PAY).states(machine(Limit.node(1)))))) {
      node.add(TaskRequest.of(PAY).state("SEND"));
      gate.awaitArrival();
      UUID first = node.add(TaskRequest.of(PAY).state("SEND"));
      isInLine(node, first, 0);
      UUID second = node.add(TaskRequest.of(PAY).state("SEND"));
      isInLine(node, second, 1);
      isInLine(node, first, 0);
      gate.open();
      node.completed(second, Rule.FINISH);
    }
  }

  private static void isInLine(TestNode node, UUID id, int ahead) {
    Waiting.until(
        "it is in line behind " + ahead,
        () ->
            node.baton
                .operations()
                .task(id)
                .explain()
                .reasons()
                .contains(new WaitReason.InLine("SEND", ahead)));
  }

  /**
   * Each task becomes due once and is claimed again once: they wait for neither sweeps nor polls.
   */
  @Test
  void tasksThatWaitForASlotOfTheirStateStartWhenOneBecomesFree() throws Exception {
    int many = 100;
    StateMachine<Void, Void, Pay, String> machine =
        StateMachine.of(PAY, Pay.class, String.class)
            .on(Pay.CHECK, step -> step.park(Duration.ofMillis(1), Pay.SEND, "checked"))
            .on(Pay.SEND, step -> sendAlone())
            .on(Pay.BOOK, step -> Outcome.done())
            .limits(Pay.SEND, Limit.node(1));
    try (TestNode node =
        TestNode.on(store, b -> b.define(TaskDefinition.of(PAY).states(machine)))) {
      for (int i = 0; i < many; i++) {
        node.add(TaskRequest.of(PAY));
      }
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, many);
      assertThat(mostSending).hasValue(1);
      int due = node.events.all(NodeEvent.Due.class).stream().mapToInt(NodeEvent.Due::count).sum();
      assertThat(due).isEqualTo(many);
      // Each task is claimed in CHECK, in SEND without a slot, and to run. A called task may find
      // that a newcomer was faster.
      assertThat(node.events.all(NodeEvent.Claimed.class).size()).isLessThan(4 * many);
      node.assertNothingLeft();
    }
  }

  private Outcome<Void> sendAlone() {
    mostSending.accumulateAndGet(sending.incrementAndGet(), Math::max);
    sending.decrementAndGet();
    return Outcome.done();
  }

  @Test
  void queuesAndLimitsOfAStateAreSeparateOnEachNode() throws Exception {
    int many = 60;
    StateMachine<Void, Void, Pay, String> machine =
        StateMachine.of(PAY, Pay.class, String.class)
            .on(EnumSet.of(Pay.CHECK, Pay.SEND, Pay.BOOK), step -> sendAlone())
            .limits(Pay.SEND, Limit.node(1));
    StateMachine<Void, Void, Pay, String> same =
        StateMachine.of(PAY, Pay.class, String.class)
            .on(EnumSet.of(Pay.CHECK, Pay.SEND, Pay.BOOK), step -> sendAlone())
            .limits(Pay.SEND, Limit.node(1));
    try (TestNode one = TestNode.on(store, b -> b.define(TaskDefinition.of(PAY).states(machine)));
        TestNode two = TestNode.on(store, b -> b.define(TaskDefinition.of(PAY).states(same)))) {
      for (int i = 0; i < many; i++) {
        one.add(TaskRequest.of(PAY).state("SEND"));
      }
      Waiting.until("all are done", () -> store.finished().size() == many);
      assertThat(mostSending.get()).isLessThanOrEqualTo(2);
      int claims =
          one.events.all(NodeEvent.Claimed.class).size()
              + two.events.all(NodeEvent.Claimed.class).size();
      assertThat(claims).isLessThanOrEqualTo(4 * many);
    }
  }

  @Test
  void fullKeyInAStateDelaysNoOtherKey() throws Exception {
    int many = 10;
    StateMachine<Void, Void, Pay, String> machine = machine(Limit.node(1).perKey());
    try (TestNode node =
        TestNode.on(store, b -> b.define(TaskDefinition.of(PAY).states(machine)))) {
      for (int i = 0; i < many; i++) {
        node.add(TaskRequest.of(PAY).state("SEND").key("a"));
        node.add(TaskRequest.of(PAY).state("SEND").key("b"));
      }
      gate.awaitArrival();
      gate.awaitArrival();
      gate.open();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 2 * many);
      assertThat(mostSending).hasValue(2);
      assertThat(node.events.all(NodeEvent.Due.class)).isEmpty();
    }
  }

  @Test
  void taskKeepsItsSlotBetweenStatesThatShareALimit() throws Exception {
    AtomicInteger booked = new AtomicInteger();
    BookingPolicy one = LimitPolicies.of(Limit.node(1));
    BookingPolicy counted =
        candidate -> {
          booked.incrementAndGet();
          return one.book(candidate);
        };
    StateMachine<Void, Void, Pay, String> machine =
        StateMachine.of(PAY, Pay.class, String.class)
            .on(Pay.CHECK, step -> step.goTo(Pay.SEND, "checked"))
            .on(Pay.SEND, step -> step.goTo(Pay.BOOK, "sent"))
            .on(Pay.BOOK, step -> Outcome.done())
            .limits(EnumSet.of(Pay.CHECK, Pay.SEND), Limit.custom(counted));
    try (TestNode node =
        TestNode.on(store, b -> b.define(TaskDefinition.of(PAY).states(machine)))) {
      UUID id = node.add(TaskRequest.of(PAY));
      node.completed(id, Rule.FINISH);
      node.assertNothingLeft();
      assertThat(booked).hasValue(1);
      UUID next = node.add(TaskRequest.of(PAY));
      node.completed(next, Rule.FINISH);
      assertThat(node.finished(next).attempts()).isEqualTo(1);
    }
  }

  @Test
  void eachLimitedStateReleasesItsSlotWhenTheTaskContinues() throws Exception {
    Map<Pay, AtomicInteger> held = new EnumMap<>(Pay.class);
    StateMachine<Void, Void, Pay, String> machine =
        StateMachine.of(PAY, Pay.class, String.class)
            .on(Pay.CHECK, step -> step.goTo(Pay.SEND, "checked"))
            .on(Pay.SEND, step -> step.goTo(Pay.BOOK, "sent"))
            .on(Pay.BOOK, step -> Outcome.done());
    for (Pay state : Pay.values()) {
      AtomicInteger taken = new AtomicInteger();
      held.put(state, taken);
      machine =
          machine.limits(
              state,
              Limit.custom(
                  candidate -> {
                    taken.incrementAndGet();
                    return Booking.held(taken::decrementAndGet);
                  }));
    }
    TaskDefinition<?, ?> definition = TaskDefinition.of(PAY).states(machine);
    try (TestNode node = TestNode.on(store, b -> b.define(definition))) {
      UUID id = node.add(TaskRequest.of(PAY));
      node.completed(id, Rule.FINISH);
      node.assertNothingLeft();
      assertThat(held.values()).allMatch(taken -> taken.get() == 0);
    }
  }

  @Test
  void aLimitThatThrowsIsARefusalAndLeaksNothing() throws Exception {
    AtomicInteger failures = new AtomicInteger(3);
    BookingPolicy one = LimitPolicies.of(Limit.node(1));
    BookingPolicy shaky =
        candidate -> {
          if (failures.getAndDecrement() > 0) {
            throw new IllegalStateException("a broken policy");
          }
          return one.book(candidate);
        };
    gate.open();
    try (TestNode node =
        TestNode.on(
            store, b -> b.define(TaskDefinition.of(PAY).states(machine(Limit.custom(shaky)))))) {
      UUID id = node.add(TaskRequest.of(PAY));
      node.completed(id, Rule.FINISH);
      node.assertNothingLeft();
    }
  }

  @Test
  void stateHasOneNodeLimit() {
    StateMachine<Void, Void, Pay, String> machine = machine(Limit.node(1));
    assertThatThrownBy(() -> machine.limits(Pay.SEND, Limit.node(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The state SEND of PAY already has limits");
    assertThatThrownBy(
            () -> TaskDefinition.of(PAY).states(machine.limits(Pay.CHECK, Limit.cluster("l", 2))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "The limits of the states CHECK of type PAY must be limits of each node");
  }
}
