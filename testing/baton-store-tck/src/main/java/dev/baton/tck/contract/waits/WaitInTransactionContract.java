package dev.baton.tck.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.contract.StoreScenario;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The contract for waiting tasks and their prerequisites in transactions of callers. */
public interface WaitInTransactionContract extends WaitFixture {
  @Test
  default void aTaskMayBeEndedInTheTransactionThatAddsWhatWaitsForIt() throws Exception {
    Task before = held();
    NewTask after = CoreWaitFixture.waiting(Set.of(before.id()), Set.of());
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(after));
              return store().apply(transaction, HolderRules.done(before, null, WaitFixture.KEEP));
            });
    assertThat(status(after.id())).isEqualTo(Status.READY);
    Task other = held();
    NewTask next = CoreWaitFixture.waiting(Set.of(other.id()), Set.of());
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
    NewTask never = CoreWaitFixture.waiting(Set.of(before.id()), Set.of());
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
    assertThat(emitted()).isEmpty();
  }

  @Test
  default void anEndWaitsForAnOpenTransactionThatNamesTheTask() throws Exception {
    Task before = held();
    NewTask after = CoreWaitFixture.waiting(Set.of(before.id()), Set.of());
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
  default void anEndInATransactionCountsWhenThatCommits() throws Exception {
    Task before = held();
    UUID waiter = add(CoreWaitFixture.waiting(Set.of(before.id()), Set.of()));
    try {
      transactions()
          .call(
              transaction -> {
                assertThat(
                        store()
                            .apply(transaction, HolderRules.done(before, null, WaitFixture.KEEP)))
                    .isTrue();
                throw new InterruptedException("changed my mind");
              });
    } catch (InterruptedException expected) {
      assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    }
    assertThat(emitted()).isEmpty();
    transactions()
        .call(
            transaction ->
                store().apply(transaction, HolderRules.done(before, null, WaitFixture.KEEP)));
    assertThat(status(waiter)).isEqualTo(Status.READY);
    assertThat(emitted()).extracting(Candidate::id).containsExactly(waiter);
  }
}
