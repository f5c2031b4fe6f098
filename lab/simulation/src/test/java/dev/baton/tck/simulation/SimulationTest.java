package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.engine.attempt.note.ChildCancellation;
import dev.baton.handler.TaskDefinition;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.Waits;
import dev.baton.tck.StoreWrapper;
import dev.baton.tck.simulation.sql.Trouble;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the engine under the simulator with pinned seeds, each of which once showed a bug, and with
 * as many other seeds as the time allows. The seeds are the same in each build, so that a failed
 * seed points to the change under test. With {@code baton.sim.seconds} they are new seeds.
 *
 * <ul>
 *   <li>{@code -Dbaton.sim.seed=N} replays one seed and prints its trace
 *   <li>{@code -Dbaton.sim.trace=60} number of trace lines to print, counted from the end
 *   <li>{@code -Dbaton.sim.seconds=600} time for which new seeds are tried
 *   <li>{@code -Dbaton.sim.seeds=600} the smallest number of seeds
 *   <li>{@code -Dbaton.sim.from=N} the first seed
 * </ul>
 */
@ExtendWith(Quiet.class)
final class SimulationTest {
  private static final String PINNED = "pinned-seeds.txt";
  private static final int TRACE_LINES = Integer.getInteger("baton.sim.trace", 60);
  private static final int MOST_RED = 3;

  @Test
  void theSameSeedGivesTheSameHistoryOfTheWholeCluster() {
    for (long seed = 1; seed <= 3; seed++) {
      Report first = Experiment.run(seed, Sabotage.NONE, 0);
      Report again = Experiment.run(seed, Sabotage.NONE, 50);
      assertThat(again.hash()).as("seed %d", seed).isEqualTo(first.hash());
      assertThat(again.steps()).isEqualTo(first.steps());
    }
  }

  @Test
  void noSeedBreaksAPromise() throws Exception {
    Long only = Long.getLong("baton.sim.seed");
    if (only != null) {
      assertThat(replay(only).violations()).isEmpty();
      return;
    }
    Totals totals = new Totals();
    List<Long> pinned = pinned();
    run(pinned.size(), pinned::get, totals, 0, pinned.size());
    Long asked = Long.getLong("baton.sim.seconds");
    long from = Long.getLong("baton.sim.from", asked == null ? 1 : System.currentTimeMillis());
    long seconds = asked == null ? 5 : asked;
    int least = Depth.number("baton.sim.seeds", 10, 300);
    run(Integer.MAX_VALUE, index -> from + index, totals, seconds, least);
    System.out.println(totals.line(from));
    totals.red().forEach(red -> replay(red.seed()));
    assertThat(totals.red()).isEmpty();
  }

  /** Runs seeds with a special fault, which must occur. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void noSeedBreaksAPromiseUnderASpecialFault(Torment torment) throws Exception {
    Totals totals = new Totals();
    long from = torment.seed(Long.getLong("baton.sim.from", 1));
    int seeds = Depth.number("baton.sim.seeds", 4, 100);
    run(seeds, index -> from + index, totals, 0, seeds);
    System.out.println(totals.line(from) + " met " + totals.met());
    totals.red().forEach(red -> replay(red.seed()));
    assertThat(totals.red()).isEmpty();
    assertThat(totals.met()).containsKey(torment.trouble());
  }

  /** Runs seeds with steps, results and awaited signals. */
  @Test
  void noSeedBreaksAPromiseOfStepsAndSignals() {
    long from = Long.getLong("baton.sim.from", 1);
    for (long seed = from; seed < from + Depth.number("baton.sim.noted", 3, 30); seed++) {
      assertThat(noted(seed, notes -> notes)).as("seed %d", seed).isEmpty();
    }
  }

  /** Runs seeds with workflows. */
  @Test
  void noSeedBreaksAPromiseOfWorkflows() {
    long from = Experiment.WORK_SEEDS + Long.getLong("baton.sim.from", 1);
    Totals totals = new Totals();
    for (long seed = from; seed < from + Depth.number("baton.sim.work", 6, 100); seed++) {
      Report report =
          Experiment.run(new MemoryGround.WithNotes(notes -> notes), seed, Sabotage.NONE, 0);
      assertThat(report.violations()).as("seed %d", seed).isEmpty();
      totals.add(report);
    }
    assertThat(totals.met()).containsKeys(Trouble.RUN_AGAIN_FROM_STEP, Trouble.CHILD_CANCELLED);
    System.out.println(totals.line(from) + " met " + totals.met());
  }

  @Test
  @Tag("deep")
  void checkerFindsLostSignals() {
    assertThat(LongStream.rangeClosed(1, 20))
        .as("not every seed loses an important one")
        .anyMatch(seed -> !noted(seed, SimulationTest::forgettingSome).isEmpty());
  }

  /** The wait is not stored, so the end of the children doesn't wake the parent. */
  @Test
  @Tag("deep")
  void checkerFindsParentsThatNeverWake() {
    Sabotage deaf =
        new Sabotage() {
          @Override
          public TaskStore store(SimulatedNode node, SimulatedDatabase database, TaskStore real) {
            return new StoreWrapper(real) {
              @Override
              public boolean waitForEnds(Transaction transaction, UUID task, Waits waits) {
                return true;
              }
            };
          }
        };
    assertThat(workViolations(deaf, notes -> notes))
        .anyMatch(violation -> violation.contains("nothing that it waits for remains"));
  }

  /** The task that cancels children never learns that its workflow has ended. */
  @Test
  @Tag("deep")
  void checkerFindsCancellationsThatDoNotWait() {
    Sabotage impatient =
        new Sabotage() {
          @Override
          public TaskStore store(SimulatedNode node, SimulatedDatabase database, TaskStore real) {
            return new StoreWrapper(real) {
              @Override
              public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
                return super.insert(
                    transaction,
                    tasks.stream()
                        .map(
                            task ->
                                task.spec().type().equals(ChildCancellation.TYPE)
                                    ? WaitCanaries.deaf(task)
                                    : task)
                        .toList());
              }
            };
          }
        };
    assertThat(workViolations(impatient, notes -> notes))
        .anyMatch(violation -> violation.contains("nothing that it waits for remains"));
  }

  /** A workflow that was cancelled counts as done, so its children continue. */
  @Test
  @Tag("deep")
  void checkerFindsChildrenThatOutliveTheirWorkflow() {
    Sabotage kind =
        new Sabotage() {
          @Override
          public TaskStore store(SimulatedNode node, SimulatedDatabase database, TaskStore real) {
            return new StoreWrapper(real) {
              @Override
              public List<Prerequisite> waitedFor(UUID id) {
                return super.waitedFor(id).stream()
                    .map(one -> one.end() == null ? one : new Prerequisite(one.id(), Status.DONE))
                    .toList();
              }
            };
          }
        };
    assertThat(workViolations(kind, notes -> notes))
        .anyMatch(violation -> violation.contains("lives, although its workflow has failed"));
  }

  /** The notes of dropped steps stay, so they return their old values and children. */
  @Test
  @Tag("deep")
  void checkerFindsStepsThatDoNotRunAgain() {
    Sabotage keeping =
        new Sabotage() {
          @Override
          public OperationsStore operations(
              SimulatedNode node, SimulatedMemory database, OperationsStore real) {
            return cutting(real, new NoteCut.FromStep("999", List.of()));
          }
        };
    assertThat(workViolations(keeping, notes -> notes))
        .anyMatch(violation -> violation.contains("has its old value after it ran again"));
  }

  @Test
  @Tag("deep")
  void checkerFindsStepsOfWorkflowsThatWorkAgain() {
    assertThat(workViolations(Sabotage.NONE, SimulationTest::forgettingSteps))
        .anyMatch(violation -> violation.contains("is done, and works again"));
  }

  @Test
  @Tag("deep")
  void checkerFindsEarlyStartsWhileTheClockJumps() {
    Sabotage early = Canary.store("due that ignores time", StoreCanaries.DueAtOnce::new).sabotage();
    assertThat(LongStream.rangeClosed(1, 10).map(Torment.CLOCK_JUMPS::seed).boxed())
        .anyMatch(
            seed ->
                Experiment.run(seed, early, 0).violations().stream()
                    .anyMatch(violation -> violation.contains(" runs before 20")));
  }

  private static List<String> workViolations(
      Sabotage sabotage, UnaryOperator<TransactionalNoteStore> ways) {
    return LongStream.rangeClosed(1, 20)
        .mapToObj(
            seed ->
                Experiment.run(
                        new MemoryGround.WithNotes(ways), Experiment.WORK_SEEDS + seed, sabotage, 0)
                    .violations())
        .flatMap(List::stream)
        .toList();
  }

  @Test
  @Tag("deep")
  void checkerFindsKeysThatDoNotTakeTurns() {
    Sabotage careless =
        new Sabotage() {
          @Override
          public TaskDefinition<?, ?> fair(TaskDefinition<?, ?> definition) {
            return definition;
          }
        };
    assertThat(LongStream.rangeClosed(1, 300).boxed())
        .as("few seeds have a type whose keys take turns")
        .anyMatch(
            seed ->
                Experiment.run(seed, careless, 0).violations().stream()
                    .anyMatch(violation -> violation.contains("while small")));
  }

  private static List<String> noted(long seed, UnaryOperator<TransactionalNoteStore> ways) {
    return Experiment.run(new MemoryGround.WithNotes(ways), seed, Sabotage.NONE, 0).violations();
  }

  private static TransactionalNoteStore forgettingSome(TransactionalNoteStore real) {
    return forgetting(
        real,
        "keepSignalNote",
        given -> ((UUID) given[1]).getLeastSignificantBits() % 4 == 0,
        null);
  }

  /** Returns a store that makes this cut when a finished task runs again. */
  private static OperationsStore cutting(OperationsStore real, NoteCut other) {
    return (OperationsStore)
        Proxy.newProxyInstance(
            SimulationTest.class.getClassLoader(),
            new Class<?>[] {OperationsStore.class},
            (proxy, called, given) -> {
              for (int i = 0; given != null && i < given.length; i++) {
                given[i] = given[i] instanceof NoteCut.FromStep ? other : given[i];
              }
              try {
                return called.invoke(real, given);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private static TransactionalNoteStore forgettingSteps(TransactionalNoteStore real) {
    return forgetting(real, "keepStep", given -> ((String) given[1]).contains("step 2"), true);
  }

  private static TransactionalNoteStore forgetting(
      TransactionalNoteStore real,
      String method,
      Predicate<Object[]> some,
      @Nullable Object answer) {
    return (TransactionalNoteStore)
        Proxy.newProxyInstance(
            SimulationTest.class.getClassLoader(),
            new Class<?>[] {TransactionalNoteStore.class},
            (proxy, called, given) -> {
              if (called.getName().equals(method) && some.test(given)) {
                return answer;
              }
              try {
                return called.invoke(real, given);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Returns the seed of a number. */
  @FunctionalInterface
  private interface Seeds {
    long get(int index);
  }

  private static void run(int most, Seeds seeds, Totals totals, long seconds, int least)
      throws InterruptedException {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    AtomicLong next = new AtomicLong();
    Runnable some =
        () -> {
          while (totals.red().size() < MOST_RED) {
            long index = next.getAndIncrement();
            if (index >= most || (index >= least && System.nanoTime() - end >= 0)) {
              return;
            }
            totals.add(Experiment.run(seeds.get((int) index), Sabotage.NONE, 0));
          }
        };
    List<Thread> threads = new ArrayList<>();
    for (int i = Math.max(1, Runtime.getRuntime().availableProcessors()); i > 0; i--) {
      Thread thread = new Thread(some, "simulations-" + i);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static Report replay(long seed) {
    Report report = Experiment.run(seed, Sabotage.NONE, TRACE_LINES);
    report.trace().forEach(line -> System.out.println(shortened(line)));
    report.violations().forEach(System.out::println);
    System.out.printf(
        "seed %d (%s, %d steps) is %s: mvn -pl :simulation -am test -Dtest=SimulationTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dbaton.sim.seed=%d%n",
        seed, report.scenario(), report.steps(), report.isRed() ? "red" : "green", seed);
    return report;
  }

  private static String shortened(String line) {
    return line.length() <= 300 ? line : line.substring(0, 300) + "…";
  }

  private static List<Long> pinned() {
    return TextResource.lines(PINNED).stream()
        .map(line -> line.replaceFirst("#.*", "").strip())
        .filter(seed -> !seed.isEmpty())
        .map(Long::valueOf)
        .toList();
  }
}
