package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Signals.Delivery;
import dev.baton.examples.docs.DocumentedCode.Payout;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks the promises of the documents about awaited signals. */
class SignalsCodeTest {
  private final List<Object> asked = new ArrayList<>();
  private final SignalsCode code =
      new SignalsCode((payout, task) -> asked.add(task), (payout, key) -> "paid");

  @Test
  void taskAsksOnceAndPaysWhenApproved() throws Exception {
    try (TestBaton baton = TestBaton.inMemory().define(code.definition()).start()) {
      UUID id = baton.tasks().submit(SignalsCode.PAY.with(new Payout("acme", 100))).taskId();
      baton.drain();
      assertThat(asked).containsExactly(id);
      Delivery sent = baton.transactions().call(tx -> SignalsCode.approve(baton.tasks(), tx, id));
      assertThat(sent).isEqualTo(Delivery.AWAITED);
      baton.drain();
      assertThat(baton.tasks().handle(SignalsCode.PAY, id).lastResult()).contains("paid");
      assertThat(asked).hasSize(1);
    }
  }

  @Test
  void taskIsNotPaidWithoutAnAnswer() throws Exception {
    try (TestBaton baton = TestBaton.inMemory().define(code.definition()).start()) {
      UUID id = baton.tasks().submit(SignalsCode.PAY.with(new Payout("acme", 100))).taskId();
      baton.drain();
      baton.advance(Duration.ofDays(3));
      assertThat(baton.tasks().handle(SignalsCode.PAY, id).lastResult()).contains("not paid");
    }
  }
}
