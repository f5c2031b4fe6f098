package dev.baton.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LeasedTaskTest {
  private final List<String> told = new ArrayList<>();
  private final LeasedTask.LeasedAttempt holder =
      new LeasedTask.LeasedAttempt() {
        @Override
        public String type() {
          return "T";
        }

        @Override
        public void leaseLost() {
          told.add("lost");
        }

        @Override
        public void deadlineOver() {
          told.add("overdue");
        }

        @Override
        public void shutdown() {
          told.add("shutdown");
        }
      };
  private final LeasedTask leased =
      new LeasedTask(new Leases(), new UUID(0, 1), new UUID(0, 2), "default");

  @Test
  void runningHandlerIsNotifiedOnceOfLostLease() {
    leased.running(holder, 1_000);
    assertThat(leased.lose()).isTrue();
    assertThat(leased.lose()).isFalse();
    assertThat(told).containsExactly("lost");
  }

  @Test
  void handlerIsNotifiedAtStartIfLeaseWasLostBefore() {
    assertThat(leased.lose()).isTrue();
    leased.running(holder, 1_000);
    assertThat(told).containsExactly("lost");
  }

  @Test
  void continuedTaskIsNotLost() {
    leased.running(holder, 1_000);
    leased.ended();
    leased.lose();
    leased.goesOn(3, 2_000);
    leased.running(holder, 2_000);
    assertThat(told).isEmpty();
  }

  @Test
  void leaseIsRenewedUntilTheHandlersDeadline() {
    leased.inserted(1, 5_000);
    assertThat(leased.isRenewable(0)).as("the transaction may be open").isFalse();
    leased.committed();
    assertThat(leased.isRenewable(0)).as("the task waits for a slot").isTrue();
    leased.running(holder, 1_000);
    assertThat(leased.isRenewable(999)).isTrue();
    assertThat(leased.isRenewable(1_000)).isFalse();
    leased.ended();
    assertThat(leased.isRenewable(2_000)).as("the outcome is not written yet").isTrue();
    leased.lose();
    assertThat(leased.isRenewable(2_000)).isFalse();
  }

  @Test
  void aLossBeforeTheCommitIsKnownRemains() {
    leased.inserted(1, 5_000);
    leased.lose();
    leased.committed();
    assertThat(leased.isLost()).isTrue();
    assertThat(leased.isRenewable(0)).isFalse();
  }

  @Test
  void renewalIsKeptWhenTheTaskContinues() {
    leased.granted(1, 5_000);
    leased.renewed(9_000);
    leased.goesOn(2, 6_000);
    assertThat(leased.trustedUntilNanos()).isEqualTo(9_000);
    leased.goesOn(3, 12_000);
    assertThat(leased.trustedUntilNanos()).isEqualTo(12_000);
  }
}
