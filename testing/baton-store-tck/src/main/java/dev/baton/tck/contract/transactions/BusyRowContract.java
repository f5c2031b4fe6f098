package dev.baton.tck.contract.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.spi.core.TaskClaims.Renewal;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.SignalRules;
import dev.baton.task.rule.SweepRules;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.Waits;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The contract for rows that an open transaction of a caller has locked. Renewals and outcomes are
 * written for many tasks at once, and one locked row must not delay the others.
 */
public abstract class BusyRowContract implements StoreFixture {
  private static final UUID OWNER = UUID.fromString("00000000-0000-4000-8000-00000000b051");
  private static final Duration KEEP = StoreScenario.KEEP;

  @Test
  void aRenewalNeverWaitsForALockedRow() throws Exception {
    Task before = held();
    Task locked = held();
    Task after = held();
    ClaimFence stale = new ClaimFence(locked.id(), locked.position().version() + 1, OWNER);
    List<ClaimFence> all = holds(before, locked, after);
    whileChanged(
        locked,
        () -> {
          assertThat(renew(all))
              .isEqualTo(new Renewal(Set.of(before.id(), after.id()), Set.of(locked.id())));
          assertThat(renew(List.of(stale))).isEqualTo(Renewal.NONE);
        });
    assertThat(renew(all).busy()).isEmpty();
    assertThat(renew(all).renewed())
        .containsExactlyInAnyOrder(before.id(), locked.id(), after.id());
  }

  @Test
  void aBusyTaskIsLostWhenTheCallersTransactionTakesItAway() throws Exception {
    Task held = held();
    transactions()
        .call(
            transaction -> {
              eject(transaction, held);
              assertThat(renew(holds(held)).busy()).containsExactly(held.id());
              assertThat(tryApply(done(held))).containsExactly(Verdict.BUSY);
              return true;
            });
    assertThat(renew(holds(held))).isEqualTo(Renewal.NONE);
    assertThat(tryApply(done(held))).containsExactly(Verdict.STALE);
    assertThat(given().find(held.id()).position().state()).isEqualTo("TOLD");
  }

  @Test
  void aCompletionNeverHoldsUpItsBatchForALockedRow() throws Exception {
    Task locked = held();
    List<Transition> batch = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      batch.add(done(held()));
      batch.add(HolderRules.done(held(), Bytes.of("r"), StoreScenario.KEEP));
      batch.add(HolderRules.retry(held(), Duration.ofHours(1), "again"));
    }
    for (Transition end :
        List.of(
            done(locked),
            HolderRules.done(locked, null, StoreScenario.KEEP),
            HolderRules.retry(locked, Duration.ofHours(1), "again"))) {
      whileChanged(locked, () -> assertThat(tryApply(end)).containsExactly(Verdict.BUSY));
    }
    batch.add(30, done(locked));
    whileChanged(
        locked,
        () -> {
          List<Verdict> verdicts = tryApply(batch);
          assertThat(verdicts.get(30)).isEqualTo(Verdict.BUSY);
          assertThat(verdicts).filteredOn(Verdict.APPLIED::equals).hasSize(60);
        });
    assertThat(given().find(locked.id())).isEqualTo(locked);
    assertThat(tryApply(batch.get(30))).containsExactly(Verdict.APPLIED);
    assertThat(tryApply(batch)).containsOnly(Verdict.STALE).hasSize(61);
    for (Transition each : batch) {
      boolean retried = each.change().to() == Status.WAITING;
      assertThat(store().find(each.id()).isPresent()).isEqualTo(retried);
    }
  }

  @Test
  void aKeyThatAnOpenAddHasMetKeepsNoOtherTaskFromEnding() throws Exception {
    TaskDraft keyed = TaskDraft.ready("T").uniqueBy("met");
    Task named = given().claimed(keyed, OWNER);
    Task plain = held();
    Task other = given().claimed(TaskDraft.ready("T").uniqueBy("other"), OWNER);
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(TaskDraft.ready("T").uniqueBy("met").build()));
              List<Verdict> verdicts = tryApply(done(named), done(plain), done(other));
              assertThat(verdicts.get(0)).isNotEqualTo(Verdict.STALE);
              assertThat(verdicts.subList(1, 3)).containsOnly(Verdict.APPLIED);
              return true;
            });
    if (store().find(named.id()).isPresent()) {
      assertThat(tryApply(done(named))).containsExactly(Verdict.APPLIED);
    }
  }

  @Test
  void whatIsNotAsItsAuthorSawItIsRefusedThoughItIsLocked() throws Exception {
    Task held = held();
    Task early = held();
    Transition mine = done(held);
    Guard stale = new Guard(held.position().version(), Status.RUNNING, UUID.randomUUID(), false);
    Transition others = new Transition(mine.rule(), mine.id(), stale, mine.change(), mine.error());
    Transition lost = SweepRules.lost(early, StoreScenario.HINT_EXPIRY);
    whileChanged(held, () -> assertThat(tryApply(others)).containsExactly(Verdict.STALE));
    whileChanged(early, () -> assertThat(tryApply(lost)).containsExactly(Verdict.STALE));
  }

  @Test
  void aTaskThatIsBeingWaitedForKeepsNobodyElseWaiting() throws Exception {
    Task named = held();
    Task other = held();
    NewTask waiter = waitingFor(named);
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(waiter));
              assertThat(renew(holds(named, other)))
                  .isEqualTo(new Renewal(Set.of(other.id()), Set.of(named.id())));
              assertThat(tryApply(done(named), done(other)))
                  .containsExactly(Verdict.BUSY, Verdict.APPLIED);
              return true;
            });
    assertThat(tryApply(done(named))).containsExactly(Verdict.APPLIED);
    assertThat(given().find(waiter.id()).position().status()).isEqualTo(Status.READY);
  }

  @Test
  void aTaskThatOthersWaitForMayBeBusyToo() throws Exception {
    Task named = held();
    Task locked = held();
    List<NewTask> waiters = List.of(waitingFor(named), waitingFor(locked));
    transactions().call(transaction -> store().insert(transaction, waiters));
    whileChanged(
        locked,
        () ->
            assertThat(tryApply(done(locked), done(named)))
                .containsExactly(Verdict.BUSY, Verdict.APPLIED));
    assertThat(given().find(waiters.get(0).id()).position().status()).isEqualTo(Status.READY);
    assertThat(given().find(waiters.get(1).id()).position().status()).isEqualTo(Status.BLOCKED);
    assertThat(tryApply(done(locked))).containsExactly(Verdict.APPLIED);
    assertThat(given().find(waiters.get(1).id()).position().status()).isEqualTo(Status.READY);
  }

  @Test
  void aTaskThatIsBusyBecauseItsWaiterIsLockedKeepsNobodyElseWaiting() throws Exception {
    Task named = held();
    Task free = held();
    Task plain = held();
    NewTask waiter = waitingFor(named);
    NewTask another = waitingFor(free);
    transactions().call(tx -> store().insert(tx, List.of(waiter, another)));
    transactions()
        .call(
            transaction -> {
              // Locks the waiter. Its release is part of the end of the task that it waits for.
              store().insert(transaction, List.of(waitingFor(given().find(waiter.id()))));
              assertThat(tryApply(done(plain), done(named), done(free)))
                  .containsExactly(Verdict.APPLIED, Verdict.BUSY, Verdict.APPLIED);
              assertThat(
                      StoreScenario.promptly(
                          () ->
                              transactions()
                                  .<Verdict>call(tx -> store().tryApply(tx, done(named)))))
                  .isEqualTo(Verdict.BUSY);
              return true;
            });
    assertThat(given().find(another.id()).position().status()).isEqualTo(Status.READY);
    assertThat(given().find(waiter.id()).position().status()).isEqualTo(Status.BLOCKED);
    assertThat(tryApply(done(named))).containsExactly(Verdict.APPLIED);
    assertThat(given().find(waiter.id()).position().status()).isEqualTo(Status.READY);
  }

  @Test
  void aTransactionMayTryToo() throws Exception {
    Task locked = held();
    Task awaited = held();
    transactions().call(tx -> store().insert(tx, List.of(waitingFor(awaited))));
    NewTask next = TaskDraft.ready("T").build();
    whileChanged(
        locked,
        () ->
            StoreScenario.promptly(
                () ->
                    transactions()
                        .call(
                            transaction -> {
                              assertThat(store().tryApply(transaction, done(locked)))
                                  .isEqualTo(Verdict.BUSY);
                              assertThat(store().tryApply(transaction, done(awaited)))
                                  .isEqualTo(Verdict.APPLIED);
                              assertThat(store().tryApply(transaction, done(awaited)))
                                  .isEqualTo(Verdict.STALE);
                              return store().insert(transaction, List.of(next));
                            })));
    assertThat(store().find(next.id())).isPresent();
    assertThat(store().find(awaited.id())).isEmpty();
    assertThat(given().find(locked.id())).isEqualTo(locked);
  }

  @Test
  void workInATransactionGivesUpSoonWhereAKeyStaysLocked() throws Exception {
    Task held = held();
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k");
    TaskDraft second = TaskDraft.ready("T").uniqueBy("k");
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(first.build()));
              assertThat(StoreScenario.promptly(() -> endsWith(held, second))).isFalse();
              return true;
            });
    assertThat(given().find(held.id())).isEqualTo(held);
    assertThat(endsWith(held, TaskDraft.ready("T").uniqueBy("another"))).isTrue();
    assertThat(store().find(held.id())).isEmpty();
    assertThat(store().find(second.id())).isEmpty();
  }

  @Test
  void workThatFailsForItselfFailsInATransactionAsEver() {
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction ->
                            store()
                                .briefly(
                                    transaction,
                                    () -> {
                                      throw new StoreUnavailableException("away");
                                    })))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("away");
  }

  /**
   * Ends one task and adds another in one transaction. Rolls it back and returns false if it would
   * have to wait.
   */
  private boolean endsWith(Task held, TaskDraft next) throws Exception {
    try {
      return transactions()
          .call(
              transaction -> {
                assertThat(store().tryApply(transaction, done(held))).isEqualTo(Verdict.APPLIED);
                if (!store()
                    .briefly(
                        transaction, () -> store().insert(transaction, List.of(next.build())))) {
                  throw new CancellationException("locked");
                }
                return true;
              });
    } catch (CancellationException locked) {
      return false;
    }
  }

  @Test
  void whatTheSweeperFindsLockedKeepsNothingElseWaiting() throws Exception {
    Task locked = given().added(TaskDraft.held("T", OWNER, TaskDraft.PAST));
    Task lapsed = given().added(TaskDraft.held("T", OWNER, TaskDraft.PAST));
    Transition one = SweepRules.lost(locked, StoreScenario.HINT_EXPIRY);
    Transition other = SweepRules.lost(lapsed, StoreScenario.HINT_EXPIRY);
    whileChanged(
        locked,
        () -> assertThat(tryApply(one, other)).containsExactly(Verdict.BUSY, Verdict.APPLIED));
    assertThat(tryApply(one, other)).containsExactly(Verdict.APPLIED, Verdict.STALE);
  }

  @Test
  void transitionsOfOneTaskFollowEachOther() throws Exception {
    Task held = held();
    assertThat(
            tryApply(
                HolderRules.checkpoint(held, StoreScenario.LEASE, Bytes.of("1")),
                HolderRules.checkpoint(held, StoreScenario.LEASE, Bytes.of("2")),
                done(held)))
        .containsOnly(Verdict.APPLIED);
    assertThat(store().tryApply(List.of())).isEmpty();
  }

  @Test
  void whatNobodyHoldsOrMayClaimIsNotTried() throws Exception {
    Task blocked = given().added(TaskDraft.in(Status.BLOCKED));
    Transition cancel = OperatorRules.cancel(blocked, "c", StoreScenario.KEEP);
    assertThatThrownBy(() -> store().tryApply(List.of(cancel)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("BLOCKED");
    given().applied(cancel);
  }

  private Task held() throws Exception {
    return given().claimed(TaskDraft.ready("T"), OWNER);
  }

  private static Transition done(Task task) {
    return HolderRules.done(task, null, Duration.ZERO);
  }

  private static List<ClaimFence> holds(Task... tasks) {
    return Stream.of(tasks).map(StoreScenario::fence).toList();
  }

  private Renewal renew(List<ClaimFence> fences) throws Exception {
    return StoreScenario.promptly(() -> store().renew(StoreScenario.LEASE, fences));
  }

  private List<Verdict> tryApply(Transition... transitions) throws Exception {
    return tryApply(List.of(transitions));
  }

  private List<Verdict> tryApply(List<Transition> transitions) throws Exception {
    return StoreScenario.promptly(() -> store().tryApply(transitions));
  }

  private static NewTask waitingFor(Task task) {
    NewTask plain = TaskDraft.ready("W").build();
    Waits waits = new Waits(Set.of(task.id()), Set.of(), Duration.ofMinutes(1), KEEP);
    return new NewTask(plain.id(), plain.spec(), AddRules.waiting(null, ""), plain.keys(), waits);
  }

  private void eject(Transaction transaction, Task held) {
    assertThat(
            store()
                .apply(
                    transaction,
                    SignalRules.goTo(held, StoreScenario.HINT_EXPIRY, "TOLD", Bytes.of("news"))))
        .isTrue();
  }

  /**
   * Runs while a caller's transaction has changed the task. That transaction is then rolled back.
   */
  private void whileChanged(Task task, Meanwhile meanwhile) throws Exception {
    Transition change = SignalRules.goTo(task, StoreScenario.HINT_EXPIRY, "TOLD", Bytes.of("news"));
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          assertThat(store().apply(transaction, change)).isTrue();
                          meanwhile.happens();
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
  }

  /** An action that runs while a transaction is open. */
  @FunctionalInterface
  private interface Meanwhile {
    void happens() throws Exception;
  }
}
