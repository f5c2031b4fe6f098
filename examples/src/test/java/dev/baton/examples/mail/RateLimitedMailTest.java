package dev.baton.examples.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.ExampleDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimitedMailTest {
  @Test
  void twoNodesTogetherKeepTheRate() throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      // A burst of five, then one mail every 50 ms.
      assertThat(RateLimitedMail.send(database, 15))
          .isGreaterThanOrEqualTo(Duration.ofMillis(9 * 50));
    }
  }
}
