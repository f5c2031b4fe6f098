package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.spi.TaskStore.ClaimRequest;
import dev.baton.task.AddRules;
import dev.baton.task.Bytes;
import dev.baton.task.Candidate;
import dev.baton.task.FinishedTask;
import dev.baton.task.HolderRules;
import dev.baton.task.NewTask;
import dev.baton.task.OperatorRules;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.Transition;
import dev.baton.task.Waited;
import dev.baton.task.Waits;
import dev.baton.task.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every task store must do for tasks that wait for others. */
public abstract class WaitContract implements StoreFixture {
  private static final Duration KEEP = StoreScenario.KEEP;
  private static final UUID OWNER = new UUID(7, 1);

  private final List<Candidate> released = Collections.synchronizedList(new ArrayList<>());
  private boolean listens;

  @Test
  void aTaskStartsWhenAllItWaitsForAreDoneAndNotBefore() throws Exception {
    Task first = held();
    Task second = held();
    UUID waiter = add(waiting(Set.of(first.id(), second.id()), Set.of()));
    done(first);
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    assertThat(told()).isEmpty();
    done(second);
    Task ready = given().find(waiter);
    assertThat(ready.position().status()).isEqualTo(Status.SUBMITTED);
    assertThat(ready.position().version()).isEqualTo(2);
    assertThat(ready.spec().payload()).isNotNull();
    assertThat(ready.position().state()).isEqualTo("BEGUN");
    assertThat(told()).containsExactly(Candidate.of(ready));
    assertThat(given().claim(ready, OWNER).position().attempts()).isEqualTo(1);
  }

  @Test
  void endsThatAreWrittenTogetherCountTogether() throws Exception {
    List<Task> before = List.of(held(), held(), held());
    UUID both = add(waiting(ids(before), Set.of()));
    UUID one = add(waiting(Set.of(before.get(2).id()), Set.of()));
    List<Transition> ends = new ArrayList<>();
    ends.add(HolderRules.done(before.get(2), null, KEEP));
    ends.add(HolderRules.done(given().claimed(TaskDraft.ready("T"), OWNER), null, Duration.ZERO));
    ends.add(HolderRules.done(before.get(0), null, Duration.ZERO));
    ends.add(HolderRules.retry(given().claimed(TaskDraft.ready("T"), OWNER), KEEP, "later"));
    ends.add(
        OperatorRules.acknowledge(given().added(TaskDraft.in(Status.ERROR)), "so be it", KEEP));
    ends.add(HolderRules.done(before.get(1), null, KEEP));
    Task stale = given().claimed(TaskDraft.ready("T"), OWNER);
    given().applied(HolderRules.release(stale, KEEP));
    ends.add(HolderRules.done(stale, null, KEEP));
    assertThat(store().apply(ends)).containsExactly(true, true, true, true, true, true, false);
    assertThat(status(both)).isEqualTo(Status.SUBMITTED);
    assertThat(status(one)).isEqualTo(Status.SUBMITTED);
    assertThat(told()).extracting(Candidate::id).containsExactlyInAnyOrder(both, one);
  }

  @Test
  void ofTwoTransitionsOfOneAwaitedTaskTheFirstThatFitsCounts() throws Exception {
    Task before = held();
    UUID waiter = add(waiting(Set.of(before.id()), Set.of()));
    assertThat(
            store()
                .apply(
                    List.of(
                        HolderRules.done(before, null, KEEP),
                        HolderRules.retry(before, KEEP, "no"))))
        .containsExactly(true, false);
    assertThat(status(waiter)).isEqualTo(Status.SUBMITTED);
    Task other = held();
    UUID waits = add(waiting(Set.of(other.id()), Set.of()));
    assertThat(
            store()
                .apply(
                    List.of(
                        HolderRules.retry(other, KEEP, "no"), HolderRules.done(other, null, KEEP))))
        .containsExactly(true, false);
    assertThat(status(waits)).isEqualTo(Status.BLOCKED);
  }

  @Test
  void aTaskThatMayRunOnlyLaterIsDueThen() throws Exception {
    Task before = held();
    UUID waiter =
        add(waiting(Set.of(before.id()), Set.of(), When.at(TaskDraft.FUTURE), UUID.randomUUID()));
    done(before);
    Task later = given().find(waiter);
    assertThat(later.position().status()).isEqualTo(Status.WAITING);
    assertThat(later.position().nextEventAt()).isEqualTo(later.position().runAt());
    assertThat(later.position().runAt()).isEqualTo(TaskDraft.FUTURE);
    assertThat(told()).isEmpty();
    Task other = held();
    UUID past =
        add(waiting(Set.of(other.id()), Set.of(), When.at(TaskDraft.PAST), UUID.randomUUID()));
    done(other);
    assertThat(status(past)).isEqualTo(Status.SUBMITTED);
  }

  @Test
  void whatNeedsATaskDoneIsCancelledWhenItFailsAndSoIsWhatNeedsThat() throws Exception {
    Task before = held();
    UUID next = add(waiting(Set.of(before.id()), Set.of()));
    UUID last = add(waiting(Set.of(next), Set.of()));
    UUID cleanUp = add(waiting(Set.of(), Set.of(last, before.id())));
    given().applied(HolderRules.failed(before, "broke", KEEP));
    FinishedTask cancelled = given().finished(next);
    assertThat(cancelled.status()).isEqualTo(Status.CANCELLED);
    assertThat(cancelled.error()).contains(before.id().toString(), "FAILED");
    assertThat(given().finished(last).error()).contains(next.toString(), "CANCELLED");
    assertThat(status(cleanUp)).isEqualTo(Status.SUBMITTED);
    assertThat(told()).extracting(Candidate::id).containsExactly(cleanUp);
    assertThat(store().waitedFor(cleanUp))
        .containsExactlyInAnyOrder(
            new Waited(last, Status.CANCELLED), new Waited(before.id(), Status.FAILED));
  }

  @Test
  void errorIsNoEnd() throws Exception {
    Task before = held();
    UUID waiter = add(waiting(Set.of(), Set.of(before.id())));
    given().applied(HolderRules.error(before, "hm"));
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    given().applied(OperatorRules.acknowledge(given().find(before.id()), "so be it", KEEP));
    assertThat(status(waiter)).isEqualTo(Status.SUBMITTED);
  }

  @Test
  void whatHadEndedWhenTheTaskWasAddedCountsByHowItEnded() throws Exception {
    FinishedTask done = given().done(TaskDraft.ready("T"), KEEP);
    Task forgotten = held();
    given().applied(HolderRules.done(forgotten, null, Duration.ZERO));
    UUID atOnce = add(waiting(Set.of(done.id(), forgotten.id(), UUID.randomUUID()), Set.of()));
    assertThat(status(atOnce)).isEqualTo(Status.SUBMITTED);
    assertThat(told()).extracting(Candidate::id).containsExactly(atOnce);
    Task failing = held();
    given().applied(HolderRules.failed(failing, "broke", KEEP));
    UUID never = add(waiting(Set.of(failing.id(), held().id()), Set.of()));
    assertThat(given().finished(never).status()).isEqualTo(Status.CANCELLED);
    Task live = held();
    UUID waits = add(waiting(Set.of(live.id()), Set.of(failing.id(), done.id())));
    assertThat(status(waits)).isEqualTo(Status.BLOCKED);
    assertThat(store().waitedFor(waits))
        .containsExactlyInAnyOrder(
            new Waited(live.id(), null),
            new Waited(failing.id(), Status.FAILED),
            new Waited(done.id(), Status.DONE));
    done(live);
    assertThat(status(waits)).isEqualTo(Status.SUBMITTED);
  }

  @Test
  void tasksAndWhatWaitsForThemMayBeAddedTogether() throws Exception {
    NewTask one = TaskDraft.ready("T").build();
    NewTask two = waiting(Set.of(one.id()), Set.of());
    NewTask three = waiting(Set.of(one.id(), two.id()), Set.of());
    transactions().call(transaction -> store().insert(transaction, List.of(one, two, three)));
    done(given().claim(given().find(one.id()), OWNER));
    assertThat(status(three.id())).isEqualTo(Status.BLOCKED);
    done(given().claim(given().find(two.id()), OWNER));
    assertThat(status(three.id())).isEqualTo(Status.SUBMITTED);
  }

  @Test
  void anEndInATransactionCountsWhenThatCommits() throws Exception {
    Task before = held();
    UUID waiter = add(waiting(Set.of(before.id()), Set.of()));
    try {
      transactions()
          .call(
              transaction -> {
                assertThat(store().apply(transaction, HolderRules.done(before, null, KEEP)))
                    .isTrue();
                throw new InterruptedException("changed my mind");
              });
    } catch (InterruptedException expected) {
      assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    }
    assertThat(told()).isEmpty();
    transactions()
        .call(transaction -> store().apply(transaction, HolderRules.done(before, null, KEEP)));
    assertThat(status(waiter)).isEqualTo(Status.SUBMITTED);
    assertThat(told()).extracting(Candidate::id).containsExactly(waiter);
  }

  @Test
  void aTaskMayBeEndedInTheTransactionThatAddsWhatWaitsForIt() throws Exception {
    Task before = held();
    NewTask after = waiting(Set.of(before.id()), Set.of());
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(after));
              return store().apply(transaction, HolderRules.done(before, null, KEEP));
            });
    assertThat(status(after.id())).isEqualTo(Status.SUBMITTED);
    Task other = held();
    NewTask next = waiting(Set.of(other.id()), Set.of());
    transactions()
        .call(
            transaction -> {
              store().apply(transaction, HolderRules.done(other, null, Duration.ZERO));
              return store().insert(transaction, List.of(next));
            });
    assertThat(status(next.id())).isEqualTo(Status.SUBMITTED);
  }

  @Test
  void anAddThatIsRolledBackLeavesNobodyWaiting() throws Exception {
    Task before = held();
    NewTask never = waiting(Set.of(before.id()), Set.of());
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
  void anEndWaitsForAnOpenTransactionThatNamesTheTask() throws Exception {
    Task before = held();
    NewTask after = waiting(Set.of(before.id()), Set.of());
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
    assertThat(status(after.id())).isEqualTo(Status.SUBMITTED);
  }

  @Test
  void aTaskThatIsHeldMeanwhileStaysHeldWhateverBecomesOfTheOthers() throws Exception {
    Task good = held();
    Task bad = held();
    UUID first = add(waiting(Set.of(good.id()), Set.of()));
    UUID second = add(waiting(Set.of(bad.id()), Set.of()));
    given().applied(OperatorRules.hold(given().find(first)));
    given().applied(OperatorRules.hold(given().find(second)));
    done(good);
    given().applied(HolderRules.failed(bad, "broke", KEEP));
    assertThat(status(first)).isEqualTo(Status.BLOCKED);
    assertThat(status(second)).isEqualTo(Status.BLOCKED);
    assertThat(told()).isEmpty();
    given().applied(OperatorRules.reschedule(given().find(first), null, Duration.ofMinutes(1)));
    assertThat(status(first)).isEqualTo(Status.SUBMITTED);
  }

  @Test
  void aTaskThatIsLetGoOrCancelledHearsNoMoreOfTheOthers() throws Exception {
    Task before = held();
    UUID letGo = add(waiting(Set.of(before.id()), Set.of()));
    UUID later = add(waiting(Set.of(before.id()), Set.of()));
    UUID cancelled = add(waiting(Set.of(before.id()), Set.of()));
    UUID last = add(waiting(Set.of(), Set.of(cancelled)));
    Duration expiry = Duration.ofMinutes(1);
    given().applied(OperatorRules.reschedule(given().find(letGo), null, expiry));
    given().applied(OperatorRules.reschedule(given().find(later), When.in(KEEP), expiry));
    given().applied(OperatorRules.cancel(given().find(cancelled), "no need", KEEP));
    assertThat(status(last)).as("what waits for a waiting one").isEqualTo(Status.SUBMITTED);
    assertThat(store().waitedFor(letGo)).containsExactly(new Waited(before.id(), null));
    Task runs = given().claim(given().find(letGo), OWNER);
    given().applied(HolderRules.failed(before, "broke", KEEP));
    assertThat(given().find(letGo)).isEqualTo(runs);
    assertThat(status(later)).isEqualTo(Status.WAITING);
    assertThat(given().finished(cancelled).error()).isEqualTo("no need");
  }

  @Test
  void aFinishedTaskThatRunsAgainIsNotCountedTwice() throws Exception {
    Task first = held();
    Task second = held();
    UUID waiter = add(waiting(Set.of(first.id(), second.id()), Set.of()));
    done(first);
    FinishedTask once = given().finished(first.id());
    assertThat(
            store()
                .runAgain(
                    once.id(),
                    once.version(),
                    OperatorRules.runAgain(once, null, Duration.ofMinutes(1))))
        .isEmpty();
    done(given().claim(given().find(first.id()), OWNER));
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    done(second);
    assertThat(status(waiter)).isEqualTo(Status.SUBMITTED);
  }

  @Test
  void aWaiterThatRunsAgainAfterItFinishedWaitsForNothing() throws Exception {
    Task before = held();
    UUID waiter = add(waiting(Set.of(before.id()), Set.of()));
    given().applied(OperatorRules.cancel(given().find(waiter), "no need", KEEP));
    FinishedTask once = given().finished(waiter);
    store()
        .runAgain(
            waiter, once.version(), OperatorRules.runAgain(once, null, Duration.ofMinutes(1)));
    Task again = given().find(waiter);
    done(before);
    assertThat(given().find(waiter)).isEqualTo(again);
  }

  @Test
  void aWaiterThatMeetsATakenKeyLeavesNothingBehind() throws Exception {
    Task before = held();
    given().added(TaskDraft.ready("W").uniqueBy("k"));
    TaskDraft draft =
        TaskDraft.of("W", AddRules.waiting(null, "")).uniqueBy("k").withId(UUID.randomUUID());
    NewTask twin = withWaits(draft.build(), Set.of(before.id()), Set.of());
    AddResult answer =
        transactions().call(transaction -> store().insert(transaction, List.of(twin))).get(0);
    assertThat(answer.wasAdded()).isFalse();
    done(before);
    assertThat(store().find(twin.id())).isEmpty();
    assertThat(told()).isEmpty();
  }

  @Test
  void anIdOfTheCallersOwnMayBeAWaitersAgain() throws Exception {
    UUID own = UUID.randomUUID();
    for (int i = 0; i < 2; i++) {
      Task before = held();
      Task other = held();
      TaskDraft draft = TaskDraft.of("W", AddRules.waiting(null, "")).withId(own).uniqueById();
      add(withWaits(draft.build(), Set.of(before.id(), other.id()), Set.of()));
      done(before);
      assertThat(status(own)).isEqualTo(Status.BLOCKED);
      done(other);
      Task ready = given().find(own);
      given().applied(HolderRules.done(given().claim(ready, OWNER), null, Duration.ZERO));
    }
  }

  @Test
  void whatIsNotedOfWaitsIsForgottenWithTheTask() throws Exception {
    Task before = held();
    UUID waiter = add(waiting(Set.of(before.id()), Set.of()));
    done(before);
    store().prune(100);
    assertThat(store().waitedFor(waiter)).containsExactly(new Waited(before.id(), Status.DONE));
    done(given().claim(given().find(waiter), OWNER));
    store().prune(100);
    assertThat(store().waitedFor(waiter)).isEmpty();
  }

  /** Every end is written by one of four threads, in batches that cut across the waiters. */
  @Test
  void endsWrittenByManyAtOnceReleaseEachWaiterOnce() throws Exception {
    listen();
    Random random = new Random(4);
    List<Task> before = new ArrayList<>();
    for (TaskDraft draft : Collections.nCopies(80, TaskDraft.ready("T"))) {
      before.add(given().added(draft.withId(UUID.randomUUID())));
    }
    List<NewTask> waiters = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Collections.shuffle(before, random);
      waiters.add(waiting(ids(before.subList(0, 1 + random.nextInt(60))), Set.of()));
    }
    waiters.add(waiting(ids(before), Set.of()));
    transactions().call(transaction -> store().insert(transaction, waiters));
    List<ClaimRequest> requests = before.stream().map(StoreScenario::request).toList();
    List<Task> held = store().claim(OWNER, StoreScenario.LEASE, requests);
    AtomicInteger next = new AtomicInteger();
    StoreScenario.race(
        4,
        () -> {
          for (int at = next.getAndAdd(5); at < held.size(); at = next.getAndAdd(5)) {
            List<Task> some = held.subList(at, at + 5);
            if (at % 2 == 0) {
              assertThat(
                      store()
                          .apply(some.stream().map(t -> HolderRules.done(t, null, KEEP)).toList()))
                  .containsOnly(true);
            } else {
              for (Task task : some) {
                transactions()
                    .call(
                        transaction ->
                            store()
                                .apply(transaction, HolderRules.done(task, null, Duration.ZERO)));
              }
            }
          }
          return true;
        });
    assertThat(waiters).allSatisfy(w -> assertThat(status(w.id())).isEqualTo(Status.SUBMITTED));
    assertThat(told())
        .extracting(Candidate::id)
        .containsExactlyInAnyOrderElementsOf(waiters.stream().map(NewTask::id).toList());
  }

  /** Failures and cancellations race down the same tangle of waiters, which are added meanwhile. */
  @Test
  void endsAddsAndCancellationsThatRaceLeaveNobodyWaitingForWhatHasEnded() throws Exception {
    List<Task> before = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      before.add(held());
    }
    Set<UUID> all = Collections.synchronizedSet(new LinkedHashSet<>(ids(before)));
    AtomicInteger next = new AtomicInteger();
    StoreScenario.race(
        4,
        () -> {
          for (int at = next.getAndIncrement(); at < before.size(); at = next.getAndIncrement()) {
            Task task = before.get(at);
            // Ids as Baton makes them: what waits has a later one, so all lock in one order.
            UUID middleId = new UUID(-1, at * 2L);
            UUID lastId = new UUID(-1, at * 2L + 1);
            Set<UUID> both = Set.of(task.id(), before.get((at + 7) % 40).id());
            UUID middle = add(waiting(both, Set.of(), null, middleId));
            Set<UUID> other = Set.of(before.get((at + 13) % 40).id());
            UUID last = add(waiting(Set.of(middle), other, null, lastId));
            all.addAll(List.of(middle, last));
            Task blocked = store().find(middle).orElse(null);
            if (at % 5 == 0 && blocked != null) {
              store().apply(List.of(OperatorRules.cancel(blocked, "no need", KEEP)));
            }
            store()
                .apply(
                    List.of(
                        at % 3 == 0
                            ? HolderRules.failed(task, "broke", KEEP)
                            : HolderRules.done(task, null, KEEP)));
          }
          return true;
        });
    for (Task ready : readyOnes(all)) {
      done(given().claim(ready, OWNER));
    }
    for (Task ready : readyOnes(all)) {
      done(given().claim(ready, OWNER));
    }
    assertThat(all).allSatisfy(id -> assertThat(store().find(id)).isEmpty());
  }

  private List<Task> readyOnes(Set<UUID> ids) {
    return ids.stream()
        .flatMap(id -> store().find(id).stream())
        .filter(task -> task.position().status() == Status.SUBMITTED)
        .toList();
  }

  private List<Candidate> told() {
    return List.copyOf(released);
  }

  private UUID add(NewTask task) throws Exception {
    listen();
    List<AddResult> answer =
        transactions().call(transaction -> store().insert(transaction, List.of(task)));
    assertThat(answer).containsExactly(new AddResult.Added(task.id()));
    return task.id();
  }

  private synchronized void listen() {
    if (!listens) {
      store().onReleased(released::addAll);
      listens = true;
    }
  }

  private Task held() throws Exception {
    listen();
    return given().claimed(TaskDraft.ready("T"), OWNER);
  }

  private void done(Task held) {
    given().applied(HolderRules.done(held, null, KEEP));
  }

  private Status status(UUID id) {
    return given().find(id).position().status();
  }

  private static Set<UUID> ids(List<Task> tasks) {
    return new LinkedHashSet<>(tasks.stream().map(Task::id).toList());
  }

  private static NewTask waiting(Set<UUID> done, Set<UUID> ended) {
    return waiting(done, ended, null, UUID.randomUUID());
  }

  private static NewTask waiting(Set<UUID> done, Set<UUID> ended, @Nullable When runAt, UUID id) {
    TaskDraft draft =
        TaskDraft.of("W", AddRules.waiting(runAt, "BEGUN"))
            .withId(id)
            .withPayload(Bytes.of("what for"));
    return withWaits(draft.build(), done, ended);
  }

  private static NewTask withWaits(NewTask task, Set<UUID> done, Set<UUID> ended) {
    Waits waits = new Waits(done, ended, Duration.ofMinutes(1), KEEP);
    return new NewTask(task.id(), task.spec(), task.placement(), task.keys(), waits);
  }
}
