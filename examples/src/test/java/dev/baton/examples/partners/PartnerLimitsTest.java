package dev.baton.examples.partners;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.ExampleDatabase;
import org.junit.jupiter.api.Test;

class PartnerLimitsTest {
  @Test
  void hangingPartnerDelaysNoOther() throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      assertThat(PartnerLimits.paidWhileOneHangs(database)).isEqualTo(60);
    }
  }
}
