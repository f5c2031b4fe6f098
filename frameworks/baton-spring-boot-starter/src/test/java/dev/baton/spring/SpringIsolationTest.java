package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.local.LocalPostgres;
import dev.baton.spring.transaction.SpringTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;

/** Tests transactional handlers if the pool's connections use repeatable read. */
class SpringIsolationTest {
  private final ApplicationContextRunner runner =
      TestContexts.on(LocalPostgres.temporary().newDatabase())
          .withPropertyValues(
              "baton.schema=apply",
              "spring.datasource.hikari.transaction-isolation=TRANSACTION_REPEATABLE_READ");

  static class Books {
    private final LinkedBlockingQueue<Integer> isolations = new LinkedBlockingQueue<>();

    @TaskHandler(value = "BOOK", transactional = true)
    void book(Transaction transaction) throws SQLException {
      isolations.add(transaction.unwrap(Connection.class).getTransactionIsolation());
    }
  }

  static class Plain {
    @TaskHandler("PLAIN")
    void plain() {}
  }

  @Configuration(proxyBeanMethods = false)
  static class ReadCommitted {
    @Bean
    SpringTransactions transactions(DataSource dataSource, PlatformTransactionManager manager) {
      return SpringTransactions.of(
          dataSource, manager, TransactionDefinition.ISOLATION_READ_COMMITTED);
    }
  }

  @Test
  void transactionalHandlersAreRefusedAtStart() {
    runner
        .withBean(Books.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("Give handlers read committed transactions"));
  }

  @Test
  void transactionalHandlersRunAtBatonsIsolation() {
    runner
        .withBean(Books.class)
        .withUserConfiguration(ReadCommitted.class)
        .run(
            context -> {
              context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("BOOK")));
              assertThat(context.getBean(Books.class).isolations.poll(60, TimeUnit.SECONDS))
                  .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            });
  }

  @Test
  void applicationWithoutTransactionalHandlersStarts() {
    runner.withBean(Plain.class).run(context -> assertThat(context).hasNotFailed());
  }
}
