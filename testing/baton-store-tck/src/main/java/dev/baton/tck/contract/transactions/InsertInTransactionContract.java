package dev.baton.tck.contract.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.task.Bytes;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract for adding tasks in a transaction: they exist only if it commits. */
public interface InsertInTransactionContract extends StoreFixture {

  @Test
  default void anInsertedTaskIsInvisibleToOthersUntilItsTransactionCommits() throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(draft.build()));
              assertThat(StoreScenario.promptly(() -> store().find(draft.id()))).isEmpty();
              assertThat(StoreScenario.promptly(() -> store().firstOfEachFlow("default", null, 10)))
                  .isEmpty();
              return true;
            });
    assertThat(store().find(draft.id())).isPresent();
  }

  @Test
  default void anInsertThatIsRolledBackLeavesNoTrace() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueBy("k").uniqueById();
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          store().insert(transaction, List.of(draft.build()));
                          throw new IllegalStateException("the caller's own trouble");
                        }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the caller's own trouble");
    assertThat(store().find(draft.id())).isEmpty();
    assertThat(given().add(draft).wasAdded()).isTrue();
  }

  @Test
  default void anInsertAfterASavepointIsUndoneWithItAndOneBeforeIsNot() throws Exception {
    TaskDraft before = TaskDraft.ready("T").uniqueBy("before");
    TaskDraft after = TaskDraft.ready("T").uniqueBy("after");
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(before.build()));
              Undo undo = savepoint(transaction);
              store().insert(transaction, List.of(after.build()));
              undo.run();
              return true;
            });
    assertThat(store().find(before.id())).isPresent();
    assertThat(store().find(after.id())).isEmpty();
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("after")).wasAdded()).isTrue();
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("before")).wasAdded()).isFalse();
  }

  @Test
  default void anIdThatWasInsertedAndUndoneIsInsertedAgainWithWhatTheSecondSays() throws Exception {
    TaskDraft first = TaskDraft.ready("T").uniqueById().withPayload(Bytes.of("first"));
    TaskDraft second = first.withKey("k").withPayload(Bytes.of("second"));
    transactions()
        .call(
            transaction -> {
              Undo undo = savepoint(transaction);
              store().insert(transaction, List.of(first.build()));
              undo.run();
              assertThat(store().insert(transaction, List.of(second.build())))
                  .containsExactly(new AddResult.Added(second.id()));
              assertThat(store().insert(transaction, List.of(first.build())))
                  .containsExactly(new AddResult.AlreadyExists(second.id()));
              return true;
            });
    assertThat(given().find(second.id()).spec()).isEqualTo(second.build().spec());
  }
}
