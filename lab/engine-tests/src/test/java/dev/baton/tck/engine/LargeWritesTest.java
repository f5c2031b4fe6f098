package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import dev.baton.tck.MemoryNoteStore;
import dev.baton.tck.MemoryStatisticsStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.StoreWrapper;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests writes that are too large for one statement's time limit and are split into parts. */
final class LargeWritesTest {
  private static final int TASKS = 24;
  private static final int MEGABYTE = 1024 * 1024;

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final Gate ending = new Gate();
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicLong mostBytes = new AtomicLong();
  private volatile int mostAtOnce = Integer.MAX_VALUE;
  private volatile int mostPruned = Integer.MAX_VALUE;
  private volatile boolean finds;
  private volatile @Nullable Bytes poison;

  private final StoreWrapper narrow =
      new StoreWrapper(store) {
        @Override
        public List<Verdict> tryApply(List<Transition> transitions) {
          long finishes = transitions.stream().filter(one -> one.rule() == Rule.FINISH).count();
          mostBytes.accumulateAndGet(
              transitions.stream().mapToLong(LargeWritesTest::result).sum(), Math::max);
          if (finishes > mostAtOnce || transitions.stream().anyMatch(this::isPoison)) {
            throw new StoreUnavailableException("no response in time");
          }
          return super.tryApply(transitions);
        }

        private boolean isPoison(Transition transition) {
          return poison != null
              && transition.change() instanceof Change.Finish finish
              && poison.equals(finish.result());
        }

        @Override
        public int prune(int limit) {
          if (limit > mostPruned) {
            throw new StoreUnavailableException("no response in time");
          }
          int pruned = super.prune(limit);
          finds |= pruned > 0;
          return pruned;
        }
      };

  @Test
  void outcomesThatCantBeWrittenTogetherInTimeAreWrittenInParts() throws Exception {
    mostAtOnce = 3;
    endTogether(null);
    assertThat(runs).hasValue(TASKS);
  }

  /** Simulates a trigger of another application that fails for one row. */
  @Test
  void outcomeThatCanNeverBeWrittenDelaysNoOther() throws Exception {
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
                "T",
                attempt -> {
                  ending.pass();
                  return Outcome.done(attempt.payload());
                })
            .limits(Limit.none());
    poison = Bytes.of("poison");
    try (TestNode node =
        TestNode.on(store, b -> b.stores(s -> s.tasks(narrow)).define(definition))) {
      for (int i = 0; i < TASKS; i++) {
        node.add(TaskType.of("T", Bytes.class).with(Bytes.of(i == 0 ? "poison" : "good")));
      }
      ending.awaitArrivals(TASKS);
      ending.open();
      Waiting.until("all others are done", () -> store.live().size() == 1);
      node.add(TaskType.of("T", Bytes.class).with(Bytes.of("good")));
      Waiting.until("a later one is written, too", () -> store.finished().size() == TASKS);
      poison = null;
      Waiting.until("it is written after the failure has ended", () -> store.live().isEmpty());
    }
  }

  @Test
  void oneWriteHasAtMostSixteenMegabytesOfResultsAndOneMore() throws Exception {
    endTogether(Bytes.of(new byte[5 * MEGABYTE]));
    assertThat(mostBytes.get()).isLessThanOrEqualTo((16 + 5) * MEGABYTE);
  }

  @Test
  void finishedTasksThatCantBeRemovedTogetherInTimeAreRemovedInParts() throws Exception {
    mostPruned = 100;
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.stores(s -> s.tasks(narrow))
                    .define(
                        RawDefinition.of("T", attempt -> Outcome.done())
                            .keepDone(Duration.ofMillis(1))))) {
      node.add(TaskRequest.of(TaskType.of("T")));
      Waiting.until("it is removed", () -> finds);
    }
  }

  @Test
  void otherRowsThatCantBeRemovedTogetherInTimeAreRemovedInParts() throws Exception {
    List<String> removed = Collections.synchronizedList(new ArrayList<>());
    OperationsStore real = store.operations();
    StatisticsStore realStatistics = new MemoryStatisticsStore(store);
    OperationsStore slow =
        (OperationsStore)
            Proxy.newProxyInstance(
                OperationsStore.class.getClassLoader(),
                new Class<?>[] {OperationsStore.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("pruneAudit")) {
                    if ((int) arguments[1] > 200) {
                      removed.add("failed");
                      throw new StoreUnavailableException("no response in time");
                    }
                    removed.add("audit");
                  }
                  return method.invoke(real, arguments);
                });
    StatisticsStore statistics =
        (StatisticsStore)
            Proxy.newProxyInstance(
                StatisticsStore.class.getClassLoader(),
                new Class<?>[] {StatisticsStore.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("pruneStatistics")) {
                    removed.add("statistics");
                  }
                  return method.invoke(realStatistics, arguments);
                });
    try (TestNode node =
        TestNode.on(store, b -> b.stores(s -> s.operations(slow).statistics(statistics)))) {
      Waiting.until("the audit is pruned", () -> removed.contains("audit"));
    }
    assertThat(removed.subList(0, 2)).as("others, after a failure").contains("statistics");
  }

  @Test
  void rowsThatCantBeRemovedDontRepeatTheWalksOverOthers() throws Exception {
    List<String> removed = Collections.synchronizedList(new ArrayList<>());
    OperationsStore real = store.operations();
    OperationsStore broken =
        (OperationsStore)
            Proxy.newProxyInstance(
                OperationsStore.class.getClassLoader(),
                new Class<?>[] {OperationsStore.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("pruneAudit")) {
                    removed.add("failed");
                    throw new StoreUnavailableException("no response in time");
                  }
                  return method.invoke(real, arguments);
                });
    TransactionalNoteStore realNotes = new MemoryNoteStore(store);
    TransactionalNoteStore notes =
        (TransactionalNoteStore)
            Proxy.newProxyInstance(
                TransactionalNoteStore.class.getClassLoader(),
                new Class<?>[] {TransactionalNoteStore.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("pruneNotes")) {
                    removed.add("notes");
                  }
                  return method.invoke(realNotes, arguments);
                });
    try (TestNode node =
        TestNode.on(store, b -> b.stores(s -> s.operations(broken).notes(notes)))) {
      Waiting.until("the audit fails again", () -> Collections.frequency(removed, "failed") == 3);
    }
    assertThat(Collections.frequency(removed, "notes")).isEqualTo(1);
  }

  private void endTogether(Bytes result) throws Exception {
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
                "T",
                attempt -> {
                  runs.incrementAndGet();
                  ending.pass();
                  return result == null ? Outcome.done() : Outcome.done(result);
                })
            .limits(Limit.none());
    try (TestNode node =
        TestNode.on(store, b -> b.stores(s -> s.tasks(narrow)).define(definition))) {
      node.baton.tasks().addAll(Collections.nCopies(TASKS, TaskRequest.of(TaskType.of("T"))));
      ending.awaitArrivals(TASKS);
      ending.open();
      Waiting.until("all are done", () -> store.live().isEmpty());
    }
  }

  private static long result(Transition transition) {
    return transition.change() instanceof Change.Finish finish && finish.result() != null
        ? finish.result().length()
        : 0;
  }
}
