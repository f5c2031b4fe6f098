package dev.baton.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests features of the store in memory beyond the contract: failover, lost calls, waits in virtual
 * time.
 */
class MemoryDatabaseTest {
  private static final Duration LEASE = Duration.ofMinutes(5);
  private static final Duration KEEP = Duration.ofDays(1);

  private final ManualClock clock = ManualClock.started();
  private final List<Duration> pauses = new ArrayList<>();
  private Runnable duringPause = () -> {};
  private final MemoryTaskStore store =
      new MemoryTaskStore(clock, this::pause, Duration.ofMillis(100));

  private void pause(Duration duration) {
    pauses.add(duration);
    clock.advance(duration);
    duringPause.run();
  }

  private AddResult add(TaskDraft draft) {
    MemoryTransaction transaction = store.begin();
    AddResult result = store.insert(transaction, List.of(draft.build())).get(0);
    transaction.commit();
    return result;
  }

  private Task claim(TaskDraft draft) {
    add(draft);
    return store
        .claim(new NodeStart(1).owner(1), LEASE, List.of(new ClaimRequest(draft.id(), 1, 3)))
        .get(0);
  }

  @Test
  void effectsCountExactlyWhenTheirTransactionCommits() {
    MemoryTransaction committed = store.begin();
    committed.effect("paid 1");
    MemoryTransaction.Savepoint savepoint = committed.savepoint();
    committed.effect("paid 2");
    committed.rollbackTo(savepoint);
    assertThat(store.effects()).isEmpty();
    committed.commit();
    MemoryTransaction rolledBack = store.begin();
    rolledBack.effect("paid 3");
    rolledBack.rollback();
    MemoryTransaction again = store.begin();
    again.effect("paid 1");
    again.commit();
    assertThat(store.effects()).containsOnlyKeys("paid 1").containsEntry("paid 1", 2);
  }

  @Test
  void aRewindBringsBackTasksKeysAndEffectsAsTheyWere() {
    Task kept = claim(TaskDraft.ready("T").uniqueBy("k"));
    MemoryTransaction first = store.begin();
    first.effect("before");
    first.commit();
    MemoryTaskStore.Snapshot snapshot = store.snapshot();
    TaskDraft lost = TaskDraft.ready("T").uniqueBy("l");
    add(lost);
    MemoryTransaction finishing = store.begin();
    assertThat(store.apply(finishing, HolderRules.done(kept, null, KEEP))).isTrue();
    finishing.effect("after");
    finishing.commit();
    for (int i = 0; i < 2; i++) {
      store.rewindTo(snapshot);
      assertThat(store.live()).containsExactly(kept);
      assertThat(store.finished()).isEmpty();
      assertThat(store.effects()).containsOnlyKeys("before");
      assertThat(add(TaskDraft.ready("T").uniqueBy("k")))
          .isEqualTo(new AddResult.AlreadyExists(kept.id()));
      assertThat(add(TaskDraft.ready("T").uniqueBy("l")).wasAdded()).isTrue();
      assertThat(store.heldBy(new NodeStart(1), null, 5)).containsExactly(kept.outline());
    }
  }

  @Test
  void aRewindBreaksOffOpenTransactions() {
    Task held = claim(TaskDraft.ready("T"));
    MemoryTaskStore.Snapshot snapshot = store.snapshot();
    MemoryTransaction open = store.begin();
    List<Transaction.End> told = new ArrayList<>();
    open.onEnd(told::add);
    open.effect("paid");
    store.apply(open, HolderRules.done(held, null, KEEP));
    store.rewindTo(snapshot);
    assertThat(told).isEmpty();
    assertThatThrownBy(() -> store.apply(open, HolderRules.error(held, "e")))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("failed over");
    assertThatThrownBy(open::commit).isInstanceOf(StoreUnavailableException.class);
    assertThat(told).containsExactly(Transaction.End.ROLLED_BACK);
    assertThat(store.effects()).isEmpty();
    assertThat(store.live()).containsExactly(held);
  }

  @Test
  void aTransactionBrokenOffLetsGoOfItsLocksAtOnce() {
    Task held = claim(TaskDraft.ready("T"));
    MemoryTransaction open = store.begin();
    store.apply(open, HolderRules.done(held, null, KEEP));
    store.insert(open, List.of(TaskDraft.ready("T").uniqueBy("k").build()));
    open.breakOff();
    assertThat(store.apply(List.of(HolderRules.error(held, "e")))).containsExactly(true);
    assertThat(add(TaskDraft.ready("T").uniqueBy("k")).wasAdded()).isTrue();
    assertThat(pauses).isEmpty();
    open.rollback();
  }

  @Test
  void aCommitWhoseAnswerIsLostIsAppliedOrNot() {
    for (boolean applied : new boolean[] {true, false}) {
      TaskDraft draft = TaskDraft.ready("T");
      MemoryTransaction transaction = store.begin();
      List<Transaction.End> told = new ArrayList<>();
      transaction.onEnd(told::add);
      store.insert(transaction, List.of(draft.build()));
      assertThatThrownBy(() -> transaction.commitAndLoseAnswer(applied))
          .isInstanceOf(CommitUnknownException.class);
      assertThat(told).containsExactly(Transaction.End.UNKNOWN);
      assertThat(store.find(draft.id()).isPresent()).isEqualTo(applied);
    }
  }

  @Test
  void aWaitEndsWhenTheOtherTransactionDoesAndSeesWhatItLeft() {
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k");
    MemoryTransaction other = store.begin();
    store.insert(other, List.of(first.build()));
    duringPause =
        () -> {
          if (pauses.size() == 3) {
            other.commit();
          }
        };
    assertThat(add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(first.id()));
    assertThat(pauses).extracting(Duration::toMillis).containsExactly(1L, 2L, 4L);
  }

  @Test
  void aWaitThatTakesTooLongFailsAndBreaksItsTransactionOff() {
    MemoryTransaction other = store.begin();
    store.insert(other, List.of(TaskDraft.ready("T").uniqueBy("k").build()));
    MemoryTransaction own = store.begin();
    own.effect("paid");
    List<NewTask> same = List.of(TaskDraft.ready("T").uniqueBy("k").build());
    assertThatThrownBy(() -> store.insert(own, same))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("another transaction has");
    assertThat(pauses.stream().mapToLong(Duration::toMillis).sum()).isBetween(100L, 120L);
    assertThatThrownBy(own::commit).isInstanceOf(StoreUnavailableException.class);
    assertThat(store.effects()).isEmpty();
    other.commit();
  }

  @Test
  void transactionsThatWaitForEachOtherBothComeToAnEnd() {
    Task one = claim(TaskDraft.ready("T"));
    Task two = claim(TaskDraft.ready("T"));
    MemoryTransaction first = store.begin();
    MemoryTransaction second = store.begin();
    store.apply(first, HolderRules.error(one, "e"));
    store.apply(second, HolderRules.error(two, "e"));
    Transition ofTwo = HolderRules.done(two, null, KEEP);
    assertThatThrownBy(() -> store.apply(first, ofTwo))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(store.apply(second, HolderRules.done(one, null, KEEP))).isTrue();
    second.commit();
    assertThat(store.find(two.id()).orElseThrow().position().status().name()).isEqualTo("ERROR");
  }

  @Test
  void rowsLockedByAnOpenTransactionAreNotOverdue() {
    TaskDraft lapsed = TaskDraft.held("T", new NodeStart(2).owner(1), TaskDraft.PAST);
    add(lapsed);
    MemoryTransaction open = store.begin();
    Task task = store.find(lapsed.id()).orElseThrow();
    store.apply(open, OperatorRules.cancel(task, "c", KEEP));
    assertThat(store.overdue(5)).isEmpty();
    open.rollback();
    assertThat(store.overdue(5)).containsExactly(task.outline());
  }

  @Test
  void rollingBackToASavepointLetsGoOfTheRowsLockedSince() {
    Task held = claim(TaskDraft.ready("T"));
    MemoryTransaction open = store.begin();
    MemoryTransaction.Savepoint savepoint = open.savepoint();
    store.apply(open, HolderRules.error(held, "e"));
    open.rollbackTo(savepoint);
    assertThat(store.apply(List.of(HolderRules.done(held, null, KEEP)))).containsExactly(true);
    assertThat(pauses).isEmpty();
    open.commit();
  }

  @Test
  void anIdUsedTwiceWithoutAKeyIsABugAndItsTransactionCannotCommit() {
    TaskDraft draft = TaskDraft.ready("T");
    add(draft);
    MemoryTransaction transaction = store.begin();
    List<NewTask> twice = List.of(TaskDraft.ready("T").build(), draft.build());
    assertThatThrownBy(() -> store.insert(transaction, twice))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(transaction::commit).isInstanceOf(StoreUnavailableException.class);
    assertThat(store.live()).hasSize(1);
  }

  @Test
  void aTransactionOfAnotherStoreAndAnEndedOneAreRefused() {
    MemoryTransaction foreign = new MemoryTaskStore(clock).begin();
    List<NewTask> tasks = List.of(TaskDraft.ready("T").build());
    assertThatThrownBy(() -> store.insert(foreign, tasks))
        .isInstanceOf(IllegalArgumentException.class);
    MemoryTransaction ended = store.begin();
    ended.commit();
    assertThatThrownBy(() -> store.insert(ended, tasks)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(ended::commit).isInstanceOf(IllegalStateException.class);
  }

  @Test
  @Timeout(180)
  @Tag("deep")
  void aHundredThousandTasksAreNoBurden() {
    int count = 100_000;
    MemoryTransaction adding = store.begin();
    for (int i = 0; i < count; i += 1_000) {
      List<NewTask> tasks = new ArrayList<>();
      for (int j = i; j < i + 1_000; j++) {
        tasks.add(TaskDraft.ready("T").withId(new UUID(j, j)).withKey("flow " + j % 100).build());
      }
      store.insert(adding, tasks);
    }
    adding.commit();
    MemoryTaskStore.Snapshot full = store.snapshot();
    int done = 0;
    while (done < count) {
      List<FetchRequest> flows =
          store.firstOfEachFlow("default", null, 100).stream()
              .map(head -> FetchRequest.all(head.flow()))
              .toList();
      List<ClaimRequest> requests = new ArrayList<>();
      for (Candidate each : store.fetch("default", flows, 10)) {
        requests.add(new ClaimRequest(each.id(), each.version(), 3));
      }
      List<Task> held = store.claim(new NodeStart(done).owner(1), LEASE, requests);
      done += held.size();
      store.apply(held.stream().map(task -> HolderRules.done(task, null, KEEP)).toList());
    }
    assertThat(store.finished()).hasSize(count);
    store.rewindTo(full);
    assertThat(store.live()).hasSize(count);
  }
}
