package dev.baton.tck.contract.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.OperatorRules;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for claims next to open transactions. */
public interface ClaimInTransactionContract extends StoreFixture {

  @Test
  default void aClaimSkipsRowsThatOthersHaveLockedAndNeverBlocks() throws Exception {
    Task locked = given().added(TaskDraft.ready("T"));
    Task free = given().added(TaskDraft.ready("T"));
    List<ClaimRequest> both = List.of(StoreScenario.request(locked), StoreScenario.request(free));
    transactions()
        .call(
            transaction -> {
              store().apply(transaction, OperatorRules.hold(locked));
              List<Task> claimed =
                  StoreScenario.promptly(
                      () -> store().claim(UUID.randomUUID(), StoreScenario.LEASE, both));
              assertThat(claimed.stream().map(Task::id).toList()).containsExactly(free.id());
              return true;
            });
    assertThat(given().find(locked.id()).position().status()).isEqualTo(Status.BLOCKED);
  }

  @Test
  default void aClaimDoesNotSeeTasksOfAnOpenTransaction() throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(draft.build()));
              ClaimRequest request = new ClaimRequest(draft.id(), 1, 3);
              assertThat(
                      StoreScenario.promptly(
                          () ->
                              store()
                                  .claim(UUID.randomUUID(), StoreScenario.LEASE, List.of(request))))
                  .isEmpty();
              return true;
            });
  }
}
