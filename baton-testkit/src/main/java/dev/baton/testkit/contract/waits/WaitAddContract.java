package dev.baton.testkit.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.task.Candidate;
import dev.baton.task.FinishedTask;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.testkit.contract.StoreScenario;
import dev.baton.testkit.contract.TaskDraft;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** How tasks are added that wait for others. */
public interface WaitAddContract extends WaitFixture {
  @Test
  default void whatHadEndedWhenTheTaskWasAddedCountsByHowItEnded() throws Exception {
    FinishedTask done = given().done(TaskDraft.ready("T"), WaitFixture.KEEP);
    Task forgotten = held();
    given().applied(HolderRules.done(forgotten, null, Duration.ZERO));
    UUID atOnce =
        add(WaitFixture.waiting(Set.of(done.id(), forgotten.id(), UUID.randomUUID()), Set.of()));
    assertThat(status(atOnce)).isEqualTo(Status.READY);
    assertThat(told()).extracting(Candidate::id).containsExactly(atOnce);
    Task failing = held();
    given().applied(HolderRules.failed(failing, "broke", WaitFixture.KEEP));
    UUID never = add(WaitFixture.waiting(Set.of(failing.id(), held().id()), Set.of()));
    assertThat(given().finished(never).status()).isEqualTo(Status.CANCELLED);
    Task live = held();
    UUID waits = add(WaitFixture.waiting(Set.of(live.id()), Set.of(failing.id(), done.id())));
    assertThat(status(waits)).isEqualTo(Status.BLOCKED);
    assertThat(store().waitedFor(waits))
        .containsExactlyInAnyOrder(
            new Prerequisite(live.id(), null),
            new Prerequisite(failing.id(), Status.FAILED),
            new Prerequisite(done.id(), Status.DONE));
    done(live);
    assertThat(status(waits)).isEqualTo(Status.READY);
  }

  @Test
  default void tasksAndWhatWaitsForThemMayBeAddedTogether() throws Exception {
    NewTask one = TaskDraft.ready("T").build();
    NewTask two = WaitFixture.waiting(Set.of(one.id()), Set.of());
    NewTask three = WaitFixture.waiting(Set.of(one.id(), two.id()), Set.of());
    transactions().call(transaction -> store().insert(transaction, List.of(one, two, three)));
    done(given().claim(given().find(one.id()), WaitFixture.OWNER));
    assertThat(status(three.id())).isEqualTo(Status.BLOCKED);
    done(given().claim(given().find(two.id()), WaitFixture.OWNER));
    assertThat(status(three.id())).isEqualTo(Status.READY);
  }

  @Test
  default void aTaskMayBeEndedInTheTransactionThatAddsWhatWaitsForIt() throws Exception {
    Task before = held();
    NewTask after = WaitFixture.waiting(Set.of(before.id()), Set.of());
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(after));
              return store().apply(transaction, HolderRules.done(before, null, WaitFixture.KEEP));
            });
    assertThat(status(after.id())).isEqualTo(Status.READY);
    Task other = held();
    NewTask next = WaitFixture.waiting(Set.of(other.id()), Set.of());
    transactions()
        .call(
            transaction -> {
              store().apply(transaction, HolderRules.done(other, null, Duration.ZERO));
              return store().insert(transaction, List.of(next));
            });
    assertThat(status(next.id())).isEqualTo(Status.READY);
  }

  @Test
  default void anAddThatIsRolledBackLeavesNobodyWaiting() throws Exception {
    Task before = held();
    NewTask never = WaitFixture.waiting(Set.of(before.id()), Set.of());
    try {
      transactions()
          .call(
              transaction -> {
                store().insert(transaction, List.of(never));
                throw new InterruptedException("changed my mind");
              });
    } catch (InterruptedException expected) {
      done(before);
    }
    assertThat(store().find(never.id())).isEmpty();
    assertThat(told()).isEmpty();
  }

  @Test
  default void anEndWaitsForAnOpenTransactionThatNamesTheTask() throws Exception {
    Task before = held();
    NewTask after = WaitFixture.waiting(Set.of(before.id()), Set.of());
    CountDownLatch inserted = new CountDownLatch(1);
    CountDownLatch commits = new CountDownLatch(1);
    CompletableFuture<Boolean> adding =
        StoreScenario.elsewhere(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          store().insert(transaction, List.of(after));
                          inserted.countDown();
                          commits.await();
                          return true;
                        }));
    inserted.await();
    CompletableFuture<List<Boolean>> ending =
        StoreScenario.elsewhere(
            () -> store().apply(List.of(HolderRules.done(before, null, Duration.ZERO))));
    StoreScenario.stillWaits(ending);
    commits.countDown();
    StoreScenario.answer(adding);
    assertThat(StoreScenario.answer(ending)).containsExactly(true);
    assertThat(status(after.id())).isEqualTo(Status.READY);
  }

  @Test
  default void aWaiterThatMeetsATakenKeyLeavesNothingBehind() throws Exception {
    Task before = held();
    given().added(TaskDraft.ready("W").uniqueBy("k"));
    TaskDraft draft =
        TaskDraft.of("W", AddRules.waiting(null, "")).uniqueBy("k").withId(UUID.randomUUID());
    NewTask twin = WaitFixture.withWaits(draft.build(), Set.of(before.id()), Set.of());
    AddResult answer =
        transactions().call(transaction -> store().insert(transaction, List.of(twin))).get(0);
    assertThat(answer.wasAdded()).isFalse();
    done(before);
    assertThat(store().find(twin.id())).isEmpty();
    assertThat(told()).isEmpty();
  }

  @Test
  default void anIdOfTheCallersOwnMayBeAWaitersAgain() throws Exception {
    UUID own = UUID.randomUUID();
    for (int i = 0; i < 2; i++) {
      Task before = held();
      Task other = held();
      TaskDraft draft = TaskDraft.of("W", AddRules.waiting(null, "")).withId(own).uniqueById();
      add(WaitFixture.withWaits(draft.build(), Set.of(before.id(), other.id()), Set.of()));
      done(before);
      assertThat(status(own)).isEqualTo(Status.BLOCKED);
      done(other);
      Task ready = given().find(own);
      given()
          .applied(HolderRules.done(given().claim(ready, WaitFixture.OWNER), null, Duration.ZERO));
    }
  }
}
