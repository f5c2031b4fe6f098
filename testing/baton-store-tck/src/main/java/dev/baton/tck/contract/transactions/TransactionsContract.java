package dev.baton.tck.contract.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Transaction;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The contract of every source of transactions. A store on the same database shows what is durable.
 */
public abstract class TransactionsContract implements StoreFixture {

  @Test
  void workThatReturnsIsCommittedAndItsAnswerHandedOn() throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    String answer =
        transactions()
            .call(
                transaction -> {
                  store().insert(transaction, List.of(draft.build()));
                  return "answer";
                });
    assertThat(answer).isEqualTo("answer");
    assertThat(store().find(draft.id())).isPresent();
  }

  @Test
  void workThatThrowsIsRolledBackAndItsExceptionHandedOnAsItIs() {
    for (Throwable trouble :
        List.of(new IOException("checked"), new IllegalStateException("not"), new Error("e"))) {
      TaskDraft draft = TaskDraft.ready("T");
      assertThatThrownBy(
              () ->
                  transactions()
                      .call(
                          transaction -> {
                            store().insert(transaction, List.of(draft.build()));
                            return failWith(trouble);
                          }))
          .isSameAs(trouble);
      assertThat(store().find(draft.id())).isEmpty();
    }
  }

  @Test
  void callbacksAreToldOnceThatItIsCommittedWhenOthersCanSeeIt() throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    List<String> told = new ArrayList<>();
    transactions()
        .call(
            transaction -> {
              assertThat(transaction.reportsEnd()).isTrue();
              store().insert(transaction, List.of(draft.build()));
              transaction.onEnd(
                  end -> told.add("first " + end + " " + store().find(draft.id()).isPresent()));
              transaction.onEnd(end -> told.add("second " + end));
              assertThat(told).isEmpty();
              return true;
            });
    assertThat(told).containsExactly("first COMMITTED true", "second COMMITTED");
  }

  @Test
  void callbacksAreToldOnceThatItIsRolledBack() {
    List<Transaction.End> told = new ArrayList<>();
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          transaction.onEnd(told::add);
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(told).containsExactly(Transaction.End.ROLLED_BACK);
  }

  @Test
  void aCallbackThatThrowsHindersNeitherTheCommitNorTheOthers() throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    List<Transaction.End> told = new ArrayList<>();
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(draft.build()));
              transaction.onEnd(
                  end -> {
                    throw new IllegalStateException("a broken callback");
                  });
              transaction.onEnd(told::add);
              return true;
            });
    assertThat(told).containsExactly(Transaction.End.COMMITTED);
    assertThat(store().find(draft.id())).isPresent();
  }

  @Test
  void aCallbackMayUseANewTransaction() throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    transactions()
        .call(
            transaction -> {
              transaction.onEnd(
                  end -> {
                    try {
                      given().add(draft);
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    }
                  });
              return true;
            });
    assertThat(store().find(draft.id())).isPresent();
  }

  @Test
  void insideTheWorkTheTransactionIsTheThreadsCurrentOneAndNowhereElse() throws Exception {
    assertThat(transactions().current()).isEmpty();
    transactions()
        .call(
            transaction -> {
              assertThat(transactions().current()).containsSame(transaction);
              assertThat(StoreScenario.promptly(() -> transactions().current())).isEmpty();
              return true;
            });
    assertThat(transactions().current()).isEmpty();
    assertThatThrownBy(() -> transactions().call(transaction -> failWith(new Error("e"))))
        .hasMessage("e");
    assertThat(transactions().current()).isEmpty();
  }

  @Test
  void aCallInsideACallIsATransactionOfItsOwn() {
    TaskDraft outer = TaskDraft.ready("T");
    TaskDraft inner = TaskDraft.ready("T");
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          store().insert(transaction, List.of(outer.build()));
                          given().add(inner);
                          assertThat(transactions().current()).containsSame(transaction);
                          throw new IllegalStateException("the outer one fails");
                        }))
        .hasMessage("the outer one fails");
    assertThat(store().find(inner.id())).isPresent();
    assertThat(store().find(outer.id())).isEmpty();
  }

  @Test
  protected void whatIsUndoneBySavepointIsGoneAfterTheCommitAndTheRestIsThere() throws Exception {
    TaskDraft kept = TaskDraft.ready("T");
    TaskDraft undone = TaskDraft.ready("T");
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(kept.build()));
              Undo undo = savepoint(transaction);
              store().insert(transaction, List.of(undone.build()));
              undo.run();
              return transaction;
            });
    assertThat(store().find(kept.id())).isPresent();
    assertThat(store().find(undone.id())).isEmpty();
  }

  @Test
  void aTransactionHasNoResourceOfAClassItDoesNotKnow() throws Exception {
    transactions()
        .call(
            transaction -> {
              assertThatThrownBy(() -> transaction.unwrap(StoreScenario.class))
                  .isInstanceOf(IllegalArgumentException.class);
              return true;
            });
  }

  private static boolean failWith(Throwable trouble) throws Exception {
    if (trouble instanceof Error error) {
      throw error;
    }
    throw (Exception) trouble;
  }
}
