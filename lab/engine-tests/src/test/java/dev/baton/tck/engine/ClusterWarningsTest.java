package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests what a node reports about the other nodes. */
final class ClusterWarningsTest {
  /** One heartbeat every 50 ms. */
  private static final NodeSettings QUICK_BEATS =
      TestNode.QUICK.unknownTypeGrace(Duration.ofMillis(200));

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryClusterStore shared =
      new MemoryClusterStore(LivedTime.CLOCK, store.operations());

  private final Logger logger =
      (Logger) LoggerFactory.getLogger("dev.baton.engine.cluster.ClusterWarnings");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getLevel() == Level.WARN) {
            lines.add(event.getFormattedMessage());
          }
        }
      };

  @BeforeEach
  void listen() {
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void cease() {
    logger.detachAppender(appender);
  }

  @Test
  void nodesWithDifferentNumbersForALimitAreNamedOnceByTheLaterOne() {
    try (TestNode older = node("old", limited("m", 2));
        TestNode other = node("also old", limited("m", 2));
        TestNode younger = node("new", limited("m", 5))) {
      Waiting.until("a warning", () -> !lines.isEmpty());
      afterMoreBeats();
      assertThat(lines)
          .singleElement()
          .asString()
          .contains("slots of the cluster limit m: 5 on new, this node, and 2 on also old, old.");
    }
  }

  @Test
  void nodesWithDifferentRatesAreNamedToo() {
    Rate slow = Rate.of(1, Duration.ofSeconds(1));
    Rate fast = Rate.of(5, Duration.ofSeconds(1));
    try (TestNode older = node("old", Limit.clusterRate("r", slow));
        TestNode younger = node("new", Limit.clusterRate("r", fast))) {
      Waiting.until("a warning", () -> !lines.isEmpty());
      assertThat(lines).singleElement().asString().contains("the rate r: 5 in 1 s");
    }
  }

  @Test
  void nodesThatAgreeOrUseAnOverrideAreNotNamed() {
    OverrideTarget target = OverrideTarget.cluster("set");
    try (TestNode older = node("old", limited("same", 2), limited("mine", 1), limited("set", 1))) {
      older
          .baton
          .operations()
          .by("ann", "slow")
          .overrides()
          .set(target, new OverrideValue.Slots(3));
      try (TestNode younger =
          node("new", limited("same", 2), limited("yours", 5), limited("set", 2))) {
        afterMoreBeats();
        assertThat(lines).isEmpty();
      }
    }
  }

  @Test
  void aTypeThatNoLiveNodeRunsIsNamedOnceWhereItIsAdded() {
    try (TestNode node = node(b -> b.name("mine").define(quick("T")));
        TestNode client = node(b -> b.client())) {
      for (int i = 0; i < 3; i++) {
        node.add(TaskRequest.of(TaskType.of("TYPO")));
        node.add(TaskRequest.of(TaskType.of("T")));
        client.add(TaskRequest.of(TaskType.of("T")));
      }
      Waiting.until("a warning", () -> !lines.isEmpty());
      node.add(TaskRequest.of(TaskType.of("TYPO")));
      afterMoreBeats();
      assertThat(lines)
          .singleElement()
          .asString()
          .contains("No live node has a handler for tasks of type TYPO")
          .contains("Live servers: mine.");
    }
  }

  @Test
  void aTypeWhoseHandlersHaveGoneIsNamedByAClientAgain() {
    try (TestNode client = node(b -> b.client())) {
      for (int i = 1; i <= 2; i++) {
        int warnings = i;
        client.add(TaskRequest.of(TaskType.of("T")));
        Waiting.until("a warning", () -> lines.size() == warnings);
        assertThat(lines.get(i - 1)).contains("type T").contains("Live servers: none.");
        try (TestNode server = node(b -> b.define(quick("T")))) {
          afterMoreBeats();
        }
      }
    }
  }

  @Test
  void aBucketThatNoLiveNodeRunsIsNamed() {
    TaskDefinition<?, ?> elsewhere = quick("T").bucket("slow");
    try (TestNode server =
            node(
                b ->
                    b.name("mine")
                        .define(elsewhere)
                        .bucket(BucketOptions.named("slow").startedByHand()));
        TestNode client = node(b -> b.client().define(elsewhere))) {
      client.add(TaskRequest.of(TaskType.of("T")));
      Waiting.until("a warning", () -> !lines.isEmpty());
      assertThat(lines)
          .singleElement()
          .asString()
          .contains("type T in the bucket slow")
          .contains("A handler of the type is on mine,");
      assertThat(server.baton.isBucketRunning("slow")).isFalse();
    }
  }

  private static TaskDefinition<?, ?> quick(String type) {
    return RawDefinition.of(type, attempt -> Outcome.done());
  }

  private static Limit limited(String name, int slots) {
    return Limit.cluster(name, slots);
  }

  /** Waits until each live node has compared itself with the others once more. */
  private void afterMoreBeats() {
    for (int i = 0; i < 3; i++) {
      List<Instant> before = beats();
      Waiting.until("beats", () -> beats().stream().noneMatch(before::contains));
    }
  }

  private List<Instant> beats() {
    return shared.nodes(Duration.ofDays(1)).stream()
        .filter(node -> node.leftAt() == null)
        .map(NodeInfo::heardAt)
        .toList();
  }

  private TestNode node(String name, Limit first, Limit... others) {
    return node(b -> b.name(name).define(quick("T").limits(first, others)));
  }

  private TestNode node(UnaryOperator<Baton.Builder> with) {
    return TestNode.on(
        store,
        b ->
            with.apply(
                b.settings(s -> QUICK_BEATS)
                    .stores(s -> s.cluster(shared).overrides(store.operations()))));
  }
}
