package dev.baton.examples.spring;

import static dev.baton.examples.spring.PayoutTasks.APPROVAL;
import static dev.baton.examples.spring.PayoutTasks.BOOK_PAYOUT;
import static dev.baton.examples.spring.PayoutTasks.PAY_OUT;
import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.spring.PayoutTasks.Approval;
import dev.baton.test.BatonExtension;
import dev.baton.test.Faults;
import dev.baton.test.TestBaton;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the task that makes a payout, without Spring and without a database. */
class PayOutTest {
  private static final Payout ADA = new Payout(new UUID(0, 1), "ada", 1_250);

  private static final Payout LARGE = new Payout(new UUID(0, 2), "ada", 5_000_000);

  private final List<String> keys = new ArrayList<>();

  @RegisterExtension
  final BatonExtension extension =
      BatonExtension.inMemory(
          b ->
              b.define(PayoutService.payOut((payout, idempotencyKey) -> keys.add(idempotencyKey))));

  @Test
  void whatIsPaidIsBooked(TestBaton baton) {
    baton.add(PAY_OUT, ADA);
    baton.drain();
    assertThat(baton).hasDone(PAY_OUT, ADA).hasAdded(BOOK_PAYOUT, ADA);
  }

  // region approval
  @Test
  void aLargePayoutWaitsForItsApproval(TestBaton baton) {
    UUID payout = baton.add(PAY_OUT, LARGE);
    baton.drain();
    assertThat(keys).isEmpty();

    baton.tasks().signal(payout, APPROVAL, new Approval("Ann"));
    baton.drain();
    assertThat(baton).hasDone(PAY_OUT, LARGE);
    assertThat(keys).hasSize(1);
  }

  // endregion

  @Test
  void aLargePayoutThatNobodyApprovesFails(TestBaton baton) {
    UUID payout = baton.add(PAY_OUT, LARGE);
    baton.advance(Duration.ofDays(3));
    assertThat(keys).isEmpty();
    assertThat(baton.task(payout)).isFailed();
  }

  @Test
  void aBusyBankIsAskedAgain(TestBaton baton, Faults faults) {
    faults.failNext(PAY_OUT, new IOException("busy"));
    UUID payout = baton.add(PAY_OUT, ADA);

    baton.drain();
    assertThat(baton.task(payout)).hasErrorContaining("busy");

    baton.advance(Duration.ofSeconds(5));
    assertThat(baton.task(payout)).isDone().hasAttempts(2);
  }

  @Test
  void aPayoutWhoseNodeFallsIsSentAgainUnderTheSameKey(TestBaton baton, Faults faults) {
    faults.loseNodeAfter(PAY_OUT);
    baton.untilEnded(baton.add(PAY_OUT, ADA));

    assertThat(keys).hasSize(2);
    assertThat(keys.get(0)).isEqualTo(keys.get(1));
    assertThat(baton.added(BOOK_PAYOUT)).containsExactly(ADA);
  }
}
