package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.Limit;
import dev.baton.operate.event.NodeEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests which task gets a slot, and that every slot is released. The polls are too rare to help.
 */
final class BookingTest {
  private static final NodeSettings RARE_POLLS = TestNode.QUICK.poll(Duration.ofMinutes(1));

  private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final Gate gate = new Gate();

  @Test
  void noMoreRunOnANodeThanItsTypeAllows() throws Exception {
    try (TestNode node = node(counted("T").limits(Limit.node(3)))) {
      add(node, 60, i -> TaskRequest.of(TaskType.of("T")));
      done(node, 60);
      assertThat(most).hasValueLessThanOrEqualTo(3);
      node.assertNothingLeft();
    }
  }

  @Test
  void noMoreRunForAKeyThanAreAllowedForIt() throws Exception {
    ConcurrentMap<String, AtomicInteger> byKey = new ConcurrentHashMap<>();
    AtomicInteger mostOfAKey = new AtomicInteger();
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
                "T",
                attempt -> {
                  AtomicInteger mine =
                      byKey.computeIfAbsent(attempt.key(), key -> new AtomicInteger());
                  mostOfAKey.accumulateAndGet(mine.incrementAndGet(), Math::max);
                  Thread.yield();
                  mine.decrementAndGet();
                  return Outcome.done();
                })
            .limits(Limit.node(2).perKey());
    try (TestNode node = node(definition)) {
      add(node, 300, i -> TaskRequest.of(TaskType.of("T")).key("k" + i % 6));
      done(node, 300);
      assertThat(mostOfAKey).hasValueLessThanOrEqualTo(2);
      node.assertNothingLeft();
    }
  }

  @Test
  void composedLimitsApplyTogether() throws Exception {
    TaskDefinition<?, ?> definition = blocking("T").limits(Limit.node(5), Limit.node(2).perKey());
    try (TestNode node = node(definition)) {
      add(node, 40, i -> withoutLocalDispatch(TaskRequest.of(TaskType.of("T")).key("k" + i % 2)));
      gate.awaitArrivals(4);
      node.events.await(NodeEvent.Refused.class, e -> e.reason().contains("for key"), 2);
      assertThat(node.baton.slotsInUse()).isEqualTo(4);
      add(node, 3, i -> withoutLocalDispatch(TaskRequest.of(TaskType.of("T")).key("other" + i)));
      gate.awaitArrival();
      node.events.await(NodeEvent.Refused.class, e -> e.reason().contains("limit 5/5"));
      assertThat(node.baton.slotsInUse()).isEqualTo(5);
      gate.open();
      done(node, 43);
      node.assertNothingLeft();
    }
  }

  @Test
  void freedSlotStartsTheNextTaskAtOnceEvenInAnotherBucket() throws Exception {
    Limit shared = Limit.node("shared", 1);
    TaskDefinition<?, ?> one = blocking("ONE").limits(shared);
    TaskDefinition<?, ?> other = blocking("OTHER").limits(shared).bucket("other");
    try (TestNode node = node(one, other)) {
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("ONE"))));
      gate.awaitArrival();
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("OTHER"))));
      node.events.await(NodeEvent.Refused.class, event -> event.flow().type().equals("OTHER"));
      assertThat(gate.arrived()).isZero();
      gate.openForOne();
      gate.awaitArrival();
      gate.open();
      done(node, 2);
    }
  }

  @Test
  void aKeyFreedByOneTypeIsFreeForAnotherThatSharesItsLimit() throws Exception {
    Limit shared = Limit.node("shared", 1).perKey();
    try (TestNode node = node(blocking("ONE").limits(shared), blocking("TWO").limits(shared))) {
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("ONE")).key("k")));
      gate.awaitArrival();
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("TWO")).key("k")));
      node.events.await(NodeEvent.Refused.class, event -> event.flow().type().equals("TWO"));
      gate.openForOne();
      gate.awaitArrival();
      gate.open();
      done(node, 2);
    }
  }

  @Test
  void nodeLimitAppliesToAllTypesTogether() throws Exception {
    try (TestNode node =
        TestNode.start(
            b -> b.define(counted("A"), counted("B")).settings(s -> RARE_POLLS.maxRunning(2)))) {
      add(node, 80, i -> TaskRequest.of(TaskType.of(i % 2 == 0 ? "A" : "B")));
      done(node, 80);
      assertThat(most).hasValueLessThanOrEqualTo(2);
    }
  }

  @Test
  void urgentTasksMayUseTheStretchedSlots() throws Exception {
    TaskDefinition<?, ?> definition =
        blocking("T").limits(Limit.node(1).extra(1).forPriorityUpTo(2));
    try (TestNode node = node(definition)) {
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      gate.awaitArrival();
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      node.events.await(NodeEvent.Refused.class, event -> event.priority() == 5);
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T")).priority(2)));
      gate.awaitArrival();
      assertThat(node.baton.slotsInUse()).isEqualTo(2);
      gate.open();
      done(node, 3);
    }
  }

  @Test
  void refusalWithATimeIsRetriedAtThatTimeAndNotSooner() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    long[] first = new long[1];
    BookingPolicy rate =
        candidate -> {
          if (asked.incrementAndGet() == 1) {
            first[0] = System.nanoTime();
            return Booking.typeFull("rate limit").notBefore(Duration.ofMillis(60));
          }
          return Booking.held(() -> {});
        };
    try (TestNode node = node(counted("T").limits(Limit.custom(rate)))) {
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      done(node, 1);
      assertThat(System.nanoTime() - first[0]).isGreaterThan(Duration.ofMillis(59).toNanos());
      assertThat(asked).hasValue(2);
    }
  }

  @Test
  void policyThatThrowsIsCalledAgainAndDelaysNoOtherType() throws Exception {
    for (Throwable broken : List.of(new IllegalStateException("x"), new AssertionError("y"))) {
      AtomicInteger asked = new AtomicInteger();
      BookingPolicy throwing =
          candidate -> {
            if (asked.incrementAndGet() == 1) {
              throw PolicyFailure.sneaky(broken);
            }
            return Booking.held(() -> {});
          };
      try (TestNode node =
          node(counted("BROKEN").limits(Limit.custom(throwing)), counted("SOUND"))) {
        node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("BROKEN"))));
        node.events.await(NodeEvent.Refused.class, e -> e.reason().contains("policy failed"));
        node.completed(node.add(TaskRequest.of(TaskType.of("SOUND"))));
        done(node, 2);
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void policyThatThrowsForOneKeyDelaysOnlyThatKeyAndIsLoggedOnce() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger good = new AtomicInteger();
    BookingPolicy throwing =
        candidate -> {
          if (candidate.flow().key().equals("bad")) {
            asked.incrementAndGet();
            throw new IllegalStateException("for this key");
          }
          // Each release makes the node try all tasks again; otherwise tasks of the other key would
          // wait long.
          good.incrementAndGet();
          return Booking.held(
              () -> {
                throw new IllegalStateException("can't take it back");
              });
        };
    try (Warnings warnings = new Warnings();
        TestNode node = node(counted("T").limits(Limit.custom(throwing)))) {
      add(
          node,
          20,
          i -> withoutLocalDispatch(TaskRequest.of(TaskType.of("T")).key("bad").priority(1)));
      node.events.await(NodeEvent.Refused.class, e -> e.reason().contains("policy failed"));
      int before = asked.get();
      add(node, 200, i -> withoutLocalDispatch(TaskRequest.of(TaskType.of("T")).key("k" + i % 3)));
      done(node, 200);
      // All good tasks passed, while the policy was asked for the bad key only a few times.
      assertThat(asked.get() - before).isLessThan(100);
      assertThat(warnings.with("The booking policy of")).hasSize(2);
    }
  }

  @Test
  void aPolicyThatAnswersNothingOrAnEndlessTimeHindersNoOtherAndKeepsNoSlot() throws Exception {
    for (Booking answer : new Booking[] {null, Booking.typeFull("never").notBefore(ENDLESS)}) {
      TaskDefinition<?, ?> odd = counted("ODD").limits(Limit.custom(candidate -> answer));
      try (TestNode node = node(odd, counted("SOUND"))) {
        for (int i = 0; i < 20; i++) {
          node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of(i % 2 == 0 ? "ODD" : "SOUND"))));
        }
        done(node, 10);
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void aRefusalWithoutAnyWaitDoesNotMakeTheLoopSpin() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    BookingPolicy impatient =
        candidate ->
            asked.incrementAndGet() > 20
                ? Booking.held(() -> {})
                : Booking.typeFull("ask me at once").notBefore(Duration.ZERO);
    try (TestNode node = node(counted("T").limits(Limit.custom(impatient)))) {
      long before = System.nanoTime();
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      done(node, 1);
      assertThat(System.nanoTime() - before).isGreaterThan(Duration.ofMillis(15).toNanos());
    }
  }

  @Test
  void aPolicyThatFailsToTakeItsSlotBackCostsTheNodeNothing() throws Exception {
    BookingPolicy broken =
        candidate ->
            Booking.held(
                () -> {
                  throw new AssertionError("can't take it back");
                });
    try (TestNode node = node(counted("T").limits(Limit.custom(broken)))) {
      add(node, 10, i -> TaskRequest.of(TaskType.of("T")));
      done(node, 10);
      node.assertNothingLeft();
    }
  }

  @Test
  void typeWithoutAFreeSlotDelaysNoOtherType() throws Exception {
    try (TestNode node =
        TestNode.start(
            b ->
                b.define(blocking("SLOW").limits(Limit.node(1)), counted("FAST"))
                    .bucket(BucketOptions.named("default").lookAhead(10, 40))
                    .settings(s -> RARE_POLLS))) {
      add(node, 1_000, i -> TaskRequest.of(TaskType.of("SLOW")));
      gate.awaitArrival();
      add(node, 200, i -> TaskRequest.of(TaskType.of("FAST")).priority(9));
      node.events.await(
          TaskEvent.Completed.class, event -> event.flow().type().equals("FAST"), 200);
      assertThat(gate.arrived()).isZero();
      gate.open();
      done(node, 1_200);
      node.assertNothingLeft();
    }
  }

  @Test
  void refusedTypeDelaysNoOtherTypeOfItsDefinition() throws Exception {
    AtomicBoolean closed = new AtomicBoolean(true);
    BookingPolicy policy =
        candidate ->
            closed.get() && candidate.flow().type().equals("PAY|SLOW")
                ? Booking.typeFull("the partner is away")
                : Booking.held(() -> {});
    TaskDefinition<?, ?> prefix = counted("PAY|").asPrefix().limits(Limit.custom(policy));
    TaskDefinition<?, ?> named =
        counted("PAY|SLOW").alsoFor("PAY|OTHER").limits(Limit.custom(policy));
    for (TaskDefinition<?, ?> definition : List.of(prefix, named)) {
      closed.set(true);
      try (TestNode node = node(definition)) {
        add(
            node,
            50,
            i -> withoutLocalDispatch(TaskRequest.of(TaskType.of("PAY|SLOW")).key("k" + i)));
        node.events.await(NodeEvent.Refused.class, e -> e.flow().type().equals("PAY|SLOW"));
        add(node, 20, i -> withoutLocalDispatch(TaskRequest.of(TaskType.of("PAY|OTHER"))));
        done(node, 20);
        closed.set(false);
        // The slot that this task frees makes the node try the others again.
        node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("PAY|OTHER"))));
        done(node, 71);
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void everythingRunsWithATinyLookAhead() throws Exception {
    for (int perFlow : new int[] {2, 10}) {
      BucketOptions narrow = BucketOptions.named("default").lookAhead(perFlow, 10);
      try (TestNode node =
          TestNode.start(b -> b.define(counted("T")).bucket(narrow).settings(s -> RARE_POLLS))) {
        add(node, 5_000, i -> TaskRequest.of(TaskType.of("T")).key("k" + i % 700));
        done(node, 5_000);
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void oneBlockedKeyOfAHundredDelaysNoOtherKey() throws Exception {
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
                "T",
                attempt -> {
                  if (attempt.key().equals("k0")) {
                    gate.pass();
                  }
                  return Outcome.done();
                })
            .limits(Limit.node(1).perKey());
    try (TestNode node = node(definition)) {
      add(node, 1_000, i -> TaskRequest.of(TaskType.of("T")).key("k" + i % 100));
      node.events.await(TaskEvent.Completed.class, event -> !event.flow().key().equals("k0"), 990);
      Waiting.until("only k0 holds a slot", () -> node.baton.slotsInUse() == 1);
      gate.open();
      done(node, 1_000);
      node.assertNothingLeft();
    }
  }

  private TaskDefinition<?, ?> counted(String type) {
    return RawDefinition.of(
        type,
        attempt -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          Thread.yield();
          running.decrementAndGet();
          return Outcome.done();
        });
  }

  private TaskDefinition<?, ?> blocking(String type) {
    return RawDefinition.of(
        type,
        attempt -> {
          gate.pass();
          return Outcome.done();
        });
  }

  private static TestNode node(TaskDefinition<?, ?>... definitions) {
    return TestNode.start(b -> b.define(definitions).settings(s -> RARE_POLLS));
  }

  private static void add(
      TestNode node, int count, java.util.function.IntFunction<TaskRequest<?, ?>> request) {
    node.baton.tasks().addAll(IntStream.range(0, count).mapToObj(request).toList());
  }

  private static void done(TestNode node, int count) throws InterruptedException {
    Waiting.until(count + " are done", () -> node.store.finished().size() == count);
  }
}
