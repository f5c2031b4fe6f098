package dev.baton.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Flow;
import dev.baton.task.Rule;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class BatonMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final BatonMetrics metrics = new BatonMetrics(registry);

  @Test
  void completionsAreCountedAndTimedByTypeAndRule() {
    metrics.on(completed("MAIL", Rule.FINISH));
    metrics.on(completed("MAIL", Rule.FINISH));
    metrics.on(completed("MAIL", Rule.WAIT));
    assertThat(
            registry
                .get("baton.tasks.completed")
                .tags("type", "MAIL", "rule", "FINISH")
                .counter()
                .count())
        .isEqualTo(2);
    assertThat(registry.get("baton.tasks.ran").tag("type", "MAIL").timer().count()).isEqualTo(3);
  }

  @Test
  void typeNamesWithIdsInThemMakeNoMoreThanAHundredMeters() {
    for (int i = 0; i < 10_000; i++) {
      metrics.on(new TaskEvent.Added(new UUID(0, i), new Flow("MAIL-" + i, ""), 5, false, "b"));
    }
    assertThat(registry.find("baton.tasks.added").counters()).hasSize(101);
    assertThat(registry.get("baton.tasks.added").tag("type", "(others)").counter().count())
        .isEqualTo(9_900);
  }

  @Test
  void theGaugeOfADutyLeavesWithTheDuty() {
    metrics.on(new NodeEvent.Leading("sweeper", true));
    assertThat(registry.get("baton.leading").tag("duty", "sweeper").gauge().value()).isEqualTo(1);
    metrics.on(new NodeEvent.Leading("sweeper", false));
    assertThat(registry.get("baton.leading").tag("duty", "sweeper").gauge().value()).isZero();
  }

  private static TaskEvent.Completed completed(String type, Rule rule) {
    return new TaskEvent.Completed(
        new UUID(0, 1), new Flow(type, ""), rule, Duration.ofMillis(3), null, "b");
  }
}
