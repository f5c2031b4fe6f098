package dev.baton.tck.contract.again;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.spi.RunAgainStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.row.When;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.OperatorRules;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for running finished tasks again. */
public interface RunAgainContract extends CoreFixture {

  /** Returns the store, as the one that runs tasks again. */
  RunAgainStore again();

  @Test
  default void whatHasBecomeOfTasksIsToldOfManyAtOnce() throws Exception {
    Task live = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    Task stopped = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given().applied(HolderRules.error(stopped, "no"));
    FinishedTask kept = given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    FinishedTask again = given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    assertThat(runAgain(again)).isEmpty();
    UUID never = UUID.randomUUID();
    LiveAndFinished found =
        store().liveAndFinished(Set.of(live.id(), stopped.id(), kept.id(), again.id(), never));
    assertThat(found.live()).containsExactlyInAnyOrder(live.id(), again.id(), stopped.id());
    assertThat(found.inError()).containsExactly(stopped.id());
    assertThat(found.finished()).containsExactly(kept);
    Set<UUID> many = new HashSet<>(Set.of(kept.id()));
    for (int i = 0; i < 1_000; i++) {
      many.add(UUID.randomUUID());
    }
    assertThat(store().liveAndFinished(many).finished()).containsExactly(kept);
    assertThat(store().liveAndFinished(Set.of()))
        .isEqualTo(new LiveAndFinished(Set.of(), Set.of(), List.of()));
  }

  @Test
  default void aPayloadIsRemovedWithTheEndOfATaskThatSaysSoAndItIsNotRunAgainWithoutIt()
      throws Exception {
    TaskTraits traits = TaskTraits.NONE.with("a=b&c", "d").with("b", "d").clearingPayload();
    List<FinishedTask> ended = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      ended.add(given().done(withPayload(traits), StoreScenario.KEEP));
    }
    Task failed = given().claimed(withPayload(traits), UUID.randomUUID());
    given().applied(HolderRules.failed(failed, "no", StoreScenario.KEEP));
    Task stopped = given().claimed(withPayload(traits), UUID.randomUUID());
    given().applied(HolderRules.error(stopped, "no"));
    assertThat(given().find(stopped.id()).spec().payload()).isEqualTo(Bytes.of("secret"));
    given().applied(OperatorRules.fail(given().find(stopped.id()), "no", StoreScenario.KEEP));
    Task waiting = given().added(withPayload(traits));
    given().applied(OperatorRules.cancel(waiting, "no", StoreScenario.KEEP));
    for (Task other : List.of(failed, stopped, waiting)) {
      ended.add(given().finished(other.id()));
    }
    for (FinishedTask task : ended) {
      assertThat(task.spec().payload()).isNull();
      assertThat(task.spec().isPayloadCleared()).isTrue();
      assertThat(task.spec().traits()).isEqualTo(traits);
      assertThat(runAgain(task)).contains(RunAgainRefusal.PAYLOAD_CLEARED);
    }
    TaskTraits misleading =
        TaskTraits.NONE.with("x", "clear=1&clear=1").with("clearly", "no").with("my.clear", "no");
    TaskDraft said = withPayload(misleading).withContext(Map.of("clear", "1"));
    FinishedTask kept = given().done(said, StoreScenario.KEEP);
    assertThat(kept.spec().payload()).isEqualTo(Bytes.of("secret"));
    assertThat(runAgain(kept)).isEmpty();
  }

  private static TaskDraft withPayload(TaskTraits traits) {
    return TaskDraft.ready("T").withPayload(Bytes.of("secret")).withTraits(traits);
  }

  @Test
  default void aFinishedTaskLivesAgainUnderItsNextVersionWithItsCountsAnew() throws Exception {
    Task held =
        given()
            .claimed(
                TaskDraft.ready("T").withKey("k").withPayload(Bytes.of("p")), UUID.randomUUID());
    given()
        .applied(
            HolderRules.goTo(
                held, StoreScenario.LEASE, held.position().lossLimit(), "SENT", Bytes.of("d")));
    given().applied(HolderRules.failed(given().find(held.id()), "no", StoreScenario.KEEP));
    FinishedTask finished = given().finished(held.id());
    NextPosition later = OperatorRules.runAgain(finished, When.at(TaskDraft.FUTURE), Duration.ZERO);
    assertThat(again().runAgain(held.id(), finished.version(), later)).isEmpty();
    assertThat(store().findFinished(held.id())).isEmpty();
    Task again = given().find(held.id());
    assertThat(again.spec()).isEqualTo(held.spec());
    assertThat(again.createdAt()).isEqualTo(held.createdAt());
    assertThat(again.position())
        .isEqualTo(
            new Position(
                Status.WAITING,
                finished.version() + 1,
                null,
                TaskDraft.FUTURE,
                TaskDraft.FUTURE,
                new Position.Counts(0, 0, 0, LastOutcome.NONE),
                "SENT",
                null));
  }

  @Test
  default void aTaskRunAgainIsFetchedClaimedAndFinishedLikeAnyOther() throws Exception {
    FinishedTask finished = given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    assertThat(runAgain(finished)).isEmpty();
    assertThat(store().firstOfEachFlow("default", null, 5)).hasSize(1);
    Task held = given().claim(given().find(finished.id()), UUID.randomUUID());
    given().applied(HolderRules.failed(held, "this time not", StoreScenario.KEEP));
    FinishedTask second = given().finished(finished.id());
    assertThat(second.status()).isEqualTo(Status.FAILED);
    assertThat(second.version()).isEqualTo(finished.version() + 3);
    assertThat(runAgain(second)).isEmpty();
  }

  @Test
  default void whatIsNotFinishedAtThatVersionIsNotRunAgain() throws Exception {
    FinishedTask finished = given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    NextPosition now = AddRules.now(StoreScenario.HINT_EXPIRY, "");
    Task live = given().added(TaskDraft.ready("T"));
    assertThat(again().runAgain(finished.id(), finished.version() - 1, now))
        .contains(RunAgainRefusal.NOT_THERE);
    assertThat(again().runAgain(finished.id(), finished.version() + 1, now))
        .contains(RunAgainRefusal.NOT_THERE);
    assertThat(again().runAgain(UUID.randomUUID(), 1, now)).contains(RunAgainRefusal.NOT_THERE);
    assertThat(again().runAgain(live.id(), 1, now)).contains(RunAgainRefusal.NOT_THERE);
    assertThat(given().finished(finished.id())).isEqualTo(finished);
    assertThat(given().find(live.id())).isEqualTo(live);
  }

  @Test
  default void aTaskRunAgainHasItsKeysAgain() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById().uniqueBy("k");
    FinishedTask finished = given().done(draft, StoreScenario.KEEP);
    assertThat(runAgain(finished)).isEmpty();
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(draft.id()));
    assertThat(given().add(draft)).isEqualTo(new AddResult.AlreadyExists(draft.id()));
    Task held = given().claim(given().find(draft.id()), UUID.randomUUID());
    given().applied(HolderRules.done(held, null, StoreScenario.KEEP));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")).wasAdded()).isTrue();
    assertThat(given().add(draft)).isEqualTo(new AddResult.AlreadyExists(draft.id()));
  }

  @Test
  default void aTaskRunAgainHasItsKeyAgainThoughTheKeyHadExpiredAndKeysWerePruned()
      throws Exception {
    TaskKey.KeyRetention brief = new TaskKey.KeyRetention(Duration.ofMillis(1), false);
    TaskDraft draft = TaskDraft.ready("T").uniqueBy("k", brief);
    FinishedTask finished = given().done(draft, StoreScenario.KEEP);
    passTime(Duration.ofMillis(20));
    store().prune(100);
    assertThat(runAgain(finished)).isEmpty();
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(draft.id()));
  }

  @Test
  default void aTaskWhoseKeyAnotherHasTakenIsNotRunAgain() throws Exception {
    FinishedTask finished = given().done(TaskDraft.ready("T").uniqueBy("k"), StoreScenario.KEEP);
    TaskDraft other = TaskDraft.ready("T").uniqueBy("k");
    given().added(other);
    assertThat(runAgain(finished)).contains(RunAgainRefusal.KEY_TAKEN);
    assertThat(given().finished(finished.id())).isEqualTo(finished);
    assertThat(store().find(finished.id())).isEmpty();
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(other.id()));
  }

  @Test
  default void aTaskWhoseKeyAnotherHoldsAfterItsEndIsNotRunAgain() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueBy("k");
    FinishedTask finished = given().done(draft, StoreScenario.KEEP);
    TaskKey.KeyRetention hold = new TaskKey.KeyRetention(Duration.ofDays(1), false);
    TaskDraft other = TaskDraft.ready("T").uniqueBy("k", hold);
    given().done(other, StoreScenario.KEEP);
    assertThat(runAgain(finished)).contains(RunAgainRefusal.KEY_TAKEN);
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(other.id()));
  }

  @Test
  default void oneTakenKeyOfTwoIsEnoughToRefuse() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById().uniqueBy("k");
    FinishedTask finished = given().done(draft, StoreScenario.KEEP);
    given().added(TaskDraft.ready("T").uniqueBy("k"));
    assertThat(runAgain(finished)).contains(RunAgainRefusal.KEY_TAKEN);
    // Its id stays reserved for it.
    assertThat(given().add(TaskDraft.ready("T").withId(draft.id()).uniqueById()))
        .isEqualTo(new AddResult.AlreadyExists(draft.id()));
  }

  @Test
  default void aTaskNeverRunsAgainWithoutAKeyThatAnotherHadInBetween() throws Exception {
    FinishedTask finished = given().done(TaskDraft.ready("T").uniqueBy("k"), StoreScenario.KEEP);
    Task other = given().claimed(TaskDraft.ready("T").uniqueBy("k"), UUID.randomUUID());
    given().applied(HolderRules.done(other, null, Duration.ZERO));
    // The key is free now. A store may nevertheless refuse, but it must not forget the key.
    Optional<RunAgainRefusal> refusal = runAgain(finished);
    AddResult third = given().add(TaskDraft.ready("T").uniqueBy("k"));
    if (refusal.isEmpty()) {
      assertThat(third).isEqualTo(new AddResult.AlreadyExists(finished.id()));
    } else {
      assertThat(third.wasAdded()).isTrue();
    }
  }

  @Test
  default void aTaskIsRunAgainOnceByRacers() throws Exception {
    FinishedTask finished = given().done(TaskDraft.ready("T").uniqueBy("k"), StoreScenario.KEEP);
    List<Optional<RunAgainRefusal>> answers = StoreScenario.race(4, () -> runAgain(finished));
    assertThat(answers).filteredOn(Optional::isEmpty).hasSize(1);
    assertThat(given().find(finished.id()).position().version()).isEqualTo(finished.version() + 1);
  }

  @Test
  default void anAddAndARunAgainNeverBothGetAKey() throws Exception {
    for (int round = 0; round < 30; round++) {
      String key = "round " + round;
      FinishedTask finished = given().done(TaskDraft.ready("T").uniqueBy(key), StoreScenario.KEEP);
      var adding = StoreScenario.elsewhere(() -> given().add(TaskDraft.ready("T").uniqueBy(key)));
      boolean runs = runAgain(finished).isEmpty();
      assertThat(StoreScenario.answer(adding).wasAdded()).isNotEqualTo(runs);
    }
  }

  @Test
  default void tasksOfEveryFinishedStatusAreRunAgain() throws Exception {
    List<FinishedTask> all = new ArrayList<>();
    all.add(given().done(TaskDraft.ready("T"), StoreScenario.KEEP));
    Task failed = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given().applied(HolderRules.failed(failed, "no", StoreScenario.KEEP));
    all.add(given().finished(failed.id()));
    Task cancelled = given().added(TaskDraft.ready("T"));
    given().applied(OperatorRules.cancel(cancelled, "no", StoreScenario.KEEP));
    all.add(given().finished(cancelled.id()));
    for (FinishedTask each : all) {
      assertThat(runAgain(each)).isEmpty();
      assertThat(given().find(each.id()).position().status()).isEqualTo(Status.READY);
    }
  }

  private Optional<RunAgainRefusal> runAgain(FinishedTask finished) {
    return again()
        .runAgain(
            finished.id(),
            finished.version(),
            OperatorRules.runAgain(finished, null, StoreScenario.HINT_EXPIRY));
  }
}
