package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Tests an application with the starter's Baton and a second one on a separate database. */
class TwoDatabasesTest {
  private static final TaskType<Void, Void> MONTHLY_REPORT = TaskType.of("MONTHLY_REPORT");

  private static final LinkedBlockingQueue<String> RAN = new LinkedBlockingQueue<>();

  static class Payments {
    @TaskHandler("PAY_OUT")
    void payOut() {
      RAN.add("payment");
    }
  }

  // region reports
  @Configuration(proxyBeanMethods = false)
  static class ReportsConfiguration {
    @Bean(defaultCandidate = false)
    Baton reports(@Qualifier("reportsDatabase") DataSource database) {
      return Baton.builder(JdbcStore.of(database))
          .name("reports")
          .define(TaskDefinition.of(MONTHLY_REPORT).handler((none, attempt) -> report()))
          .start();
    }
  }

  // endregion

  private static void report() {
    RAN.add("report");
  }

  @Configuration(proxyBeanMethods = false)
  static class ReportsDatabase {
    @Bean(defaultCandidate = false)
    DataSource reportsDatabase() {
      DatabaseAddress address = LocalH2.newDatabase();
      DataSource database =
          new DriverManagerDataSource(address.url(), address.user(), address.password());
      BatonSchema.apply(database);
      return database;
    }
  }

  @Test
  void eachTaskRunsInItsOwnDatabase() {
    TestContexts.onH2()
        .withUserConfiguration(ReportsDatabase.class, ReportsConfiguration.class)
        .withBean(Payments.class)
        .run(
            context -> {
              Baton reports = context.getBean("reports", Baton.class);
              Baton payments = context.getBean(BatonNode.class).baton();
              assertThat(reports).isNotSameAs(payments);
              context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("PAY_OUT")));
              assertThat(RAN.poll(60, TimeUnit.SECONDS)).isEqualTo("payment");
              reports.tasks().add(TaskRequest.of(MONTHLY_REPORT));
              assertThat(RAN.poll(60, TimeUnit.SECONDS)).isEqualTo("report");
              assertThat(payments.cluster().nodes()).hasSize(1);
              assertThat(reports.cluster().nodes()).hasSize(1);
            });
  }
}
