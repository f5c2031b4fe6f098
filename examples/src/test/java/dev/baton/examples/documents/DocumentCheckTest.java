package dev.baton.examples.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.ExampleDatabase;
import org.junit.jupiter.api.Test;

class DocumentCheckTest {
  @Test
  void firstResultDecidesAndPollingReplacesALostCallback() throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      assertThat(new DocumentCheck().answers(database))
          .containsEntry("passport", "accepted, as they called")
          .containsEntry("licence", "accepted, as we asked")
          .containsEntry("permit", "refused, as they called")
          .containsEntry("a late call", "AlreadyFinished");
    }
  }
}
