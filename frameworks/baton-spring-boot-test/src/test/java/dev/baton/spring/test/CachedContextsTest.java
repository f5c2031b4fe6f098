package dev.baton.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.spring.BatonNode;
import dev.baton.spring.TaskHandler;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.TestContextManager;

/** Spring caches the context of each test class; here all contexts use one database. */
@Tag("boot3")
class CachedContextsTest {
  private static final String DATABASE =
      "spring.datasource.url=jdbc:h2:mem:cachedcontexts;DB_CLOSE_DELAY=-1";

  // With Spring Boot 3, this test runs with all libraries of the starter's tests.
  private static final String NO_FLYWAY = "spring.flyway.enabled=false";
  private static final String NO_LIQUIBASE = "spring.liquibase.enabled=false";

  private static final BlockingQueue<String> RAN_IN = new LinkedBlockingQueue<>();

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Value("${test.name}")
    private String name;

    @TaskHandler("WHERE")
    void where() {
      RAN_IN.add(name);
    }
  }

  @SpringBootTest(
      classes = Application.class,
      webEnvironment = SpringBootTest.WebEnvironment.NONE,
      properties = {DATABASE, NO_FLYWAY, NO_LIQUIBASE, "test.name=one"})
  static class One {}

  @SpringBootTest(
      classes = Application.class,
      webEnvironment = SpringBootTest.WebEnvironment.NONE,
      properties = {DATABASE, NO_FLYWAY, NO_LIQUIBASE, "test.name=two"})
  static class Two {}

  @Test
  void contextRunsTasksOnlyWhileItsTestClassRuns() throws Exception {
    ApplicationContext one = run(new One(), "one");
    ApplicationContext two = run(new Two(), "two");
    assertThat(one.getBean(BatonNode.class).isRunning()).isFalse();

    assertThat(run(new One(), "one")).isSameAs(one);
    assertThat(two.getBean(BatonNode.class).isRunning()).isFalse();
    assertThat(run(new Two(), "two")).isSameAs(two);
  }

  /**
   * Runs a class as JUnit does. Its tasks run on any node of the database as soon as they are due.
   */
  private static ApplicationContext run(Object test, String name) throws Exception {
    TestContextManager manager = new TestContextManager(test.getClass());
    manager.beforeTestClass();
    manager.prepareTestInstance(test);
    ApplicationContext context = manager.getTestContext().getApplicationContext();
    Tasks tasks = context.getBean(Tasks.class);
    for (int i = 0; i < 10; i++) {
      tasks.add(TaskRequest.of(TaskType.of("WHERE")).runIn(Duration.ofMillis(1)));
    }
    for (int i = 0; i < 10; i++) {
      assertThat(RAN_IN.poll(60, TimeUnit.SECONDS)).isEqualTo(name);
    }
    assertThat(context.getBean(BatonNode.class).isRunning()).isTrue();
    manager.afterTestClass();
    return context;
  }
}
