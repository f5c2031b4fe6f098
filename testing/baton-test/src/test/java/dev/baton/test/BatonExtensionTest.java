package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;
import static dev.baton.test.Payouts.PAY_OUT;
import static dev.baton.test.Payouts.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.Tasks;
import dev.baton.spi.Transactions;
import dev.baton.test.Payouts.Payout;
import java.io.IOException;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class BatonExtensionTest {
  private static final Payout ADA = new Payout("ada", 12_500);

  private final Payouts payouts = new Payouts();

  @RegisterExtension
  final BatonExtension extension =
      BatonExtension.inMemory(b -> b.define(payouts.payOut(), payouts.receipt()))
          .given(baton -> baton.commit(t -> baton.tasks().add(t, PAY_OUT.with(ADA))));

  @BeforeEach
  void connect(Tasks tasks) {
    payouts.with(tasks::add);
  }

  @Test
  void whatIsGivenIsThereBeforeTheTest(TestBaton baton) {
    assertThat(baton).hasAdded(PAY_OUT, ADA).hasAdded(1).hasNotAdded(RECEIPT);
    assertThat(baton.drain()).isEqualTo(2);
    assertThat(baton).hasAdded(RECEIPT, "ada").hasDone(PAY_OUT, ADA).hasDoneEverything();
    assertThat(baton.added(PAY_OUT)).containsExactly(ADA);
    assertThat(payouts.receipts).containsExactly("ada");
  }

  @Test
  void testsHaveParameters(
      TestBaton test,
      Baton baton,
      Tasks tasks,
      Transactions transactions,
      InstantSource clock,
      Faults faults) {
    assertThat(test.baton()).isSameAs(baton);
    assertThat(test.tasks()).isSameAs(tasks);
    assertThat(test.transactions()).isSameAs(transactions);
    assertThat(test.clock()).isSameAs(clock);
    assertThat(test.faults()).isSameAs(faults);
  }

  @Test
  void aFaultThatNeverHappenedFailsTheTest(TestBaton baton, Faults faults) {
    faults.failNext(PAY_OUT, new IOException("no"));
    assertThatThrownBy(faults::requireHappened)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("next attempt of PAY_OUT: fail it before its handler");
    baton.drain();
    faults.requireHappened();
  }

  @Test
  void assertionsTellHowTheTaskStands(TestBaton baton) {
    UUID payout = baton.all(PAY_OUT).get(0).id();
    assertThatThrownBy(() -> assertThat(baton.task(payout)).isDone())
        .hasMessageContaining("Expected DONE, but the task is PAY_OUT " + payout + ": READY");
    assertThatThrownBy(() -> assertThat(baton).hasNotAdded(PAY_OUT))
        .hasMessageContaining("added as PAY_OUT");
    assertThatThrownBy(() -> baton.task(new UUID(1, 2))).hasMessageContaining("never committed");
    assertThatThrownBy(baton::dataSource).hasMessageContaining("TestBaton.on(dataSource");
  }
}
