package dev.baton.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LeasedTaskTest {
  private final List<String> told = new ArrayList<>();
  private final LeasedTask.Holder holder =
      new LeasedTask.Holder() {
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
  private final LeasedTask holding =
      new LeasedTask(new Leases(), new UUID(0, 1), new UUID(0, 2), "default");

  @Test
  void runningHandlerIsNotifiedOnceOfLostLease() {
    holding.running(holder, 1_000);
    assertThat(holding.lose()).isTrue();
    assertThat(holding.lose()).isFalse();
    assertThat(told).containsExactly("lost");
  }

  @Test
  void handlerIsNotifiedAtStartIfLeaseWasLostBefore() {
    assertThat(holding.lose()).isTrue();
    holding.running(holder, 1_000);
    assertThat(told).containsExactly("lost");
  }

  @Test
  void continuedTaskIsNotLost() {
    holding.running(holder, 1_000);
    holding.ended();
    holding.lose();
    holding.goesOn(3, 2_000);
    holding.running(holder, 2_000);
    assertThat(told).isEmpty();
  }

  @Test
  void leaseIsRenewedUntilTheHandlersDeadline() {
    holding.inserted(1, 5_000);
    assertThat(holding.isRenewable(0)).as("the transaction may be open").isFalse();
    holding.committed();
    assertThat(holding.isRenewable(0)).as("the task waits for a slot").isTrue();
    holding.running(holder, 1_000);
    assertThat(holding.isRenewable(999)).isTrue();
    assertThat(holding.isRenewable(1_000)).isFalse();
    holding.ended();
    assertThat(holding.isRenewable(2_000)).as("the outcome is not written yet").isTrue();
    holding.lose();
    assertThat(holding.isRenewable(2_000)).isFalse();
  }

  @Test
  void aLossBeforeTheCommitIsKnownRemains() {
    holding.inserted(1, 5_000);
    holding.lose();
    holding.committed();
    assertThat(holding.isLost()).isTrue();
    assertThat(holding.isRenewable(0)).isFalse();
  }

  @Test
  void renewalIsKeptWhenTheTaskContinues() {
    holding.granted(1, 5_000);
    holding.renewed(9_000);
    holding.goesOn(2, 6_000);
    assertThat(holding.trustedUntilNanos()).isEqualTo(9_000);
    holding.goesOn(3, 12_000);
    assertThat(holding.trustedUntilNanos()).isEqualTo(12_000);
  }
}
