package dev.baton.spring.test;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.kafka.test.TestKafka;
import dev.baton.spring.TaskHandler;
import dev.baton.test.Faults;
import dev.baton.test.TestBaton;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;

/** Fields of a test may be autowired, also if one instance has several tests. */
@SpringBootTest(
    properties = {
      "spring.datasource.url=jdbc:h2:mem:autowired",
      // With Spring Boot 3, this test runs with all libraries of the starter's tests.
      "spring.liquibase.enabled=false",
      "spring.flyway.enabled=false"
    })
@BatonTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AutowiredTest {
  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @TaskHandler("COUNT")
    void count() {}
  }

  @Autowired private TestBaton baton;
  @Autowired private Faults faults;
  @Autowired private TestKafka kafka;
  @Autowired private Tasks tasks;

  @BeforeEach
  void begins() {
    assertThat(baton).hasAdded(0);
    assertThat(faults).isSameAs(baton.faults());
  }

  @Test
  void fieldIsTheClusterOfThisTest(TestBaton parameter) {
    assertThat(baton).isSameAs(parameter);
    runsWhenItIsTold();
  }

  @Test
  void fieldIsTheClusterOfTheNextTest(TestBaton parameter) {
    assertThat(baton).isSameAs(parameter);
    runsWhenItIsTold();
    assertThat(kafka.sent()).isEmpty();
  }

  private void runsWhenItIsTold() {
    tasks.add(TaskRequest.of(TaskType.of("COUNT")));
    assertThat(baton).hasAdded(1);
    assertThat(baton.drain()).isOne();
    assertThat(baton).hasDoneEverything();
  }
}
