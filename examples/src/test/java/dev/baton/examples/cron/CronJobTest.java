package dev.baton.examples.cron;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.ExampleDatabase;
import org.junit.jupiter.api.Test;

class CronJobTest {
  @Test
  void twoNodesRunEachTickOnce() throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      assertThat(CronJob.run(database, 3))
          .hasSize(3)
          .doesNotHaveDuplicates()
          .allSatisfy(tick -> assertThat(tick.getNano()).isZero());
    }
  }
}
