package dev.baton.tck.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.SignalRules;
import dev.baton.task.rule.WaitState;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The contract for changes of a waiting task: it takes the change and continues to wait. */
public interface WaitChangeContract extends WaitFixture {
  @Test
  default void aMergeIsTakenAndItGoesOnWaiting() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    for (String word : List.of("one", "two")) {
      assertThat(mergedAlone(waiter, Bytes.of(word))).isTrue();
    }
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    done(before);
    Task runs = given().claim(given().find(waiter), WaitFixture.OWNER);
    assertThat(runs.spec().payload()).isEqualTo(Bytes.of("two"));
    assertThat(emitted()).hasSize(1);
  }

  @Test
  default void aMergeThatIsRolledBackLeavesItAsItWas() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    try {
      transactions()
          .call(
              transaction -> {
                assertThat(merge(transaction, waiter, Bytes.of("never"))).isTrue();
                throw new InterruptedException("changed my mind");
              });
    } catch (InterruptedException expected) {
      done(before);
    }
    Task ready = given().find(waiter);
    assertThat(ready.position().status()).isEqualTo(Status.READY);
    assertThat(ready.position().version()).isEqualTo(2);
    assertThat(ready.spec().payload()).isEqualTo(Bytes.of("what for"));
  }

  @Test
  default void anEndWaitsForAnOpenTransactionThatHasMergedAndLetsGoWhatThatLeaves()
      throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    CountDownLatch merged = new CountDownLatch(1);
    CountDownLatch commits = new CountDownLatch(1);
    CompletableFuture<Boolean> merging =
        StoreScenario.elsewhere(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          boolean answer = merge(transaction, waiter, Bytes.of("merged"));
                          merged.countDown();
                          commits.await();
                          return answer;
                        }));
    merged.await();
    CompletableFuture<List<Boolean>> ending =
        StoreScenario.elsewhere(
            () -> store().apply(List.of(HolderRules.done(before, null, WaitFixture.KEEP))));
    StoreScenario.stillWaits(ending);
    commits.countDown();
    assertThat(StoreScenario.answer(merging)).isTrue();
    assertThat(StoreScenario.answer(ending)).containsExactly(true);
    assertThat(given().find(waiter).spec().payload()).isEqualTo(Bytes.of("merged"));
    assertThat(status(waiter)).isEqualTo(Status.READY);
  }

  @Test
  default void newsAreTakenAndItGoesOnWaiting() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    assertThat(toldAlone(waiter, "TOLD")).isTrue();
    Task told = given().find(waiter);
    assertThat(told.position().status()).isEqualTo(Status.BLOCKED);
    assertThat(told.position().state()).isEqualTo("TOLD");
    done(before);
    Task ready = given().find(waiter);
    assertThat(ready.position().status()).isEqualTo(Status.READY);
    assertThat(ready.position().state()).isEqualTo("TOLD");
    assertThat(ready.position().data()).isEqualTo(Bytes.of("news"));
    assertThat(ready.position().lastOutcome()).isEqualTo(told.position().lastOutcome());
  }

  @Test
  default void newsThatNameATimeAreTakenAndItIsDueThenWhenTheOthersHaveEnded() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    transactions()
        .call(
            transaction -> {
              Task task = signals().lock(transaction, waiter).orElseThrow();
              return store()
                  .apply(
                      transaction,
                      SignalRules.park(task, When.at(TaskDraft.FUTURE), "LATER", null));
            });
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    done(before);
    Position due = given().find(waiter).position();
    assertThat(due.status()).isEqualTo(Status.WAITING);
    assertThat(due.runAt()).isEqualTo(TaskDraft.FUTURE);
    assertThat(due.nextEventAt()).isEqualTo(TaskDraft.FUTURE);
  }

  @Test
  default void whatIsChangedMayStillBeCancelledByTheOthers() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    UUID last = add(CoreWaitFixture.waiting(Set.of(), Set.of(waiter)));
    assertThat(edit(given().find(waiter), Bytes.of("edited"))).isTrue();
    assertThat(mergedAlone(last, Bytes.of("merged"))).isTrue();
    failed(before);
    FinishedTask cancelled = given().finished(waiter);
    assertThat(cancelled.status()).isEqualTo(Status.CANCELLED);
    assertThat(cancelled.version()).isEqualTo(3);
    assertThat(cancelled.spec().payload()).isEqualTo(Bytes.of("edited"));
    assertThat(status(last)).isEqualTo(Status.READY);
  }

  @Test
  default void itIsChangedInTheTransactionThatAddsItAsEverAfter() throws Exception {
    Task before = held();
    NewTask merged = CoreWaitFixture.waiting(Set.of(before.id()), Set.of());
    NewTask told = CoreWaitFixture.waiting(Set.of(before.id()), Set.of());
    NewTask atOnce = CoreWaitFixture.waiting(Set.of(merged.id()), Set.of());
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(merged, told, atOnce));
              assertThat(merge(transaction, merged.id(), Bytes.of("merged"))).isTrue();
              assertThat(news(transaction, told.id(), "TOLD")).isTrue();
              assertThat(merge(transaction, atOnce.id(), Bytes.of("merged"))).isTrue();
              return store().apply(transaction, HolderRules.done(before, null, WaitFixture.KEEP));
            });
    assertThat(status(merged.id())).isEqualTo(Status.READY);
    assertThat(status(told.id())).isEqualTo(Status.READY);
    assertThat(given().find(told.id()).position().state()).isEqualTo("TOLD");
    assertThat(status(atOnce.id())).isEqualTo(Status.BLOCKED);
    done(given().claim(given().find(merged.id()), WaitFixture.OWNER));
    assertThat(status(atOnce.id())).isEqualTo(Status.READY);
    assertThat(given().find(atOnce.id()).spec().payload()).isEqualTo(Bytes.of("merged"));
  }

  @Test
  default void aHeldOneTakesEditsMergesAndNewsAndStaysHeld() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    hold(waiter);
    assertThat(edit(given().find(waiter), Bytes.of("edited"))).isTrue();
    assertThat(mergedAlone(waiter, Bytes.of("merged"))).isTrue();
    assertThat(toldAlone(waiter, "TOLD")).isTrue();
    assertThat(store().waiting(waiter)).isEqualTo(WaitState.HELD);
    done(before);
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    letGo(waiter);
    assertThat(status(waiter)).isEqualTo(Status.READY);
  }
}
