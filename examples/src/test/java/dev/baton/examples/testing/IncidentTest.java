package dev.baton.examples.testing;

import static dev.baton.examples.testing.OrderWorkflow.ORDER;
import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.test.ExportedHistory;
import dev.baton.test.TestBaton;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class IncidentTest {
  private static final Path ORDER_17 = Path.of("src/test/resources/incidents/order-17.json");

  private static TestBaton with(Function<String, BigDecimal> amounts) {
    return TestBaton.inMemory().define(new OrderWorkflow(amounts).definition()).start();
  }

  /** The handler as it was in the incident. */
  @Test
  void orderWithACommaFailsAsItDid() {
    try (TestBaton baton = with(BigDecimal::new)) {
      UUID order = baton.restore(ExportedHistory.read(ORDER_17));
      assertThatThrownBy(() -> baton.untilEnded(order)).hasMessageContaining("ERROR");
      assertThat(baton.task(order)).hasErrorContaining("NumberFormatException");
    }
  }

  // region incident
  @Test
  void orderWithACommaIsFinished() {
    try (TestBaton baton = with(amount -> new BigDecimal(amount.replace(',', '.')))) {
      UUID order = baton.restore(ExportedHistory.read(ORDER_17));
      baton.untilEnded(order);
      assertThat(baton.task(order)).hasResult(ORDER, "pay-17: 12.50");
    }
  }

  // endregion
}
