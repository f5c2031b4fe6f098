package payouts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.test.BatonExtension;
import dev.baton.test.TestBaton;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReceiptTest {
  record Payout(String partner, long cents) {}

  static final TaskType<Payout, Void> SEND_RECEIPT = TaskType.of("SEND_RECEIPT", Payout.class);

  private final List<String> sent = new ArrayList<>();

  @RegisterExtension
  final BatonExtension extension =
      BatonExtension.inMemory(
          b ->
              b.define(
                  TaskDefinition.of(SEND_RECEIPT)
                      .handler((payout, attempt) -> send(payout, attempt.number()))));

  private void send(Payout payout, int attempt) throws IOException {
    if (attempt == 1) {
      throw new IOException("the mail server is away");
    }
    sent.add("A receipt for " + payout.partner());
  }

  @Test
  void failedReceiptIsSentAgain(TestBaton baton) {
    baton.add(SEND_RECEIPT, new Payout("anna", 1_250));

    baton.advance(Duration.ofMinutes(1));

    assertEquals(List.of("A receipt for anna"), sent);
  }
}
