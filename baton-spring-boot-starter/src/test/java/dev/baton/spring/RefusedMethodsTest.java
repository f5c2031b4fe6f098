package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Transaction;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Methods that can't run tasks: the application says why and doesn't start. */
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

  @Test
  void methodsThatCantRunTasksAreToldWhenTheApplicationStarts() {
    refused(TwoPayloads.class, "TwoPayloads.two takes more than one payload");
    refused(NoName.class, "NoName.unnamed has no name to be stored under");
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
