package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.SignalType;
import dev.baton.api.Signals.Cancellation;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.Attempt;
import dev.baton.handler.MoveResult;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Tick;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.Stores;
import dev.baton.spi.Transactions;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.tck.ManualClock;
import dev.baton.tck.MemoryLeadership;
import dev.baton.tck.MemoryNoteStore;
import dev.baton.tck.MemoryScheduleStore;
import dev.baton.tck.MemorySignalStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.contract.StoreScenario;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests schedules, signals, steps and results of a store without transactions for callers. */
class WithoutTransactionsTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private final ManualClock clock = new ManualClock(START);
  private final MemoryTaskStore store = new MemoryTaskStore(clock);
  private final MemoryScheduleStore schedules = new MemoryScheduleStore(store);
  private final MemoryLeadership leadership =
      new MemoryLeadership(LivedTime.CLOCK, Duration.ofSeconds(1));
  private final List<Instant> ticks = Collections.synchronizedList(new ArrayList<>());
  private final TaskDefinition<?, ?> ticking =
      RawDefinition.of(
          "T",
          attempt -> {
            ticks.add(Tick.of(attempt).orElseThrow().time());
            return Outcome.done();
          });

  @Test
  void everyTickRunsOnceOnTwoNodes() {
    try (TestNode one = node(schedules, b -> b.define(ticking));
        TestNode other = node(schedules, b -> b.define(ticking))) {
      one.baton.schedules().put(everyMinute());
      for (int minute = 1; minute <= 3; minute++) {
        clock.advance(Duration.ofMinutes(1));
        awaitRuns(minute);
      }
      assertThat(ticks).doesNotHaveDuplicates().hasSize(3);
      assertThat(other.baton.schedules().remove("m")).isTrue();
      assertThat(one.baton.schedules().find("m")).isEmpty();
    }
  }

  @Test
  void aTickWhoseTaskWasAddedBeforeItsNodeDiedIsNotServedTwice() {
    AtomicBoolean dies = new AtomicBoolean();
    ScheduleStore dying = dyingBeforeAChange(dies);
    try (TestNode one = node(dying, b -> b.define(ticking.keepDone(Duration.ZERO)))) {
      one.baton.schedules().put(everyMinute());
      dies.set(true);
      clock.advance(Duration.ofMinutes(1));
      Waiting.until("the tick's task has run", () -> ticks.size() == 1);
      dies.set(false);
      awaitRuns(1);
      clock.advance(Duration.ofMinutes(1));
      awaitRuns(2);
      assertThat(ticks).containsExactly(START.plusSeconds(60), START.plusSeconds(120));
    }
  }

  @Test
  void schedulesAreChangedByHand() {
    try (TestNode one = node(schedules, b -> b.define(ticking))) {
      one.baton.schedules().put(everyMinute());
      assertThat(one.baton.schedules().pause("m")).isTrue();
      assertThat(one.baton.schedules().resume("m")).isTrue();
      assertThat(one.baton.schedules().runNow("m")).isPresent();
      awaitRuns(1);
      assertThat(one.baton.schedules().end("m")).isTrue();
      assertThat(schedules.find("m").orElseThrow().isOver()).isTrue();
      assertThat(one.baton.schedules().pause("none")).isFalse();
    }
  }

  @Test
  void signalIsDecidedAgainAfterACheckpoint() {
    try (TestNode one = node(schedules, b -> b.client())) {
      UUID id = one.add(TaskRequest.of(TaskType.of("T")));
      Task held = claimed(id);
      AtomicInteger asked = new AtomicInteger();
      MoveResult result =
          RowSignals.of(one.baton.tasks())
              .signal(
                  id,
                  seen -> {
                    if (asked.incrementAndGet() == 1) {
                      store.apply(
                          List.of(
                              HolderRules.checkpoint(
                                  held, Duration.ofMinutes(5), Bytes.of("kept"))));
                    }
                    return RowDecision.goTo("TOLD", seen.position().data());
                  });
      assertThat(result).isEqualTo(new MoveResult.Applied(true));
      assertThat(asked).hasValue(2);
      assertThat(one.task(id).position().data()).isEqualTo(Bytes.of("kept"));
      assertThat(one.task(id).position().state()).isEqualTo("TOLD");
    }
  }

  @Test
  void taskIsCancelledWithoutTransactions() {
    try (TestNode one = node(schedules, b -> b.client())) {
      UUID id = one.add(TaskRequest.of(TaskType.of("T")));
      assertThat(one.baton.tasks().cancel(id, "no more")).isEqualTo(Cancellation.CANCELLED);
      assertThat(one.finished(id).status()).isEqualTo(Status.CANCELLED);
      assertThat(one.baton.tasks().cancel(id, "no more")).isEqualTo(Cancellation.ALREADY_FINISHED);
    }
  }

  @Test
  void retryKeepsStepsAndTheNextRunForgetsThem() throws Exception {
    AtomicInteger steps = new AtomicInteger();
    AtomicInteger attempts = new AtomicInteger();
    TaskDefinition<?, ?> repeating =
        RawDefinition.of("T", attempt -> run(attempt, steps, attempts))
            .retry(Retry.fixed(Duration.ZERO))
            .keepRuns(2);
    try (TestNode one = node(schedules, b -> b.define(repeating))) {
      UUID id = one.add(TaskRequest.of(TaskType.of("T")));
      one.completed(id, Rule.FINISH);
      assertThat(attempts).hasValue(4);
      assertThat(steps).as("once in each of two runs").hasValue(2);
      assertThat(new MemoryNoteStore(store).lastResult(id)).contains(Bytes.of("1"));
      one.assertNothingLeft();
    }
  }

  /** Makes each run fail once after its step. */
  private static Outcome<?> run(Attempt attempt, AtomicInteger steps, AtomicInteger attempts)
      throws Exception {
    int number = attempts.incrementAndGet();
    Bytes value = Bytes.of("" + attempt.step("a", Integer.class, steps::incrementAndGet));
    if (number % 2 == 1) {
      throw new IllegalStateException("after the step");
    }
    return number == 2 ? Outcome.repeat(Duration.ZERO, value) : Outcome.done();
  }

  @Test
  void callsThatNeedATransactionAreRefusedWithAMessage() {
    try (TestNode one = node(schedules, b -> b.client())) {
      UUID id = one.add(TaskRequest.of(TaskType.of("T")));
      assertThatThrownBy(
              () -> one.baton.tasks().signal(id, SignalType.of("paid", String.class), "x"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContainingAll("A signal by name", "capability transactions");
    }
  }

  private Task claimed(UUID id) {
    return new StoreScenario(store).claim(store.find(id).orElseThrow(), UUID.randomUUID());
  }

  /** Unlike a fixed rate, it doesn't tick when it is declared. */
  private static Schedule everyMinute() {
    return Schedule.cron("m", "* * * * *", ZoneOffset.UTC).adds(TaskRequest.of(TaskType.of("T")));
  }

  /**
   * Waits until the runs have also ended: a tick that becomes due before the end of a run is left
   * out.
   */
  private void awaitRuns(int count) {
    Waiting.until(
        count + " runs are counted",
        () ->
            ticks.size() >= count
                && store.live().isEmpty()
                && schedules.find("m").map(ScheduleState::past).orElseThrow().runs() >= count);
  }

  @Test
  void transactionsCannotBeRequired() {
    assertThatThrownBy(() -> node(schedules, b -> b.requireTransaction()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("requireTransaction() of the builder can't be used");
  }

  private TestNode node(ScheduleStore used, UnaryOperator<Baton.Builder> with) {
    return TestNode.on(
        store,
        b ->
            with.apply(
                b.stores(
                        s ->
                            Stores.ofCore(store)
                                .schedules(used)
                                .signals(new MemorySignalStore(store))
                                .notes(new MemoryNoteStore(store)))
                    .transactions(Transactions.none())
                    .leadership(leadership)));
  }

  private ScheduleStore dyingBeforeAChange(AtomicBoolean dies) {
    return (ScheduleStore)
        Proxy.newProxyInstance(
            ScheduleStore.class.getClassLoader(),
            new Class<?>[] {ScheduleStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("change") && dies.get()) {
                throw new StoreUnavailableException("the node has died");
              }
              try {
                return method.invoke(schedules, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
