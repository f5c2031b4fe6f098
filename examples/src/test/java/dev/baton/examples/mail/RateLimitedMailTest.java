package dev.baton.examples.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.ExampleDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimitedMailTest {
  @Test
  void twoNodesTogetherKeepToTheRate() throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      // Five at once, and each of the others 50 ms after the one before.
      assertThat(RateLimitedMail.send(database, 15))
          .isGreaterThanOrEqualTo(Duration.ofMillis(9 * 50));
    }
  }
}
