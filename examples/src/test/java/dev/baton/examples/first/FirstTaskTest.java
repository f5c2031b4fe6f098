package dev.baton.examples.first;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.ExampleDatabase;
import org.junit.jupiter.api.Test;

class FirstTaskTest {
  @Test
  void aNewCustomerIsGreeted() throws Exception {
    try (HikariDataSource database = ExampleDatabase.with(FirstTask.CUSTOMERS)) {
      assertThat(FirstTask.register(database, "Ada")).isEqualTo("Welcome, Ada");
    }
  }
}
