package dev.baton.examples.payouts.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShippedPayoutsTest {

  @Test
  void shippedFileIsTheGeneratedOne() throws IOException {
    byte[] shipped = PayoutInput.class.getResourceAsStream("payouts.csv").readAllBytes();
    assertThat(new String(shipped, StandardCharsets.UTF_8)).isEqualTo(new ShippedPayouts().text());
  }

  @Test
  void shippedFileContainsEveryCaseOfTheDemo() throws Exception {
    Set<Integer> priorities = new HashSet<>();
    Set<String> banks = new HashSet<>();
    PayoutInput input = PayoutInput.shipped();
    try (InputRows rows = input.rows()) {
      for (InputRow row = rows.next(); row != null; row = rows.next()) {
        Payout payout = ((InputRow.Valid) row).payout();
        priorities.add(payout.priority());
        banks.add(payout.bank().replaceFirst(":.*", ""));
      }
    }
    assertThat(input.rowCount()).isEqualTo(10_000);
    assertThat(priorities).hasSize(10);
    assertThat(banks).containsExactlyInAnyOrder("ok", "slow", "busy", "refuse");
  }
}
