package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.WaitReason;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.NodeWarning;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.operate.event.NodeEvent.StoreTrouble;
import dev.baton.operate.event.NodeEvent.StoreWarned;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.Switches;
import dev.baton.spi.core.StoreReport;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Tests that a node reports once what weakens its store, and starts nothing where that would do
 * harm.
 */
final class StoreHealthTest {
  private static final StoreWarning UNSAFE = StoreWarning.unsafeCommits("sync = off");
  private static final StoreWarning OLDER = new StoreWarning(Kind.OLDER_SERVER, "timeline 1");

  private final MemoryTaskStore memory = new MemoryTaskStore(LivedTime.CLOCK);
  private final Reporting store = new Reporting(memory);

  @Test
  void warningIsReportedOnceWhenItBeginsAndOnceWhenItEnds() throws Exception {
    store.warnings = List.of(UNSAFE);
    try (TestNode node = node()) {
      assertThat(node.baton.cluster().storeWarnings()).containsExactly(UNSAFE);
      lookAgain(node);
      lookAgain(node);
      store.warnings = List.of();
      node.baton.cluster().acceptStore();
      node.events.await(StoreWarned.class, event -> !event.present());
      assertThat(node.events.all(StoreWarned.class))
          .containsExactly(new StoreWarned(UNSAFE, true), new StoreWarned(UNSAFE, false));
      assertThat(node.baton.cluster().storeWarnings()).isEmpty();
    }
  }

  @Test
  void nothingStartsOnAnOlderServerUntilAnOperatorAcceptsIt() throws Exception {
    try (TestNode node = node()) {
      store.warnings = List.of(OLDER);
      node.baton.cluster().acceptStore();
      node.events.await(StoreWarned.class, StoreWarned::present);
      UUID added = node.add(TaskRequest.of(TaskType.of("T")));
      UUID fetched = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      lookAgain(node);
      assertThat(node.starts(added) + node.starts(fetched)).isZero();
      assertThat(node.baton.operations().task(fetched).explain().reasons())
          .contains(new WaitReason.NodeStopped(OLDER));
      store.isAcceptable = true;
      node.baton.cluster().acceptStore();
      node.completed(added, Rule.FINISH);
      node.completed(fetched, Rule.FINISH);
      assertThat(node.baton.cluster().storeWarnings()).isEmpty();
    }
  }

  @Test
  void warningFromACallStopsStartsBeforeTheCallReturns() throws Exception {
    try (TestNode node = node()) {
      store.listener.accept(OLDER);
      assertThat(node.baton.cluster().storeWarnings()).containsExactly(OLDER);
      UUID added = node.add(TaskRequest.of(TaskType.of("T")));
      UUID fetched = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      assertThat(node.starts(added) + node.starts(fetched)).isZero();
      node.baton.cluster().acceptStore();
      node.completed(added, Rule.FINISH);
      node.completed(fetched, Rule.FINISH);
      assertThat(node.baton.cluster().storeWarnings()).isEmpty();
    }
  }

  @Test
  void nodeChecksItsStoreAtOnceWhenItIsAvailableAgain() throws Exception {
    try (TestNode node = node()) {
      store.isAway = true;
      node.baton.cluster().acceptStore();
      node.events.await(StoreTrouble.class, event -> event.loop().equals("cluster"));
      store.warnings = List.of(OLDER);
      store.isAway = false;
      node.events.await(StoreWarned.class, StoreWarned::present);
    }
  }

  @Test
  void clocksAreReadWithoutALock() throws Exception {
    Thread caller = Thread.currentThread();
    AtomicReference<Runnable> probe = new AtomicReference<>();
    List<Boolean> blocked = new ArrayList<>();
    LivedRuntime runtime =
        new LivedRuntime() {
          @Override
          public long nanoTime() {
            Runnable other = Thread.currentThread() == caller ? probe.get() : null;
            if (other != null) {
              blocked.add(blocks(other));
            }
            return super.nanoTime();
          }
        };
    try (TestNode node = TestNode.on(memory, b -> b.stores(s -> s.tasks(store)).runtime(runtime))) {
      probe.set(() -> node.baton.cluster().warnings());
      store.listener.accept(UNSAFE);
      assertThat(node.baton.cluster().warnings()).hasSize(1);
      probe.set(null);
      assertThat(blocked).isNotEmpty().containsOnly(false);
    }
  }

  /** Returns whether the call waits in another thread. */
  private static boolean blocks(Runnable call) {
    Thread other = new Thread(call);
    other.start();
    try {
      other.join(2_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return other.isAlive();
  }

  @Test
  void clockThatDiffersFromTheStoresIsReported() throws Exception {
    store.ahead = Duration.ofSeconds(20);
    try (TestNode node = node()) {
      assertThat(node.baton.cluster().storeWarnings())
          .singleElement()
          .satisfies(warning -> assertThat(warning.kind()).isEqualTo(Kind.CLOCK))
          .satisfies(warning -> assertThat(warning.message()).contains("s behind the database's"));
      store.ahead = Duration.ZERO;
      node.baton.cluster().acceptStore();
      node.events.await(StoreWarned.class, event -> !event.present());
    }
  }

  @Test
  void warningIsStoredWithTheNodeForTheOthersUntilItEnds() throws Exception {
    try (TestNode node = node()) {
      Waiting.until("the node is listed", () -> !node.baton.cluster().nodes().isEmpty());
      assertThat(stored(node)).isEmpty();
      store.warnings = List.of(UNSAFE);
      node.baton.cluster().acceptStore();
      Waiting.until("the warning is stored", () -> !stored(node).isEmpty());
      NodeWarning warning = stored(node).get(0);
      assertThat(warning.kind()).isEqualTo(Kind.UNSAFE_COMMITS.name());
      assertThat(warning.message()).isEqualTo(UNSAFE.message());
      assertThat(warning.since())
          .isBetween(LivedTime.CLOCK.instant().minusSeconds(60), Instant.MAX);
      store.warnings = List.of();
      node.baton.cluster().acceptStore();
      Waiting.until("the warning is gone", () -> stored(node).isEmpty());
    }
  }

  private static List<NodeWarning> stored(TestNode node) {
    return node.baton.cluster().nodes().get(0).node().card().warnings();
  }

  @Test
  void storeThatTakesNoWritesStopsStartsUntilItTakesOneAgain() throws Exception {
    try (TestNode node = node()) {
      store.listener.accept(new StoreWarning(Kind.READ_ONLY, "set to read-only"));
      UUID added = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      node.completed(added, Rule.FINISH);
      assertThat(node.baton.cluster().storeWarnings()).as("a heartbeat was written").isEmpty();
    }
  }

  @Test
  void reportOfAReadOnlyStoreEndsWithTheFirstWrite() throws Exception {
    MemoryClusterStore cluster =
        new MemoryClusterStore(LivedTime.CLOCK) {
          @Override
          public void beat(NodeInfo.Card card) {
            super.beat(card);
            if (!card.warnings().isEmpty()) {
              store.warnings = List.of();
            }
          }
        };
    try (TestNode node = node(cluster)) {
      store.warnings = List.of(new StoreWarning(Kind.READ_ONLY, "a standby"));
      node.baton.cluster().acceptStore();
      node.events.await(StoreWarned.class, StoreWarned::present);
      long began = System.nanoTime();
      node.events.await(StoreWarned.class, event -> !event.present());
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void slowStoreIsReportedWithItsUsualTimeUntilItIsQuick() throws Exception {
    SlowClusterStore cluster = new SlowClusterStore();
    try (TestNode node = node(cluster)) {
      cluster.delay = Duration.ofMillis(400);
      node.events.await(StoreWarned.class, StoreWarned::present);
      assertThat(node.baton.cluster().storeWarnings())
          .singleElement()
          .satisfies(warning -> assertThat(warning.kind()).isEqualTo(Kind.SLOW))
          .satisfies(
              warning ->
                  assertThat(warning.message())
                      .matches("The database takes \\d{3} ms to answer .*, normally \\d+ ms.*"));
      cluster.delay = Duration.ZERO;
      node.events.await(StoreWarned.class, event -> !event.present());
    }
  }

  @Test
  void storeWhoseAnswersTakeSecondsIsSlowAndNotUnreachable() throws Exception {
    SlowClusterStore cluster = new SlowClusterStore();
    try (TestNode node = node(cluster)) {
      cluster.delay = Duration.ofMillis(3_500);
      node.events.await(StoreWarned.class, StoreWarned::present);
      int answers = cluster.answers.get();
      Set<Kind> seen = EnumSet.noneOf(Kind.class);
      while (cluster.answers.get() < answers + 2) {
        node.baton.cluster().storeWarnings().forEach(one -> seen.add(one.kind()));
        Thread.onSpinWait();
      }
      assertThat(seen).containsExactly(Kind.SLOW);
    }
  }

  @Test
  void storeThatDoesNotAnswerIsReportedWithinFiveSeconds() throws Exception {
    SlowClusterStore cluster = new SlowClusterStore();
    try (TestNode node = node(cluster)) {
      long began = System.nanoTime();
      cluster.hangs = new CountDownLatch(1);
      Waiting.until("the silence is known", () -> !node.baton.cluster().storeWarnings().isEmpty());
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
      assertThat(node.baton.cluster().storeWarnings())
          .extracting(StoreWarning::kind)
          .containsExactly(Kind.UNREACHABLE);
      cluster.hangs.countDown();
      Waiting.until("the store has answered", () -> node.baton.cluster().storeWarnings().isEmpty());
    }
  }

  /** A store whose answers take long or don't arrive. */
  private static final class SlowClusterStore extends MemoryClusterStore {
    private volatile Duration delay = Duration.ZERO;
    private volatile CountDownLatch hangs = new CountDownLatch(0);
    private final AtomicInteger answers = new AtomicInteger();

    SlowClusterStore() {
      super(LivedTime.CLOCK);
    }

    @Override
    public Switches switches() {
      try {
        hangs.await();
        TimeUnit.MILLISECONDS.sleep(delay.toMillis());
      } catch (InterruptedException stopping) {
        throw new StoreUnavailableException("interrupted", stopping);
      }
      answers.incrementAndGet();
      return super.switches();
    }
  }

  private void lookAgain(TestNode node) throws InterruptedException {
    int looks = store.looks.get();
    node.baton.cluster().acceptStore();
    Waiting.until("the store was checked again", () -> store.looks.get() > looks);
  }

  private TestNode node() {
    return node(new MemoryClusterStore(LivedTime.CLOCK));
  }

  private TestNode node(ClusterStore cluster) {
    return TestNode.on(
        memory,
        b ->
            b.define(RawDefinition.of("T", attempt -> Outcome.done()))
                .stores(s -> s.tasks(store).cluster(cluster)));
  }

  /** A store with warnings, some of which end when an operator accepts them. */
  private static final class Reporting extends StoreWrapper {
    private volatile List<StoreWarning> warnings = List.of();
    private volatile Duration ahead = Duration.ZERO;
    private volatile boolean isAcceptable;
    private volatile boolean isAway;
    private volatile Consumer<StoreWarning> listener = warning -> {};
    private final AtomicInteger looks = new AtomicInteger();

    Reporting(MemoryTaskStore memory) {
      super(memory);
    }

    @Override
    public Optional<StoreReport> report() {
      looks.incrementAndGet();
      if (isAway) {
        throw new StoreUnavailableException("away");
      }
      return Optional.of(new StoreReport(LivedTime.CLOCK.instant().plus(ahead), warnings));
    }

    @Override
    public void onWarning(Consumer<StoreWarning> told) {
      listener = told;
    }

    @Override
    public void accept() {
      if (isAcceptable) {
        warnings = List.of();
      }
    }
  }
}
