package dev.baton.examples.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.ExampleDatabase;
import org.junit.jupiter.api.Test;

class BookOnceTest {
  @Test
  void failedAttemptLeavesNoRow() throws Exception {
    try (HikariDataSource database = ExampleDatabase.with(BookOnce.LEDGER)) {
      assertThat(BookOnce.book(database, new BookOnce.Booking("ada", 12_500))).isEqualTo(12_500);
    }
  }
}
