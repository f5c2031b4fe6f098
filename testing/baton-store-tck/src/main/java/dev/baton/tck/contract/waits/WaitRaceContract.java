package dev.baton.tck.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitState;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races between threads that end, add, change, hold and cancel tasks that wait for each other. */
public interface WaitRaceContract extends WaitFixture {
  /** One of four threads writes each end, in batches that contain tasks of several waiters. */
  @Test
  default void endsWrittenByManyAtOnceReleaseEachWaiterOnce() throws Exception {
    listen();
    Random random = new Random(4);
    List<Task> before = new ArrayList<>();
    for (TaskDraft draft : Collections.nCopies(80, TaskDraft.ready("T"))) {
      before.add(given().added(draft.withId(UUID.randomUUID())));
    }
    List<NewTask> waiters = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Collections.shuffle(before, random);
      waiters.add(
          CoreWaitFixture.waiting(
              CoreWaitFixture.ids(before.subList(0, 1 + random.nextInt(60))), Set.of()));
    }
    waiters.add(CoreWaitFixture.waiting(CoreWaitFixture.ids(before), Set.of()));
    transactions().call(transaction -> store().insert(transaction, waiters));
    List<ClaimRequest> requests = before.stream().map(StoreScenario::request).toList();
    List<Task> held = store().claim(WaitFixture.OWNER, StoreScenario.LEASE, requests);
    AtomicInteger next = new AtomicInteger();
    StoreScenario.race(
        4,
        () -> {
          for (int at = next.getAndAdd(5); at < held.size(); at = next.getAndAdd(5)) {
            List<Task> some = held.subList(at, at + 5);
            if (at % 2 == 0) {
              assertThat(
                      store()
                          .apply(
                              some.stream()
                                  .map(t -> HolderRules.done(t, null, WaitFixture.KEEP))
                                  .toList()))
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
    assertThat(waiters).allSatisfy(w -> assertThat(status(w.id())).isEqualTo(Status.READY));
    assertThat(emitted())
        .extracting(Candidate::id)
        .containsExactlyInAnyOrderElementsOf(waiters.stream().map(NewTask::id).toList());
  }

  /** Failures and cancellations run through the same network of waiters, while more are added. */
  @Test
  @Tag("deep")
  default void endsAddsAndCancellationsThatRaceLeaveNobodyWaitingForWhatHasEnded()
      throws Exception {
    List<Task> before = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      before.add(held());
    }
    Set<UUID> all = Collections.synchronizedSet(new LinkedHashSet<>(CoreWaitFixture.ids(before)));
    AtomicInteger next = new AtomicInteger();
    StoreScenario.race(
        4,
        () -> {
          for (int at = next.getAndIncrement(); at < before.size(); at = next.getAndIncrement()) {
            Task task = before.get(at);
            // Ids as Baton creates them: a waiting task has a later id, so that all threads lock in
            // one order.
            UUID middleId = new UUID(-1, at * 2L);
            UUID lastId = new UUID(-1, at * 2L + 1);
            Set<UUID> both = Set.of(task.id(), before.get((at + 7) % 40).id());
            UUID middle = add(CoreWaitFixture.waiting(both, Set.of(), null, middleId));
            Set<UUID> other = Set.of(before.get((at + 13) % 40).id());
            UUID last = add(CoreWaitFixture.waiting(Set.of(middle), other, null, lastId));
            all.addAll(List.of(middle, last));
            Task blocked = store().find(middle).orElse(null);
            if (at % 5 == 0 && blocked != null) {
              store().apply(List.of(OperatorRules.cancel(blocked, "no need", WaitFixture.KEEP)));
            }
            store()
                .apply(
                    List.of(
                        at % 3 == 0
                            ? HolderRules.failed(task, "broke", WaitFixture.KEEP)
                            : HolderRules.done(task, null, WaitFixture.KEEP)));
          }
          return true;
        });
    for (Task ready : readyOnes(all)) {
      done(given().claim(ready, WaitFixture.OWNER));
    }
    for (Task ready : readyOnes(all)) {
      done(given().claim(ready, WaitFixture.OWNER));
    }
    assertThat(all).allSatisfy(id -> assertThat(store().find(id)).isEmpty());
  }

  private List<Task> readyOnes(Set<UUID> ids) {
    return ids.stream()
        .flatMap(id -> store().find(id).stream())
        .filter(task -> task.position().status() == Status.READY)
        .toList();
  }

  /** Number of races between each kind of change and an end. */
  int ROUNDS = 40;

  @Test
  default void anEditThatRacesTheEndLosesNothingAndDoublesNothing() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicInteger edits = new AtomicInteger();
      UUID waiter =
          raceTheEnd(
              id -> {
                for (int k = 0; k < 3; k++) {
                  edits.addAndGet(edit(given().find(id), Bytes.of("edit " + k)) ? 1 : 0);
                }
              });
      letGoOnce(waiter, edits.get());
    }
  }

  @Test
  @Tag("deep")
  default void mergesAndNewsThatRaceTheEndLoseNothingAndDoubleNothing() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      boolean merges = i % 2 == 0;
      AtomicInteger changes = new AtomicInteger();
      UUID waiter =
          raceTheEnd(
              id -> {
                for (int k = 0; k < 2; k++) {
                  boolean applied =
                      merges ? mergedAlone(id, Bytes.of("merged")) : toldAlone(id, "TOLD");
                  changes.addAndGet(applied ? 1 : 0);
                }
              });
      letGoOnce(waiter, changes.get());
    }
  }

  @Test
  @Tag("deep")
  default void aHoldAndItsEndThatRaceTheEndLoseNothingAndDoubleNothing() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicInteger moves = new AtomicInteger();
      UUID waiter =
          raceTheEnd(
              id -> {
                Task free = given().find(id);
                if (applied(OperatorRules.hold(free))) {
                  moves.incrementAndGet();
                  Task held = given().find(id);
                  // A held task stays held: no other thread may have moved it.
                  given()
                      .applied(
                          OperatorRules.release(
                              held, WaitFixture.AFTERWARDS, StoreScenario.HINT_EXPIRY));
                  moves.incrementAndGet();
                }
              });
      letGoOnce(waiter, moves.get());
    }
  }

  @Test
  default void aCancellationThatRacesTheEndLeavesTheTaskCancelledOrReady() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicInteger cancelled = new AtomicInteger();
      UUID waiter =
          raceTheEnd(
              id -> {
                Task task = given().find(id);
                boolean done =
                    task.position().status() == Status.BLOCKED
                        && applied(OperatorRules.cancel(task, "no need", WaitFixture.KEEP));
                cancelled.addAndGet(done ? 1 : 0);
              });
      if (cancelled.get() == 1) {
        assertThat(given().finished(waiter).error()).isEqualTo("no need");
        assertThat(timesTold(waiter)).isZero();
      } else {
        letGoOnce(waiter, 0);
      }
    }
  }

  private boolean applied(Transition transition) {
    return store().apply(List.of(transition)).get(0);
  }

  /**
   * Ends the task that another one waits for, while another thread runs the mover on the waiter.
   */
  private UUID raceTheEnd(Mover mover) throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    AtomicInteger roles = new AtomicInteger();
    StoreScenario.race(
        2,
        () -> {
          if (roles.getAndIncrement() == 0) {
            done(before);
          } else {
            mover.move(waiter);
          }
          return true;
        });
    return waiter;
  }

  /** Asserts that the task is ready and that each change has raised its version by one. */
  private void letGoOnce(UUID waiter, int changes) {
    long told = timesTold(waiter);
    Position ready = given().find(waiter).position();
    assertThat(ready.status()).isEqualTo(Status.READY);
    assertThat(ready.version()).isEqualTo(1 + changes + told);
    assertThat(told).isLessThanOrEqualTo(1);
    assertThat(store().waiting(waiter)).isEqualTo(WaitState.OVER);
  }

  private long timesTold(UUID waiter) {
    return emitted().stream().filter(candidate -> candidate.id().equals(waiter)).count();
  }

  /** A change that races an end. */
  @FunctionalInterface
  interface Mover {
    void move(UUID id) throws Exception;
  }
}
