package dev.baton.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.TaskOptions;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskInfo;
import dev.baton.quarkus.TaskHandler;
import dev.baton.task.Status;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests options of a type as a bean, in addition to the annotation of its handler method. */
class TaskOptionsTest {
  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      new QuarkusUnitTest()
          .withApplicationRoot(jar -> jar.addClasses(Payouts.class, Payout.class))
          .overrideConfigKey("quarkus.http.test-port", "0")
          .overrideConfigKey("quarkus.datasource.db-kind", "h2")
          .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:options;DB_CLOSE_DELAY=-1")
          .overrideConfigKey("quarkus.datasource.devservices.enabled", "false")
          .overrideConfigKey("quarkus.datasource.jdbc.acquisition-timeout", "60s");

  static final TaskType<Payout, Void> PAY = TaskType.of("PAY", Payout.class);

  record Payout(String partner, int attempts) {}

  static class Payouts {
    @TaskHandler(value = "PAY", deadline = "30s")
    void pay(Payout payout) {
      throw new IllegalStateException("the bank is closed");
    }

    /** Returns options that read the number of attempts from the payload, whose class they know. */
    @Produces
    TaskOptions payOptions() {
      return TaskOptions.of(
          PAY,
          pay ->
              pay.failWhenExhausted()
                  .retry(
                      failure ->
                          failure.attempt() < failure.payload().attempts()
                              ? Optional.of(Duration.ofMillis(1))
                              : Optional.empty()));
    }
  }

  @Inject Tasks tasks;
  @Inject Operations operations;

  @Test
  void optionsCanSetEverythingThatDefinitionsCan() throws Exception {
    UUID id = tasks.add(PAY.with(new Payout("ada", 3))).taskId();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (operations.find(id).filter(TaskInfo::isFinished).isEmpty()
        && System.nanoTime() < until) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    TaskInfo ended = operations.find(id).orElseThrow();
    assertThat(ended.status()).isEqualTo(Status.FAILED);
    assertThat(ended.attempts()).isEqualTo(3);
  }
}
