package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.LimitState;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.OperationsStore;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import dev.baton.tck.contract.waits.CoreWaitFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  default void chainLeadsToItsRootAndCountsTheTasksBehindIt() throws Exception {
    Task root = given().added(TaskDraft.ready("T"));
    List<UUID> chain = chainBehind(root.id(), 5);
    UUID last = chain.get(4);
    assertThat(operations().roots(store(), last, 10)).containsExactly(root.id());
    assertThat(operations().roots(store(), root.id(), 10)).isEmpty();
    assertThat(operations().behind(store(), List.of(root.id(), chain.get(2), last)))
        .isEqualTo(Map.of(root.id(), Set.copyOf(chain), chain.get(2), Set.of(chain.get(3), last)));
  }

  @Test
  default void batchHasARootForEachTaskThatHasNotEnded() throws Exception {
    Task one = given().added(TaskDraft.ready("T"));
    Task two = given().added(TaskDraft.ready("T"));
    UUID left = chainBehind(one.id(), 1).get(0);
    NewTask whole = CoreWaitFixture.waiting(Set.of(), Set.of(one.id(), two.id(), left));
    transactions().call(transaction -> store().insert(transaction, List.of(whole)));
    assertThat(operations().roots(store(), whole.id(), 10))
        .containsExactlyInAnyOrder(one.id(), two.id());
    assertThat(operations().roots(store(), whole.id(), 1)).hasSize(1);
    assertThat(operations().behind(store(), List.of(one.id(), two.id())))
        .isEqualTo(Map.of(one.id(), Set.of(left, whole.id()), two.id(), Set.of(whole.id())));
  }

  @Test
  default void heldOrReleasedTaskOfAChainIsItsRoot() throws Exception {
    Task root = given().added(TaskDraft.ready("T"));
    List<UUID> chain = chainBehind(root.id(), 4);
    given().applied(OperatorRules.hold(given().find(chain.get(1))));
    given()
        .applied(OperatorRules.reschedule(given().find(chain.get(2)), null, Duration.ofMinutes(1)));
    assertThat(operations().roots(store(), chain.get(3), 10)).containsExactly(chain.get(2));
    assertThat(operations().waiting(store(), chain))
        .containsExactlyInAnyOrder(chain.get(0), chain.get(3));
    assertThat(operations().behind(store(), List.of(root.id(), chain.get(2))))
        .isEqualTo(
            Map.of(
                root.id(), Set.of(chain.get(0), chain.get(1)), chain.get(2), Set.of(chain.get(3))));
  }

  /** Adds tasks that each wait for the one before. */
  private List<UUID> chainBehind(UUID first, int size) throws Exception {
    List<UUID> chain = new ArrayList<>();
    UUID before = first;
    for (int i = 0; i < size; i++) {
      NewTask next = CoreWaitFixture.waiting(Set.of(before), Set.of());
      transactions().call(transaction -> store().insert(transaction, List.of(next)));
      before = next.id();
      chain.add(before);
    }
    return chain;
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
