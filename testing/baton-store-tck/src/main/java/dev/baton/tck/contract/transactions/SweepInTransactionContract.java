package dev.baton.tck.contract.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.OperatorRules;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract for sweeps next to open transactions. */
public interface SweepInTransactionContract extends StoreFixture {

  @Test
  default void dueTasksThatOthersHaveLockedAreSkipped() throws Exception {
    Task locked = given().added(TaskDraft.due("T", TaskDraft.PAST));
    Task free = given().added(TaskDraft.due("T", TaskDraft.PAST.plusSeconds(1)));
    transactions()
        .call(
            transaction -> {
              store().apply(transaction, OperatorRules.hold(locked));
              List<Candidate> due =
                  StoreScenario.promptly(() -> store().due(StoreScenario.HINT_EXPIRY, 5));
              assertThat(due).extracting(Candidate::id).containsExactly(free.id());
              return true;
            });
  }
}
