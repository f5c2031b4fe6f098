package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Attempt;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;

/** Tests when a node starts and claims, and how it ends with its application. */
class LifecycleTest {
  private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());
  private static CountDownLatch running;
  private static CountDownLatch release;

  private final DatabaseAddress address = LocalH2.newDatabase();

  @BeforeEach
  void begin() {
    LOG.clear();
    running = new CountDownLatch(1);
    release = new CountDownLatch(1);
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    dev.baton.spring.boot.BatonAutoConfiguration.class
  })
  static class Application {
    @Bean
    Handlers handlers() {
      return new Handlers();
    }

    @Bean
    ApplicationRunner warmUp(Tasks tasks, BatonNode node) {
      return arguments -> {
        tasks.add(TaskRequest.of(TaskType.of("QUICK")));
        // A task claimed by a running node would be visible here. The bucket isn't started.
        LOG.add("runner, claiming " + node.baton().isBucketRunning("default"));
      };
    }
  }

  static class Handlers {
    @TaskHandler("QUICK")
    void quick() {
      LOG.add("quick");
      running.countDown();
    }

    @TaskHandler("SLOW")
    void slow(Attempt attempt) throws InterruptedException {
      LOG.add("slow begins");
      running.countDown();
      release.await();
      LOG.add("slow ends");
    }

    @TaskHandler("STUBBORN")
    void stubborn() throws InterruptedException {
      running.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException told) {
        LOG.add("interrupted");
        throw told;
      }
    }
  }

  private ConfigurableApplicationContext run(Class<?> application, String... properties) {
    List<String> all = new ArrayList<>(List.of(properties));
    all.add("spring.datasource.url=" + address.url());
    all.add("spring.datasource.username=" + address.user());
    all.add("spring.datasource.password=" + address.password());
    all.add("spring.main.banner-mode=off");
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.NONE)
        .properties(all.toArray(String[]::new))
        .run();
  }

  @Test
  void runnersMayAddTasksButHandlersWaitUntilApplicationIsReady() throws Exception {
    try (ConfigurableApplicationContext context = run(Application.class)) {
      assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(LOG).containsExactly("runner, claiming false", "quick");
      assertThat(context.getBean(BatonNode.class).baton().isBucketRunning("default")).isTrue();
    }
  }

  @Test
  void runningHandlersMayEndWhenApplicationStops() throws Exception {
    ConfigurableApplicationContext context = run(Quiet.class);
    context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("SLOW")));
    assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
    Thread stop = new Thread(context::close);
    stop.start();
    // The node has begun to stop when it no longer claims tasks.
    BatonNode node = context.getBean(BatonNode.class);
    org.awaitility.Awaitility.await()
        .atMost(java.time.Duration.ofSeconds(60))
        .until(() -> !node.baton().isBucketRunning("default"));
    release.countDown();
    stop.join(60_000);
    assertThat(stop.isAlive()).isFalse();
    assertThat(LOG).containsExactly("slow begins", "slow ends");
    assertThat(count("baton_task")).isZero();
    assertThat(count("baton_kept")).isEqualTo(1);
  }

  @Test
  void slowHandlersAreInterruptedAtStopAndTheirTasksGivenBack() throws Exception {
    ConfigurableApplicationContext context =
        run(Quiet.class, "spring.lifecycle.timeout-per-shutdown-phase=3s", "baton.shutdown=100ms");
    context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("STUBBORN")));
    assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
    context.close();
    assertThat(LOG).containsExactly("interrupted");
    assertThat(count("baton_task WHERE status = 2")).as("READY again").isEqualTo(1);
  }

  @Test
  void beansThatStopAfterTheNodeCanAddTasks() throws Exception {
    ConfigurableApplicationContext context = run(AddsAtItsEnd.class);
    context.close();
    assertThat(count("baton_task")).isEqualTo(1);
  }

  @Test
  void restartedContextContinues() throws Exception {
    try (ConfigurableApplicationContext context = run(Quiet.class)) {
      context.stop();
      assertThat(context.getBean(BatonNode.class).isRunning()).isFalse();
      context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("QUICK")));
      context.start();
      assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void addDuringBeanCreationIsRefusedWithAnExplanation() {
    assertThatThrownBy(() -> run(AddsTooEarly.class))
        .rootCause()
        .hasMessageContaining("Baton hasn't started yet")
        .hasMessageContaining("ApplicationRunner");
  }

  private long count(String from) throws Exception {
    try (var connection = address.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM " + from)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    dev.baton.spring.boot.BatonAutoConfiguration.class
  })
  static class Quiet {
    @Bean
    Handlers handlers() {
      return new Handlers();
    }
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    dev.baton.spring.boot.BatonAutoConfiguration.class
  })
  static class AddsTooEarly {
    @Bean
    String early(Tasks tasks) {
      tasks.add(TaskRequest.of(TaskType.of("EARLY")));
      return "never";
    }
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    dev.baton.spring.boot.BatonAutoConfiguration.class
  })
  static class AddsAtItsEnd {
    @Bean
    SmartLifecycle last(Tasks tasks) {
      return new SmartLifecycle() {
        private boolean runs;

        @Override
        public void start() {
          runs = true;
        }

        @Override
        public void stop() {
          runs = false;
          tasks.add(TaskRequest.of(TaskType.of("LAST")));
        }

        @Override
        public boolean isRunning() {
          return runs;
        }

        @Override
        public int getPhase() {
          return 0;
        }
      };
    }
  }
}
