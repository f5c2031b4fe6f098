package dev.baton.examples.twodatabases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PaymentsAndReportsTest {
  private final BlockingQueue<String> done = new LinkedBlockingQueue<>();

  @Test
  @Tag("deep")
  void eachBatonRunsItsTasksEvenIfTheOtherDatabaseFails() throws Exception {
    DataSource ofPayments = database();
    DataSource ofReports = database();
    try (PaymentsAndReports service =
        new PaymentsAndReports(ofPayments, ofReports, noting("PAY_OUT"), noting("REPORT"))) {
      service.payments().tasks().add(TaskRequest.of(TaskType.of("PAY_OUT")));
      assertThat(next()).isEqualTo("PAY_OUT");
      service
          .reports()
          .tasks()
          .add(TaskRequest.of(TaskType.of("REPORT")).unique(Unique.whileLive("2026-03")));
      assertThat(next()).isEqualTo("REPORT");
      assertThat(service.payments().cluster().nodes()).hasSize(1);

      try (var connection = ofReports.getConnection();
          var statement = connection.createStatement()) {
        statement.execute("SHUTDOWN IMMEDIATELY");
      }
      service.payments().tasks().add(TaskRequest.of(TaskType.of("PAY_OUT")));
      assertThat(next()).isEqualTo("PAY_OUT");
    }
  }

  private String next() throws InterruptedException {
    return String.valueOf(done.poll(60, TimeUnit.SECONDS));
  }

  private TaskDefinition<?, ?> noting(String type) {
    return TaskDefinition.of(TaskType.of(type))
        .handler(
            (none, attempt) -> {
              done.add(type);
            });
  }

  private static DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    BatonSchema.apply(database);
    return database;
  }
}
