package dev.baton.tck.contract.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The contract for transitions: a transition is applied exactly when its guard matches, and then
 * completely.
 */
public interface ApplyContract extends CoreFixture {

  @Test
  default void aTransitionAppliesExactlyWhenAllOfItsGuardHolds() throws Exception {
    List<Transition> transitions = new ArrayList<>();
    List<Boolean> expected = new ArrayList<>();
    for (boolean lapsed : new boolean[] {true, false}) {
      for (int wrong = 0; wrong < 16; wrong++) {
        UUID owner = UUID.randomUUID();
        TaskDraft draft = TaskDraft.held("T", owner, lapsed ? TaskDraft.PAST : TaskDraft.FUTURE);
        given().added(draft);
        boolean timeIsUp = (wrong & 8) != 0;
        Guard guard =
            new Guard(
                (wrong & 1) == 0 ? 1 : 2,
                (wrong & 2) == 0 ? Status.RUNNING : Status.ERROR,
                (wrong & 4) == 0 ? owner : UUID.randomUUID(),
                timeIsUp);
        transitions.add(cancel(draft.id(), guard));
        expected.add((wrong & 7) == 0 && (lapsed || !timeIsUp));
      }
    }
    assertThat(store().apply(transitions)).isEqualTo(expected);
    for (int i = 0; i < transitions.size(); i++) {
      UUID id = transitions.get(i).id();
      assertThat(store().findFinished(id).isPresent()).isEqualTo(expected.get(i));
      assertThat(store().find(id).isPresent()).isEqualTo(!expected.get(i));
    }
  }

  @Test
  default void aGuardWithoutAnOwnerMeansThatNobodyMayHoldTheTask() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given().refused(cancel(held.id(), new Guard(2, Status.RUNNING, null, false)));
    Task ready = given().added(TaskDraft.ready("T"));
    given().refused(cancel(ready.id(), new Guard(1, Status.READY, UUID.randomUUID(), false)));
    given().applied(cancel(ready.id(), new Guard(1, Status.READY, null, false)));
  }

  @Test
  default void aGuardOfEveryLiveStatusMeetsThatStatusOnly() throws Exception {
    List<Status> live = List.of(Status.BLOCKED, Status.WAITING, Status.READY, Status.ERROR);
    for (Status stands : live) {
      Task task = given().added(TaskDraft.in(stands));
      for (Status seen : live) {
        if (seen != stands) {
          given().refused(cancel(task.id(), new Guard(1, seen, null, false)));
        }
      }
      // Without an alarm, the task is never due.
      boolean alarmed = stands.hasAlarm();
      given().refused(cancel(task.id(), new Guard(1, stands, null, true)));
      assertThat(given().find(task.id()).position().nextEventAt() != null).isEqualTo(alarmed);
      given().applied(cancel(task.id(), new Guard(1, stands, null, false)));
    }
  }

  @Test
  default void verdictsComeInTheOrderOfTheTransitions() throws Exception {
    List<Transition> transitions = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Task task = given().added(TaskDraft.ready("T"));
      Guard guard = new Guard(i % 3 == 0 ? 9 : 1, Status.READY, null, false);
      transitions.add(cancel(task.id(), guard));
    }
    transitions.add(cancel(UUID.randomUUID(), new Guard(1, Status.READY, null, false)));
    Collections.shuffle(transitions, new Random(20));
    List<Boolean> verdicts = store().apply(transitions);
    for (int i = 0; i < transitions.size(); i++) {
      Transition transition = transitions.get(i);
      assertThat(store().findFinished(transition.id()).isPresent()).isEqualTo(verdicts.get(i));
    }
    assertThat(verdicts).filteredOn(applied -> applied).hasSize(13);
  }

  @Test
  default void applyingNothingAnswersNothing() {
    assertThat(store().apply(List.of())).isEmpty();
  }

  @Test
  default void batchesOfAllKindsOfChangesAreApplied() throws Exception {
    UUID owner = UUID.randomUUID();
    Task done = given().claimed(TaskDraft.ready("T").uniqueBy("k"), owner);
    Task failed = given().claimed(TaskDraft.ready("T"), owner);
    Task retried = given().claimed(TaskDraft.ready("T"), owner);
    Task parked = given().claimed(TaskDraft.ready("T"), owner);
    Task broken = given().claimed(TaskDraft.ready("T"), owner);
    Task kept = given().claimed(TaskDraft.ready("T"), owner);
    Task forgotten = given().claimed(TaskDraft.ready("T"), owner);
    Bytes large = Bytes.of("x".repeat(100_000));
    assertThat(
            store()
                .apply(
                    List.of(
                        HolderRules.done(done, Bytes.of("r"), StoreScenario.KEEP),
                        HolderRules.failed(failed, "no", StoreScenario.KEEP),
                        HolderRules.retry(retried, Duration.ofHours(1), "again"),
                        HolderRules.park(parked, When.at(TaskDraft.FUTURE), "S", large),
                        HolderRules.error(broken, "help"),
                        HolderRules.checkpoint(kept, StoreScenario.LEASE, Bytes.of("")),
                        HolderRules.done(forgotten, null, Duration.ZERO))))
        .containsOnly(true)
        .hasSize(7);
    assertThat(given().finished(done.id()).result()).isEqualTo(Bytes.of("r"));
    assertThat(given().finished(failed.id()).status()).isEqualTo(Status.FAILED);
    assertThat(given().find(retried.id()).position().status()).isEqualTo(Status.WAITING);
    assertThat(given().find(parked.id()).position().data()).isEqualTo(large);
    assertThat(given().find(broken.id()).position().status()).isEqualTo(Status.ERROR);
    assertThat(given().find(kept.id()).position().data()).isEqualTo(Bytes.of(""));
    assertThat(store().find(forgotten.id())).isEmpty();
    assertThat(store().findFinished(forgotten.id())).isEmpty();
  }

  @Test
  default void ofTwoLargeClaimsExactlyWhatIsHeldSoIsFinished() throws Exception {
    List<UUID> owners = List.of(UUID.randomUUID(), UUID.randomUUID());
    List<Transition> batch = new ArrayList<>();
    for (int claim = 0; claim < 2; claim++) {
      List<TaskDraft> drafts = IntStream.range(0, 150).mapToObj(i -> TaskDraft.ready("T")).toList();
      given().addAll(drafts);
      List<ClaimRequest> requests =
          drafts.stream().map(draft -> new ClaimRequest(draft.id(), 1, 3)).toList();
      List<Task> held = store().claim(owners.get(claim), StoreScenario.LEASE, requests);
      assertThat(held).hasSize(150);
      Duration keep = claim == 0 ? Duration.ZERO : StoreScenario.KEEP;
      for (Task task : held) {
        batch.add(HolderRules.done(task, null, keep));
      }
      batch.set(150 * claim + 6, HolderRules.done(held.get(6), Bytes.of("r"), keep));
      // One was released, one names another claim as its owner, and one has another version.
      assertThat(store().apply(List.of(HolderRules.release(held.get(7), StoreScenario.LEASE))))
          .containsExactly(true);
      batch.set(150 * claim + 8, under(batch.get(150 * claim + 8), 2, owners.get(1 - claim)));
      batch.set(150 * claim + 9, under(batch.get(150 * claim + 9), 3, owners.get(claim)));
    }
    List<Verdict> verdicts = store().tryApply(batch);
    for (int i = 0; i < batch.size(); i++) {
      boolean stale = i % 150 >= 7 && i % 150 <= 9;
      assertThat(verdicts.get(i)).isEqualTo(stale ? Verdict.STALE : Verdict.APPLIED);
      assertThat(store().find(batch.get(i).id()).isPresent()).isEqualTo(stale);
      assertThat(store().findFinished(batch.get(i).id()).isPresent()).isEqualTo(!stale && i >= 150);
    }
    assertThat(given().finished(batch.get(156).id()).result()).isEqualTo(Bytes.of("r"));
  }

  private static Transition under(Transition transition, long version, UUID owner) {
    Guard guard = new Guard(version, Status.RUNNING, owner, false);
    return new Transition(
        transition.rule(), transition.id(), guard, transition.change(), transition.error());
  }

  @Test
  default void aMoveWritesTheWholePlacementUnderTheNextVersion() throws Exception {
    UUID owner = UUID.randomUUID();
    Task held = given().claimed(TaskDraft.ready("T"), owner);
    given().applied(HolderRules.park(held, When.at(TaskDraft.FUTURE), "LATER", Bytes.of("d")));
    Task parked = given().find(held.id());
    assertThat(parked.position())
        .isEqualTo(
            new Position(
                Status.WAITING,
                3,
                null,
                TaskDraft.FUTURE,
                TaskDraft.FUTURE,
                new Position.Counts(0, 0, 3, LastOutcome.SUCCESS),
                "LATER",
                Bytes.of("d")));
    assertThat(parked.spec()).isEqualTo(held.spec());
    assertThat(parked.createdAt()).isEqualTo(held.createdAt());
  }

  @Test
  default void aCheckpointKeepsTheVersionSoThatItsHolderStaysFenced() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given().applied(HolderRules.checkpoint(held, StoreScenario.LEASE, Bytes.of("half")));
    assertThat(given().find(held.id()).position().version()).isEqualTo(2);
    given().applied(HolderRules.done(held, null, StoreScenario.KEEP));
  }

  @Test
  default void aMoveThatDoesNotChangeStateOrDataLeavesWhatACheckpointKept() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given().applied(HolderRules.checkpoint(held, StoreScenario.LEASE, Bytes.of("half")));
    // Built from an older read: the version is still the same.
    given().applied(HolderRules.release(held, StoreScenario.HINT_EXPIRY));
    assertThat(given().find(held.id()).position().data()).isEqualTo(Bytes.of("half"));
  }

  @Test
  default void lastChangeMovesWithStateOrDataOnlyAndLastActionWithTheVersion() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    passTime(Duration.ofMillis(2));
    given().applied(HolderRules.retryNow(held, StoreScenario.HINT_EXPIRY, "again"));
    Task again = given().find(held.id());
    assertThat(again.lastChange()).isEqualTo(held.lastChange());
    assertThat(again.lastAction()).isAfter(held.lastAction());
    Task second = given().claim(again, UUID.randomUUID());
    passTime(Duration.ofMillis(2));
    given().applied(HolderRules.checkpoint(second, StoreScenario.LEASE, Bytes.of("x")));
    Task kept = given().find(held.id());
    assertThat(kept.lastChange()).isAfter(second.lastChange());
    assertThat(kept.claimedAt()).isEqualTo(second.lastAction());
  }

  @Test
  default void aFinishedTaskTellsHowItsLifeWas() throws Exception {
    for (@Nullable Bytes result : new Bytes[] {null, Bytes.of("receipt")}) {
      UUID owner = UUID.randomUUID();
      Task held = given().claimed(TaskDraft.ready("T").withPayload(Bytes.of("p")), owner);
      given()
          .applied(
              HolderRules.goTo(
                  held, StoreScenario.LEASE, held.position().lossLimit(), "LAST", Bytes.of("d")));
      Task last = given().find(held.id());
      assertThat(store().tryApply(List.of(HolderRules.done(last, result, Duration.ofHours(5)))))
          .containsExactly(Verdict.APPLIED);
      FinishedTask finished = given().finished(held.id());
      assertThat(store().find(held.id())).isEmpty();
      assertThat(finished.spec()).isEqualTo(held.spec());
      assertThat(finished.status()).isEqualTo(Status.DONE);
      assertThat(finished.version()).isEqualTo(4);
      assertThat(finished.owner()).isEqualTo(owner);
      assertThat(finished.attempts()).isEqualTo(1);
      assertThat(finished.losses()).isZero();
      assertThat(finished.state()).isEqualTo("LAST");
      assertThat(finished.result()).isEqualTo(result);
      assertThat(finished.error()).isNull();
      assertThat(finished.createdAt()).isEqualTo(held.createdAt());
      assertThat(finished.finishedAt()).isAfterOrEqualTo(held.lastAction());
      assertThat(finished.keepUntil())
          .isCloseTo(finished.finishedAt().plusSeconds(5 * 3_600), within(1, ChronoUnit.SECONDS));
    }
  }

  /** A store that keeps attempts in separate rows must not leave them behind. */
  @Test
  default void tasksThatWereTriedBeforeEndWithoutATraceAloneAndTogether() throws Exception {
    List<Function<Task, Transition>> histories =
        List.of(
            t -> HolderRules.retryNow(t, StoreScenario.HINT_EXPIRY, "first"),
            // Counts no attempt, but writes one.
            t -> HolderRules.unknownHere(t, StoreScenario.HINT_EXPIRY, "a state"));
    for (Function<Task, Transition> history : histories) {
      List<TaskDraft> drafts = IntStream.range(0, 123).mapToObj(i -> TaskDraft.ready("T")).toList();
      given().addAll(drafts);
      List<Transition> first = claim(drafts, 1).stream().map(history).toList();
      assertThat(store().apply(first)).containsOnly(true);
      List<Transition> ends = new ArrayList<>();
      for (List<TaskDraft> claim : List.of(drafts.subList(0, 122), drafts.subList(122, 123))) {
        claim(claim, 3).forEach(task -> ends.add(HolderRules.done(task, null, Duration.ZERO)));
      }
      // One task alone, many tasks of one claim, and two tasks of two claims that end differently.
      for (List<Transition> some :
          List.of(ends.subList(0, 1), ends.subList(1, 121), ends.subList(121, 123))) {
        assertThat(store().tryApply(some)).containsOnly(Verdict.APPLIED);
      }
      assertThat(store().find(drafts.get(0).id())).isEmpty();
      assertThat(store().findFinished(drafts.get(0).id())).isEmpty();
    }
  }

  private List<Task> claim(List<TaskDraft> drafts, long version) {
    return store()
        .claim(
            UUID.randomUUID(),
            StoreScenario.LEASE,
            drafts.stream().map(draft -> new ClaimRequest(draft.id(), version, 3)).toList());
  }

  @Test
  default void aTaskThatNobodyHeldFinishesWithoutAnOwner() throws Exception {
    Task ready = given().added(TaskDraft.ready("T"));
    given().applied(OperatorRules.cancel(ready, "not wanted", StoreScenario.KEEP));
    FinishedTask finished = given().finished(ready.id());
    assertThat(finished.owner()).isNull();
    assertThat(finished.status()).isEqualTo(Status.CANCELLED);
    assertThat(finished.version()).isEqualTo(2);
    assertThat(finished.error()).isEqualTo("not wanted");
    assertThat(finished.result()).isNull();
  }

  @Test
  default void resultsAndErrorsAreReadBackAsTheyWere() throws Exception {
    Bytes large = Bytes.of("ü".repeat(1_000_000));
    for (@Nullable Bytes result : new Bytes[] {null, Bytes.of(""), large}) {
      Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
      given().applied(HolderRules.done(held, result, StoreScenario.KEEP));
      assertThat(given().finished(held.id()).result()).isEqualTo(result);
    }
    String odd = "<b>'\"\\\n\t漢😀" + "e".repeat(7_900);
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given().applied(HolderRules.failed(held, odd, StoreScenario.KEEP));
    assertThat(given().finished(held.id()).error()).isEqualTo(odd);
  }

  private static Transition cancel(UUID id, Guard guard) {
    return new Transition(
        Rule.CANCEL,
        id,
        guard,
        new Change.Finish(Status.CANCELLED, null, StoreScenario.KEEP),
        "cancelled by the contract");
  }
}
