package dev.baton.examples.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.ExampleDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

class MonthEndTest {
  @Test
  void monthClosesWhenAllInvoicesHaveEnded() throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      assertThat(MonthEnd.close(database, "May", List.of("ada", "nobody", "grace")))
          .isEqualTo("May: 2 of 3");
    }
  }
}
