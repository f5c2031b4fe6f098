package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.operate.Operations;
import dev.baton.operate.PastAttempt;
import dev.baton.task.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Tests methods that can't run tasks. The application reports the reason and doesn't start. */
class RefusedMethodsTest {
  private final ApplicationContextRunner runner =
      TestContexts.onH2().withUserConfiguration(HandlersTest.Noted.class);

  static class TwoPayloads {
    @TaskHandler("TWO")
    void two(String one, HandlersTest.Payout other) {}
  }

  static class NoName {
    @CronTask(cron = "0 0 * * * *")
    void unnamed() {}
  }

  static class BadCron {
    @CronTask(name = "BAD", cron = "every now and then")
    void bad() {}
  }

  static class TransactionWithout {
    @TaskHandler("WITHOUT")
    void without(Transaction transaction) {}
  }

  static class WithIsolation {
    @TaskHandler(value = "ISOLATED", transactional = true)
    @Transactional(isolation = Isolation.SERIALIZABLE)
    public void isolated() {}
  }

  static class ByTwoClocksToo {
    @Scheduled(cron = "0 0 3 * * *")
    @Scheduled(cron = "0 0 4 * * *")
    @TaskHandler("T")
    public void handle() {}
  }

  static class OfManyArrays {
    @TaskHandler(value = "T", chunk = 5)
    void handle(List<byte[]> payloads) {}
  }

  static class OfAnyPayouts {
    @TaskHandler("T")
    void handle(List<? extends HandlersTest.Payout> payouts) {}
  }

  sealed interface Event permits Paid, Returned {}

  record Paid(String to) implements Event {}

  record Returned(String why) implements Event {}

  static class OfSealed {
    @TaskHandler("T")
    void handle(Event event) {}
  }

  record Box<T>(T content) {}

  static class OfABox {
    @TaskHandler("T")
    void handle(Box<HandlersTest.Payout> box) {}
  }

  static class OfAnyType {
    @TaskHandler("T")
    <P extends HandlersTest.Payout> void handle(P payout) {}
  }

  static class AnswersStageOfNothing {
    @TaskHandler("T")
    CompletableFuture<Void> handle() {
      return new CompletableFuture<>();
    }
  }

  static class AnswersOptionalOutcome {
    @TaskHandler("T")
    Optional<Outcome<?>> handle() {
      return Optional.of(Outcome.failed("no"));
    }
  }

  static class AnswersOutcomes {
    @TaskHandler("T")
    Outcome<?>[] handle() {
      return new Outcome<?>[0];
    }
  }

  @Test
  void ambiguousPayloadsAndUnusedResultsAreRefused() {
    refused(ByTwoClocksToo.class, "is @Scheduled");
    refused(OfManyArrays.class, "takes a List of byte[], which can be stored in several ways");
    refused(OfAnyPayouts.class, "but codecs get only the class of a payload");
    refused(OfSealed.class, "No JSON can be read as a");
    refused(OfABox.class, "but codecs get only the class of a payload");
    refused(OfAnyType.class, "but codecs get only the class of a payload");
    refused(AnswersStageOfNothing.class, "a stage of something other than an Outcome");
    refused(AnswersOptionalOutcome.class, "whose Outcome Baton would ignore");
    refused(AnswersOutcomes.class, "whose Outcome Baton would ignore");
  }

  record Number(Arrivals arrivals) {
    @TaskHandler("NUMBER")
    void number(long payload) {
      arrivals.saw("" + payload);
    }
  }

  @Test
  void missingNumberStopsItsTaskWithAnExplanation() {
    runner
        .withBean(Number.class)
        .run(
            context -> {
              UUID id =
                  context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("NUMBER"))).taskId();
              Operations operations = context.getBean(Operations.class);
              List<PastAttempt> attempts;
              do {
                attempts = operations.task(id).attempts();
              } while (attempts.isEmpty());
              assertThat(attempts.get(0).error())
                  .contains("of type NUMBER can't be read: it is missing");
            });
  }

  interface Pays<P> {
    @TaskHandler("PAYS")
    default void handle(String payload, Attempt attempt) {
      arrivals().saw(payload + " " + type().getSimpleName());
    }

    Arrivals arrivals();

    Class<P> type();
  }

  record ByDefault(Arrivals arrivals) implements Pays<Paid> {
    @Override
    public Class<Paid> type() {
      return Paid.class;
    }
  }

  @Test
  void defaultMethodOfInterfaceRunsTasks() {
    runner
        .withBean(ByDefault.class)
        .run(
            context -> {
              context
                  .getBean(Tasks.class)
                  .add(TaskType.of("PAYS", Bytes.class).with(Bytes.of("x")));
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo("x Paid");
            });
  }

  static class ByAnotherManager {
    @Transactional("other")
    @TaskHandler(value = "T", transactional = true)
    public void handle() {}
  }

  static class ByBatonsManager {
    @Transactional("transactionManager")
    @TaskHandler(value = "T", transactional = true)
    public void handle() {}
  }

  @Test
  void transactionalHandlerOfAnotherDatabaseIsRefused() {
    ApplicationContextRunner two = runner.withUserConfiguration(OtherManager.class);
    two.withBean(ByBatonsManager.class).run(context -> assertThat(context).hasNotFailed());
    two.withBean(ByAnotherManager.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("of another data source: what it writes would not"));
  }

  @Configuration(proxyBeanMethods = false)
  static class OtherManager {
    @Bean
    @Primary
    JdbcTransactionManager transactionManager(DataSource dataSource) {
      return new JdbcTransactionManager(dataSource);
    }

    @Bean
    JdbcTransactionManager other() {
      return new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:other"));
    }
  }

  @Test
  void methodsThatCannotRunTasksAreReportedAtStart() {
    refused(TwoPayloads.class, "TwoPayloads.two takes more than one payload");
    refused(NoName.class, "NoName.unnamed has no name for its schedule");
    refused(BadCron.class, "every now and then");
    refused(TransactionWithout.class, "@TaskHandler(transactional = true)");
    refused(WithIsolation.class, "@Transactional(isolation = ...), which has no effect");
  }

  private void refused(Class<?> bean, String words) {
    runner
        .withBean(bean)
        .run(context -> assertThat(context).getFailure().hasStackTraceContaining(words));
  }
}
