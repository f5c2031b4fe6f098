package dev.baton.tck.contract.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for how long a key stays taken if a transaction decides it. */
public interface KeyHoldInTransactionContract extends StoreFixture {

  @Test
  default void keysAreSettledWithTheTransactionThatFinishesTheirTask() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T").uniqueBy("k"), UUID.randomUUID());
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          store()
                              .apply(transaction, HolderRules.done(held, null, StoreScenario.KEEP));
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(held.id()));
    transactions()
        .call(
            transaction ->
                store().apply(transaction, HolderRules.done(held, null, StoreScenario.KEEP)));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")).wasAdded()).isTrue();
  }
}
