package dev.baton.examples.testing;

import static dev.baton.examples.testing.PayoutService.PAY_OUT;
import static dev.baton.examples.testing.PayoutService.REVIEW;
import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.examples.testing.PayoutService.Payout;
import dev.baton.test.BatonExtension;
import dev.baton.test.Faults;
import dev.baton.test.TestBaton;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PayoutServiceTest {
  private static final Payout ADA = new Payout("ada", 12_500);

  /** The bank's requests by key: two requests with one key are one payment. */
  private final List<String> keys = new ArrayList<>();

  private final AtomicInteger statements = new AtomicInteger();

  private final PayoutService service =
      new PayoutService(
          (payout, key) -> {
            keys.add(key);
            return "paid " + payout.partner();
          },
          statements::incrementAndGet);

  @RegisterExtension
  final BatonExtension extension =
      BatonExtension.inMemory(
          b -> b.define(service.definitions()).schedule(PayoutService.STATEMENTS));

  // region added
  @Test
  void largePayoutIsReviewedAndNotPaid(TestBaton baton) throws Exception {
    Payout large = new Payout("ada", 5_000_000);
    service.request(baton.transactions(), baton.tasks(), large);

    assertThat(baton).hasAdded(REVIEW, large).hasNotAdded(PAY_OUT);

    baton.drain();
    assertThat(keys).isEmpty();
    assertThat(baton).hasDone(REVIEW, large).hasDoneEverything();
  }

  // endregion

  // region retry
  @Test
  void unreachableBankIsCalledAgainAfterFiveMinutes(TestBaton baton, Faults faults) {
    faults.failNext(PAY_OUT, new IOException("the bank is away"));
    UUID payout = baton.add(PAY_OUT, ADA);

    baton.drain();
    assertThat(baton.task(payout)).isDueIn(Duration.ofMinutes(5)).hasErrorContaining("away");

    baton.advance(Duration.ofMinutes(5));
    assertThat(baton.task(payout)).isDone().hasAttempts(2).hasResult(PAY_OUT, "paid ada");
    assertThat(keys).hasSize(1);
  }

  // endregion

  // region lost
  @Test
  void payoutIsSentAgainUnderTheSameKeyIfNodeDies(TestBaton baton, Faults faults) {
    faults.loseNodeAfter(PAY_OUT);
    UUID payout = baton.add(PAY_OUT, ADA);

    baton.untilEnded(payout);

    assertThat(baton.task(payout)).isDone().hasLosses(1);
    assertThat(keys).hasSize(2);
    assertThat(keys.get(0)).isEqualTo(keys.get(1));
  }

  // endregion

  @Test
  void failedCommitAddsNoPayout(TestBaton baton, Faults faults) {
    faults.failNextCommit();
    assertThatThrownBy(() -> service.request(baton.transactions(), baton.tasks(), ADA))
        .hasMessageContaining("refused");

    baton.drain();
    assertThat(baton).hasNotAdded(PAY_OUT);
    assertThat(keys).isEmpty();
  }

  @Test
  void payoutsWaitWhileTheBankIsClosedAndOtherTasksRun(TestBaton baton) {
    baton.holdBack(PAY_OUT);
    UUID payout = baton.add(PAY_OUT, ADA);
    UUID review = baton.add(REVIEW, ADA);

    baton.advance(Duration.ofHours(1));
    assertThat(baton.task(payout)).isReady();
    assertThat(baton.task(review)).isDone();

    baton.letGo(PAY_OUT);
    baton.drain();
    assertThat(baton.task(payout)).isDone();
  }

  // region schedule
  @Test
  void statementsAreWrittenOnTheFirstOfEachMonth(TestBaton baton) {
    baton.advanceTo(Instant.parse("2026-06-30T12:00:00Z"));
    assertThat(statements).hasValue(3); // April, May and June
  }

  // endregion
}
