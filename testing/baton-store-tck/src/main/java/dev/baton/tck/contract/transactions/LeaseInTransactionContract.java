package dev.baton.tck.contract.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.core.TaskClaims.Renewal;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contract for leases next to open transactions. */
public interface LeaseInTransactionContract extends StoreFixture {

  @Test
  default void aRenewalDoesNotCallATaskLostWhoseCompletionIsUndoneAfterAll() throws Exception {
    UUID owner = UUID.randomUUID();
    Task held = given().claimed(TaskDraft.ready("T"), owner);
    CompletableFuture<CompletableFuture<Renewal>> renewal = new CompletableFuture<>();
    try {
      transactions()
          .call(
              transaction -> {
                store().apply(transaction, HolderRules.done(held, null, StoreScenario.KEEP));
                renewal.complete(
                    StoreScenario.elsewhere(
                        () ->
                            store()
                                .renew(StoreScenario.LEASE, List.of(StoreScenario.fence(held)))));
                throw new IllegalStateException("rolled back");
              });
    } catch (IllegalStateException expected) {
      assertThat(expected).hasMessage("rolled back");
    }
    Renewal answer = StoreScenario.answer(StoreScenario.answer(renewal));
    assertThat(Stream.concat(answer.renewed().stream(), answer.busy().stream()))
        .containsExactly(held.id());
  }
}
