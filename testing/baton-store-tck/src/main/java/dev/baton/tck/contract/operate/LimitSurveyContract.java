package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.LimitState;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.OperationsStore;
import dev.baton.task.internal.Permit;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import dev.baton.tck.contract.waits.CoreWaitFixture;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for finding the task or limit that another task waits for. */
public interface LimitSurveyContract extends StoreFixture {

  /** Returns the operations store on the store's database. */
  OperationsStore operations();

  @Test
  default void tasksThatWaitForOneAreNamed() throws Exception {
    Task first = given().added(TaskDraft.ready("T"));
    Task other = given().added(TaskDraft.ready("T"));
    Set<UUID> behind = new TreeSet<>();
    for (int i = 0; i < 3; i++) {
      NewTask waiter = CoreWaitFixture.waiting(Set.of(first.id()), Set.of(other.id()));
      transactions().call(transaction -> store().insert(transaction, List.of(waiter)));
      behind.add(waiter.id());
    }
    assertThat(operations().waiters(first.id(), 10)).containsExactlyInAnyOrderElementsOf(behind);
    assertThat(operations().waiters(other.id(), 2)).hasSize(2).isSubsetOf(behind);
    assertThat(operations().waiters(behind.iterator().next(), 10)).isEmpty();
  }

  @Test
  default void theHoldersOfALimitAreThoseWhoseTasksAreStillHeld() throws Exception {
    Permit slot = new Permit.Slot("L", "k", 3);
    UUID owner = UUID.randomUUID();
    assertThat(operations().limit(slot.name(), 10).holders()).isEmpty();
    Task one = claimedWithin(slot, owner);
    Task two = claimedWithin(slot, owner);
    List<LimitState.Holder> both = operations().limit(slot.name(), 10).holders();
    assertThat(both)
        .containsExactlyInAnyOrder(
            new LimitState.Holder(one.id(), owner), new LimitState.Holder(two.id(), owner));
    assertThat(operations().limit(slot.name(), 1).holders()).isEqualTo(both.subList(0, 1));
    assertThat(operations().limit("L", 10).holders()).isEmpty();
    given().applied(HolderRules.done(one, null, Duration.ZERO));
    assertThat(operations().limit(slot.name(), 10).holders())
        .containsExactly(new LimitState.Holder(two.id(), owner));
    assertThat(operations().limit(slot.name(), 10).paidUntil()).isNull();
  }

  @Test
  default void aRateSaysUpToWhenItIsPaidFor() throws Exception {
    Permit rate = new Permit.Rate("R", "", Duration.ofMinutes(1).toNanos() / 1_000, 1, 1);
    assertThat(operations().limit("R", 1).paidUntil()).isNull();
    claimedWithin(rate, UUID.randomUUID());
    LimitState state = operations().limit("R", 1);
    assertThat(state.paidUntil()).isBetween(state.now(), state.now().plus(Duration.ofMinutes(1)));
    assertThat(state.holders()).isEmpty();
  }

  private Task claimedWithin(Permit permit, UUID owner) throws Exception {
    Task ready = given().added(TaskDraft.ready("T"));
    LimitedRequest request = new LimitedRequest(StoreScenario.request(ready), List.of(permit));
    List<Task> claimed =
        store().claimWithin(owner, StoreScenario.LEASE, List.of(request)).claimed();
    assertThat(claimed).hasSize(1);
    return claimed.get(0);
  }
}
