package dev.baton.tck.contract.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.operate.TaskFilter;
import dev.baton.spi.OperationsStore;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.TaskDraft;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract for labels in a transaction of the caller. */
public interface LabelInTransactionContract extends StoreFixture {

  /** Returns the operations store on the store's database. */
  OperationsStore operations();

  @Test
  default void theLabelsOfATaskWhoseTransactionRollsBackAreNotThere() throws Exception {
    NewTask task = TaskDraft.ready("T").build();
    NewTask labelled =
        new NewTask(
            task.id(), task.spec(), task.placement(), task.keys(), task.waits(), Map.of("a", "b"));
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          store().insert(transaction, List.of(labelled));
                          throw new IllegalStateException("changed its mind");
                        }))
        .hasMessage("changed its mind");
    TaskFilter filter = TaskFilter.all().label("a", "b");
    assertThat(operations().find(filter, null, 10)).isEmpty();
    transactions().call(transaction -> store().insert(transaction, List.of(labelled)));
    assertThat(operations().find(filter, null, 10)).hasSize(1);
  }
}
