package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.WaitReason;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.operate.event.NodeEvent.StoreTrouble;
import dev.baton.operate.event.NodeEvent.StoreWarned;
import dev.baton.spi.core.StoreReport;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
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

  private void lookAgain(TestNode node) throws InterruptedException {
    int looks = store.looks.get();
    node.baton.cluster().acceptStore();
    Waiting.until("the store was checked again", () -> store.looks.get() > looks);
  }

  private TestNode node() {
    return TestNode.on(
        memory,
        b ->
            b.define(RawDefinition.of("T", attempt -> Outcome.done()))
                .stores(s -> s.tasks(store).cluster(new MemoryClusterStore(LivedTime.CLOCK))));
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
