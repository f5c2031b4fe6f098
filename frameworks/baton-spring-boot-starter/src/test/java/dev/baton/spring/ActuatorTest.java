package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Outcome;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.cluster.Pause;
import dev.baton.spring.boot.actuate.BatonEndpoint;
import dev.baton.spring.boot.actuate.BatonEndpointAutoConfiguration;
import dev.baton.spring.boot.actuate.BatonHealthAutoConfiguration;
import dev.baton.spring.boot.actuate.BatonHealthIndicator;
import dev.baton.spring.boot.actuate.BatonInfoContributor;
import dev.baton.spring.boot.actuate.BatonMetricsAutoConfiguration;
import dev.baton.spring.boot.observe.BatonObservationAutoConfiguration;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tests health, info, the endpoint and the meters, and an application without them. */
@Tag("boot3")
class ActuatorTest {
  private final ApplicationContextRunner runner =
      TestContexts.onH2()
          .withConfiguration(
              AutoConfigurations.of(
                  BatonHealthAutoConfiguration.class,
                  BatonEndpointAutoConfiguration.class,
                  BatonMetricsAutoConfiguration.class,
                  BatonObservationAutoConfiguration.class))
          .withPropertyValues("management.endpoints.web.exposure.include=*", "baton.name=this")
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
          .withBean(Handlers.class);

  static class Handlers {
    @TaskHandler("GOOD")
    void good() {}

    @TaskHandler(value = "BAD", attempts = 1)
    Outcome<?> bad() {
      return Outcome.retry("no luck");
    }
  }

  @Test
  void tasksInErrorAreReportedButNotDown() {
    runner.run(
        context -> {
          BatonHealthIndicator health = context.getBean(BatonHealthIndicator.class);
          assertThat(health.health().getDetails()).containsEntry("errors", 0);
          context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("BAD")));
          Health later =
              Awaitility.await()
                  .atMost(Duration.ofSeconds(60))
                  .until(health::health, one -> one.getDetails().get("errors").equals(1));
          assertThat(later.getStatus()).isEqualTo(Status.UP);
        });
  }

  @Test
  void unreachableStoreIsDownAndStoppedNodeIsOutOfService() {
    runner.run(
        context -> {
          BatonHealthIndicator health = context.getBean(BatonHealthIndicator.class);
          context.getBean(BatonNode.class).stop();
          assertThat(health.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
          context.getBean(BatonNode.class).start();
          assertThat(health.health().getStatus()).isEqualTo(Status.UP);
          context.getBean(HikariDataSource.class).close();
          assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        });
  }

  @Test
  void weakDatabaseSettingsAreReportedButNotDown(@TempDir Path folder) {
    // Without WRITE_DELAY=0 H2 acknowledges commits before they are on disk.
    String weak = "jdbc:h2:file:" + folder.resolve("tasks").toAbsolutePath();
    runner
        .withPropertyValues("spring.datasource.url=" + weak)
        .run(
            context -> {
              Health told = context.getBean(BatonHealthIndicator.class).health();
              assertThat(told.getStatus()).isEqualTo(Status.UP);
              assertThat(told.getDetails().get("database").toString())
                  .contains("UNSAFE_COMMITS", "WRITE_DELAY", "REUSE_SPACE");
            });
    runner.run(
        context ->
            assertThat(context.getBean(BatonHealthIndicator.class).health().getDetails())
                .doesNotContainKey("database"));
  }

  @Test
  void endpointShowsNodesAndPauses() {
    runner.run(
        context -> {
          context.getBean(Cluster.class).pause(Pause.type("GOOD"), "the partner is away");
          BatonEndpoint.Overview told = context.getBean(BatonEndpoint.class).overview();
          assertThat(told.nodes())
              .singleElement()
              .satisfies(
                  node -> {
                    assertThat(node.name()).isEqualTo("this");
                    assertThat(node.presence()).isEqualTo("LIVE");
                    assertThat(node.types()).contains("GOOD", "BAD");
                  });
          assertThat(told.pauses())
              .singleElement()
              .satisfies(
                  pause -> {
                    assertThat(pause.type()).isEqualTo("GOOD");
                    assertThat(pause.bucket()).isNull();
                    assertThat(pause.reason()).isEqualTo("the partner is away");
                  });
        });
  }

  @Test
  void endpointCountsLiveTasksByStatusAndType() {
    runner.run(
        context -> {
          context.getBean(Cluster.class).pause(Pause.type("GOOD"), "the partner is away");
          Tasks tasks = context.getBean(Tasks.class);
          tasks.add(TaskRequest.of(TaskType.of("GOOD")).onHold());
          tasks.add(TaskRequest.of(TaskType.of("GOOD")).runIn(Duration.ofDays(1)));
          tasks.add(TaskRequest.of(TaskType.of("BAD")));
          BatonEndpoint endpoint = context.getBean(BatonEndpoint.class);
          // Counts may be three seconds old, and the last task must fail first.
          BatonEndpoint.LiveTasks live =
              Awaitility.await()
                  .atMost(Duration.ofSeconds(60))
                  .until(
                      () -> endpoint.overview().live(),
                      told -> told.byStatus().containsKey(dev.baton.task.Status.ERROR));
          assertThat(live.complete()).isTrue();
          assertThat(live.takenAt()).isNotNull();
          assertThat(live.typesLeftOut()).isZero();
          assertThat(live.byType())
              .isEqualTo(
                  Map.of(
                      "GOOD",
                      Map.of(dev.baton.task.Status.BLOCKED, 1L, dev.baton.task.Status.WAITING, 1L),
                      "BAD",
                      Map.of(dev.baton.task.Status.ERROR, 1L)));
          assertThat(live.byStatus().values()).containsExactly(1L, 1L, 1L);
        });
  }

  @Test
  void infoShowsTypesAndBuckets() {
    runner.run(
        context -> {
          Info.Builder info = new Info.Builder();
          context.getBean(BatonInfoContributor.class).contribute(info);
          assertThat(info.build().get("baton", Map.class).get("types").toString())
              .contains("BAD", "GOOD");
        });
  }

  @Test
  void metersCountAddsStartsAndCompletions() {
    runner.run(
        context -> {
          MeterRegistry registry = context.getBean(MeterRegistry.class);
          context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("GOOD")));
          Awaitility.await()
              .atMost(Duration.ofSeconds(60))
              .until(
                  // The last record that the end of an attempt writes.
                  () -> registry.find("baton.tasks.ran").tag("type", "GOOD").timer() != null);
          assertThat(registry.get("baton.tasks.added").tag("type", "GOOD").counter().count())
              .isEqualTo(1);
          assertThat(
                  registry.get("baton.tasks.started").tag("type", "GOOD").counters().stream()
                      .mapToDouble(Counter::count)
                      .sum())
              .isEqualTo(1);
          assertThat(registry.get("baton.tasks.ran").tag("type", "GOOD").timer().count())
              .isEqualTo(1);
          assertThat(registry.get("baton.slots.used").gauge().value()).isNotNaN();
          context.getBean(BatonNode.class).stop();
          context.getBean(BatonNode.class).start();
          assertThat(registry.find("baton.slots.used").gauges()).hasSize(1);
        });
  }

  @Test
  void applicationWorksWithoutActuatorMicrometerOrMigrationTools() {
    runner
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.boot.actuate",
                "org.springframework.boot.health",
                "io.micrometer",
                "org.flywaydb",
                "liquibase"))
        .withPropertyValues("baton.name=bare")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context).doesNotHaveBean(BatonEndpoint.class);
              assertThat(
                      context
                          .getBean(Tasks.class)
                          .add(TaskRequest.of(TaskType.of("GOOD")))
                          .wasAdded())
                  .isTrue();
            });
  }
}
