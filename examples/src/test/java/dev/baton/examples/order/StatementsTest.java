package dev.baton.examples.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.ExampleDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementsTest {
  @Test
  void partnerReceivesChangesInCommitOrder() throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      assertThat(Statements.tell(database, "ada", List.of(10, -3, 5, 7)))
          .containsExactly(10, -3, 5, 7);
    }
  }
}
