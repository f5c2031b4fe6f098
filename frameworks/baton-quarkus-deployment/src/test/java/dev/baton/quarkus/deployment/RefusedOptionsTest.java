package dev.baton.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.handler.TaskOptions;
import dev.baton.limit.Limit;
import dev.baton.quarkus.TaskHandler;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An annotation and the options of its type must not set the same thing. */
class RefusedOptionsTest {
  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      new QuarkusUnitTest()
          .withApplicationRoot(jar -> jar.addClasses(Payouts.class))
          .overrideConfigKey("quarkus.http.test-port", "0")
          .overrideConfigKey("quarkus.datasource.db-kind", "h2")
          .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:refused;DB_CLOSE_DELAY=-1")
          .overrideConfigKey("quarkus.datasource.devservices.enabled", "false")
          .overrideConfigKey("quarkus.datasource.jdbc.acquisition-timeout", "60s")
          .assertException(
              failure ->
                  assertThat(failure)
                      .hasStackTraceContaining(
                          "sets concurrency in its annotation, but the TaskOptions of type PAY set"
                              + " limits(...)"));

  static class Payouts {
    @TaskHandler(value = "PAY", concurrency = 3)
    void pay() {}

    @Produces
    TaskOptions payOptions() {
      return TaskOptions.of(TaskType.of("PAY"), pay -> pay.limits(Limit.cluster("partner", 5)));
    }
  }

  @Test
  void applicationDoesNotStart() {
    Assertions.fail("The application has started");
  }
}
