package dev.baton.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.jmx.JmxReporter;
import dev.baton.Baton;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.metrics.BatonMetrics;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.event.NodeEvent;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.spi.Leadership;
import dev.baton.spi.Stores;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.dropwizard.DropwizardConfig;
import io.micrometer.core.instrument.dropwizard.DropwizardMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.core.instrument.util.HierarchicalNameMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Tests the meters and their description in docs/metrics.md. */
final class MetersTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void eachMeterIsInTheDocumentAsItIsAndNoOther() throws IOException {
    try (SmallRun run = new SmallRun(registry)) {
      Set<String> made = new TreeSet<>();
      for (Meter meter : registry.getMeters()) {
        // Created by registries without their own histograms.
        if (!meter.getId().getName().endsWith(".histogram")) {
          made.add(row(meter.getId()));
        }
      }
      assertThat(documented()).as("docs/metrics.md").containsExactlyElementsOf(made);
    }
  }

  private static String row(Meter.Id id) {
    String tags = id.getTags().stream().map(Tag::getKey).sorted().collect(Collectors.joining(", "));
    return id.getName() + " | " + id.getType().name().toLowerCase(Locale.ROOT) + " | " + tags;
  }

  private static Set<String> documented() throws IOException {
    Set<String> rows = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("../../docs/metrics.md"))) {
      if (line.startsWith("| `baton.")) {
        String[] cells = line.replace("`", "").split("\\|");
        rows.add(cells[1].strip() + " | " + cells[2].strip() + " | " + cells[3].strip());
      }
    }
    return rows;
  }

  @Test
  void eachKindOfEventHasBeenThoughtOf() {
    assertThat(SmallRun.RARE.stream().map(Object::getClass).collect(Collectors.toSet()))
        .isEqualTo(
            Stream.of(TaskEvent.class, NodeEvent.class)
                .flatMap(kind -> Stream.of(kind.getDeclaredClasses()))
                .filter(Class::isRecord)
                .collect(Collectors.toSet()));
  }

  @Test
  void whatThereIsIsShownByTheNodeThatCountsAndLeavesWithTheDuty() {
    try (SmallRun run = new SmallRun(registry)) {
      run.cluster().advance(SmallRun.A_MINUTE);
      assertThat(live("ERROR", "BAD")).isEqualTo(1);
      assertThat(live("WAITING", "GOOD")).isEqualTo(1);
      assertThat(registry.get("baton.leading").tag("duty", "live-counts").gauge().value())
          .isEqualTo(1);
      run.metrics().on(new NodeEvent.Leading("pruner", false));
      assertThat(registry.find("baton.tasks.live").gauges()).as("another duty").isNotEmpty();
      run.metrics().on(SmallRun.survey());
      assertThat(registry.get("baton.tasks.failing").tag("type", "BAD").gauge().value())
          .isEqualTo(3);
      run.metrics().on(new NodeEvent.Leading("live-counts", false));
      assertThat(registry.find("baton.tasks.live").gauges()).isEmpty();
      assertThat(registry.find("baton.tasks.stuck").gauges()).isEmpty();
      assertThat(registry.find("baton.tasks.oldest.ready").gauges()).isEmpty();
      assertThat(registry.find("baton.tasks.failing").gauges()).isEmpty();
    }
  }

  private double live(String status, String type) {
    return registry
        .get("baton.tasks.live")
        .tags("status", status, "type", type, "bucket", "default")
        .gauge()
        .value();
  }

  @Test
  void eachMeterHasADescription() {
    try (SmallRun run = new SmallRun(registry)) {
      assertThat(registry.getMeters())
          .filteredOn(meter -> !meter.getId().getName().endsWith(".histogram"))
          .allSatisfy(meter -> assertThat(meter.getId().getDescription()).isNotBlank());
    }
  }

  @Test
  void countersOfDefinedTypesBeginAtZero() {
    BatonMetrics metrics = new BatonMetrics(registry);
    MemoryTaskStore store = new MemoryTaskStore(InstantSource.system());
    try (Baton node =
        Baton.builder(Stores.of(store))
            .transactions(new MemoryTransactions(store))
            .leadership(Leadership.none())
            .define(RawDefinition.of("PAY", attempt -> Outcome.done()))
            .listener(metrics)
            .start()) {
      metrics.watch(node);
      for (String rule : List.of("FINISH", "FAIL", "WAIT", "RETRY_NOW", "CONTINUE", "INTERRUPT")) {
        assertThat(zero("baton.tasks.completed", "type", "PAY", "rule", rule)).isZero();
      }
      assertThat(zero("baton.tasks.swept", "type", "PAY", "rule", "LOST_TO_ERROR")).isZero();
      assertThat(zero("baton.deadlines.exceeded", "type", "PAY")).isZero();
      assertThat(zero("baton.schedules.skipped")).isZero();
    }
  }

  private double zero(String counter, String... tags) {
    return registry.get(counter).tags(tags).counter().count();
  }

  @Test
  void clusterIsShownByTheNodeThatCounts() {
    BatonMetrics metrics = new BatonMetrics(registry);
    metrics.on(SmallRun.clusterSurvey());
    assertThat(registry.get("baton.limits.used").tag("limit", "bank").gauge().value()).isEqualTo(5);
    assertThat(registry.get("baton.limits.size").tag("limit", "bank").gauge().value()).isEqualTo(5);
    assertThat(registry.get("baton.nodes.silent").gauge().value()).isEqualTo(1);
    assertThat(registry.get("baton.pauses.oldest").gauge().value()).isEqualTo(60);
    assertThat(registry.get("baton.schedules.trouble").tag("kind", "FAILS").gauge().value())
        .isEqualTo(2);
    metrics.on(new NodeEvent.Leading("live-counts", false));
    assertThat(registry.find("baton.limits.used").gauges()).isEmpty();
    assertThat(registry.find("baton.nodes.silent").gauges()).isEmpty();
    assertThat(registry.find("baton.schedules.trouble").gauges()).isEmpty();
  }

  @Test
  void pausesAreSurveyedWithTheCounts() {
    try (SmallRun run = new SmallRun(registry)) {
      run.cluster().baton().cluster().pause(Pause.type("GOOD"), "test");
      run.cluster().advance(SmallRun.A_MINUTE);
      assertThat(registry.get("baton.pauses.oldest").gauge().value()).isBetween(30.0, 90.0);
      assertThat(registry.get("baton.nodes.silent").gauge().value()).isZero();
    }
  }

  @Test
  void whatIsMendedIsGoneWithTheNextCount() {
    BatonMetrics metrics = new BatonMetrics(registry);
    metrics.on(SmallRun.survey());
    assertThat(registry.find("baton.tasks.stuck").gauges()).hasSize(1);
    metrics.on(survey(List.of()));
    assertThat(registry.find("baton.tasks.live").gauges()).isEmpty();
    assertThat(registry.find("baton.tasks.stuck").gauges()).hasSize(1);
  }

  @Test
  void aThousandTypesAndBucketsMakeNoThousandGauges() {
    BatonMetrics metrics = new BatonMetrics(registry);
    List<LiveCounts.Group> groups = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      groups.add(new LiveCounts.Group("b" + i, "t" + i, Status.ERROR, 1));
    }
    metrics.on(survey(groups));
    assertThat(registry.find("baton.tasks.live").gauges()).hasSizeLessThanOrEqualTo(151);
    assertThat(
            registry.find("baton.tasks.live").gauges().stream().mapToDouble(g -> g.value()).sum())
        .as("none is lost")
        .isEqualTo(1_000);
  }

  private static NodeEvent.LiveTasksCounted survey(List<LiveCounts.Group> groups) {
    NodeEvent.LiveTasksCounted one = SmallRun.survey();
    return new NodeEvent.LiveTasksCounted(
        new LiveCounts(Instant.EPOCH, true, false, groups),
        one.oldestReady(),
        one.stuck(),
        one.failing());
  }

  @Test
  void startsAreTimedFromTheAddAndFromTheDueTime() {
    try (SmallRun run = new SmallRun(registry)) {
      long before = count("baton.tasks.add.to.start");
      run.cluster().advance(java.time.Duration.ofDays(2));
      assertThat(count("baton.tasks.add.to.start")).as("was not to run at once").isEqualTo(before);
      assertThat(count("baton.tasks.due.to.start")).isGreaterThan(before);
      assertThat(registry.get("baton.slots.capacity").gauge().value()).isPositive();
    }
  }

  private long count(String timer) {
    return registry.find(timer).timers().stream().mapToLong(one -> one.count()).sum();
  }

  @Test
  void metersAreSeenByJmx() throws Exception {
    MetricRegistry dropwizard = new MetricRegistry();
    JmxReporter reporter = JmxReporter.forRegistry(dropwizard).inDomain("baton.test").build();
    DropwizardMeterRegistry jmx = new OverJmx(dropwizard);
    reporter.start();
    try (SmallRun run = new SmallRun(jmx)) {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      Set<ObjectName> live = new TreeSet<>();
      for (ObjectName name : server.queryNames(new ObjectName("baton.test:*"), null)) {
        if (name.getKeyProperty("name").contains("batonTasksLive")) {
          live.add(name);
        }
      }
      assertThat(live).isNotEmpty();
      for (ObjectName name : live) {
        assertThat((Double) server.getAttribute(name, "Value")).isPositive();
      }
    } finally {
      reporter.stop();
    }
  }

  /** A Dropwizard registry, which is Micrometer's registry for JMX without the reporter. */
  private static final class OverJmx extends DropwizardMeterRegistry {
    OverJmx(MetricRegistry dropwizard) {
      super(
          new DropwizardConfig() {
            @Override
            public String prefix() {
              return "jmx";
            }

            @Override
            public String get(String key) {
              return null;
            }
          },
          dropwizard,
          HierarchicalNameMapper.DEFAULT,
          Clock.SYSTEM);
    }

    @Override
    protected Double nullGaugeValue() {
      return Double.NaN;
    }
  }
}
