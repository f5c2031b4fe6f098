package dev.baton.tck.contract.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.SignalStore;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.SignalRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The contract of every signal store. To run the contract, implement this type and return your
 * store from it.
 */
public interface SignalStoreContract extends CoreFixture {
  /** The content of a signal. */
  Bytes NEWS = Bytes.of("news");

  /** Returns the store under test, on the database of {@link #store()}. */
  SignalStore signals();

  @Test
  default void aTaskThatIsAsItWasReadIsChanged() throws Exception {
    Task seen = given().added(TaskDraft.ready("T"));
    assertThat(signals().apply(seen, told(seen))).isTrue();
    Position now = given().find(seen.id()).position();
    assertThat(now.state()).isEqualTo("TOLD");
    assertThat(now.data()).isEqualTo(NEWS);
    assertThat(signals().apply(seen, told(seen))).isFalse();
  }

  @Test
  default void aCheckpointSinceTheReadIsNotUndone() throws Exception {
    Task seen = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    Bytes kept = Bytes.of("kept");
    given().applied(HolderRules.checkpoint(seen, StoreScenario.LEASE, kept));
    assertThat(signals().apply(seen, told(seen))).isFalse();
    Task now = given().find(seen.id());
    assertThat(now.position().data()).isEqualTo(kept);
    assertThat(now.position().status()).isEqualTo(Status.RUNNING);
    assertThat(signals().apply(now, told(now))).isTrue();
  }

  @Test
  default void aRenewedLeaseIsNoChange() throws Exception {
    Task seen = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    store().renew(StoreScenario.LEASE.multipliedBy(2), List.of(StoreScenario.fence(seen)));
    assertThat(signals().apply(seen, told(seen))).isTrue();
  }

  @Test
  default void aTaskThatIsGoneIsNotChanged() throws Exception {
    Task seen = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given().applied(HolderRules.done(seen, null, StoreScenario.KEEP));
    assertThat(signals().apply(seen, told(seen))).isFalse();
    assertThat(given().finished(seen.id()).status()).isEqualTo(Status.DONE);
  }

  @Test
  default void aTaskIsCalledOff() throws Exception {
    Task seen = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    assertThat(signals().apply(seen, OperatorRules.cancel(seen, "no more", StoreScenario.KEEP)))
        .isTrue();
    assertThat(given().finished(seen.id()).status()).isEqualTo(Status.CANCELLED);
  }

  private static Transition told(Task seen) {
    return SignalRules.goTo(seen, StoreScenario.HINT_EXPIRY, "TOLD", NEWS);
  }
}
