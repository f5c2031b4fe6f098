package dev.baton.tck.contract.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.TransactionalSignalStore;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.SignalRules;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The additional contract of a signal store that locks tasks in transactions. */
public interface TransactionalSignalStoreContract extends SignalStoreContract, StoreFixture {
  @Override
  TransactionalSignalStore signals();

  @Test
  default void aLockedTaskIsReadWithAllThatItCarries() throws Exception {
    Task task = given().added(TaskDraft.ready("T"));
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    transactions()
        .call(
            transaction -> {
              assertThat(signals().lock(transaction, task.id())).contains(task);
              assertThat(signals().lock(transaction, held.id())).contains(held);
              return true;
            });
    assertThat(given().find(task.id())).isEqualTo(task);
    assertThat(given().find(held.id())).isEqualTo(held);
  }

  @Test
  default void whatIsNotLiveIsNotThere() throws Exception {
    UUID finished = given().done(TaskDraft.ready("T"), StoreScenario.KEEP).id();
    transactions()
        .call(
            transaction -> {
              assertThat(signals().lock(transaction, finished)).isEmpty();
              assertThat(signals().lock(transaction, UUID.randomUUID())).isEmpty();
              return true;
            });
  }

  @Test
  default void aTaskAddedInTheSameTransactionIsThere() throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(draft.build()));
              Task added = signals().lock(transaction, draft.id()).orElseThrow();
              return store()
                  .apply(
                      transaction,
                      SignalRules.goTo(added, StoreScenario.HINT_EXPIRY, "TOLD", NEWS));
            });
    assertThat(given().find(draft.id()).position().state()).isEqualTo("TOLD");
  }

  @Test
  default void twoSignalsInOneTransactionBuildOnEachOther() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    transactions()
        .call(
            transaction -> {
              for (String state : List.of("FIRST", "SECOND")) {
                Task seen = signals().lock(transaction, held.id()).orElseThrow();
                Bytes data = Bytes.of(seen.position().state() + ">" + state);
                assertThat(
                        store()
                            .apply(
                                transaction,
                                SignalRules.goTo(seen, StoreScenario.HINT_EXPIRY, state, data)))
                    .isTrue();
              }
              return true;
            });
    Task told = given().find(held.id());
    assertThat(told.position().status()).isEqualTo(Status.READY);
    assertThat(told.position().version()).isEqualTo(held.position().version() + 2);
    assertThat(told.position().data()).isEqualTo(Bytes.of("FIRST>SECOND"));
  }

  @Test
  default void theHoldersCheckpointWaitsForTheSignalAndThenDoesNothing() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    CompletableFuture<List<Boolean>> checkpoint =
        transactions()
            .call(
                transaction -> {
                  Task seen = signals().lock(transaction, held.id()).orElseThrow();
                  CompletableFuture<List<Boolean>> writing =
                      StoreScenario.elsewhere(
                          () ->
                              store()
                                  .apply(
                                      List.of(
                                          HolderRules.checkpoint(
                                              held, StoreScenario.LEASE, Bytes.of("old")))));
                  StoreScenario.stillWaits(writing);
                  store()
                      .apply(
                          transaction,
                          SignalRules.goTo(seen, StoreScenario.HINT_EXPIRY, "TOLD", NEWS));
                  return writing;
                });
    assertThat(StoreScenario.answer(checkpoint)).containsExactly(false);
    assertThat(given().find(held.id()).position().data()).isEqualTo(NEWS);
  }

  @Test
  default void aLockWaitsForTheHoldersWriteAndSeesIt() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    CompletableFuture<Task> seen =
        transactions()
            .call(
                transaction -> {
                  store()
                      .apply(
                          transaction,
                          HolderRules.checkpoint(held, StoreScenario.LEASE, Bytes.of("kept")));
                  CompletableFuture<Task> reading =
                      StoreScenario.elsewhere(
                          () ->
                              transactions().call(t -> signals().lock(t, held.id()).orElseThrow()));
                  StoreScenario.stillWaits(reading);
                  return reading;
                });
    assertThat(StoreScenario.answer(seen).position().data()).isEqualTo(Bytes.of("kept"));
  }

  @Test
  default void aLockThatIsGivenUpChangesNothing() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    transactions().call(transaction -> signals().lock(transaction, held.id()));
    assertThat(given().find(held.id())).isEqualTo(held);
    given().applied(HolderRules.done(held, null, StoreScenario.KEEP));
  }
}
