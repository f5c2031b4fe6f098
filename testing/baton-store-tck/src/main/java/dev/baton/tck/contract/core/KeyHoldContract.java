package dev.baton.tck.contract.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskKey;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for how long a key stays taken. */
public interface KeyHoldContract extends CoreFixture {

  /** Long enough to differ from zero, and short enough to wait for. */
  Duration SHORT = Duration.ofMinutes(1);

  @Test
  default void aKeyIsFreeWhenItsTaskHasFinished() throws Exception {
    given().done(TaskDraft.ready("T").uniqueBy("k"), StoreScenario.KEEP);
    TaskDraft second = TaskDraft.ready("T").uniqueBy("k");
    assertThat(given().add(second).wasAdded()).isTrue();
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(second.id()));
  }

  @Test
  default void aKeyIsFreeWhenItsTaskIsCancelledOrForgotten() throws Exception {
    Task cancelled = given().added(TaskDraft.ready("T").uniqueBy("k"));
    given().applied(OperatorRules.cancel(cancelled, "not wanted", StoreScenario.KEEP));
    Task forgotten = given().claimed(TaskDraft.ready("T").uniqueBy("k"), UUID.randomUUID());
    given().applied(HolderRules.done(forgotten, null, Duration.ZERO));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")).wasAdded()).isTrue();
  }

  @Test
  default void aKeyHeldForAPeriodOutlivesItsTask() throws Exception {
    TaskKey.KeyRetention hold = new TaskKey.KeyRetention(Duration.ofDays(1), false);
    TaskDraft kept = TaskDraft.ready("T").uniqueBy("kept", hold);
    given().done(kept, Duration.ofHours(1));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("kept")))
        .isEqualTo(new AddResult.AlreadyExists(kept.id()));
    TaskDraft gone = TaskDraft.ready("T").uniqueBy("gone", hold);
    Task held = given().claimed(gone, UUID.randomUUID());
    given().applied(HolderRules.done(held, null, Duration.ZERO));
    store().prune(100);
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("gone")))
        .isEqualTo(new AddResult.AlreadyExists(gone.id()));
  }

  @Test
  default void aKeyHeldForAPeriodIsFreeAfterIt() throws Exception {
    TaskKey.KeyRetention hold = new TaskKey.KeyRetention(SHORT, false);
    given().done(TaskDraft.ready("T").uniqueBy("k", hold), StoreScenario.KEEP);
    passTime(SHORT.plusMillis(50));
    TaskDraft second = TaskDraft.ready("T").uniqueBy("k", hold);
    assertThat(given().add(second)).isEqualTo(new AddResult.Added(second.id()));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(second.id()));
  }

  @Test
  default void aLiveTaskKeepsItsKeyThoughThePeriodIsOver() throws Exception {
    TaskKey.KeyRetention hold = new TaskKey.KeyRetention(Duration.ofMillis(1), false);
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k", hold);
    given().added(first);
    passTime(Duration.ofMillis(20));
    store().prune(100);
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(first.id()));
  }

  @Test
  default void aKeyHeldWhileKeptIsTakenAsLongAsTheFinishedTaskIsKept() throws Exception {
    TaskKey.KeyRetention hold = new TaskKey.KeyRetention(Duration.ZERO, true);
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k", hold);
    given().done(first, SHORT);
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(first.id()));
    passTime(SHORT.plusMillis(50));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")).wasAdded()).isTrue();
  }

  @Test
  default void aKeyHeldWhileKeptIsFreeWhenNothingIsKept() throws Exception {
    TaskKey.KeyRetention hold = new TaskKey.KeyRetention(Duration.ZERO, true);
    Task held = given().claimed(TaskDraft.ready("T").uniqueBy("k", hold), UUID.randomUUID());
    given().applied(HolderRules.done(held, null, Duration.ZERO));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")).wasAdded()).isTrue();
  }

  @Test
  default void anIdIsTakenAsLongAsItsFinishedTaskIsKeptWhateverTheKeySays() throws Exception {
    TaskDraft plain = TaskDraft.ready("T");
    TaskKey.KeyRetention whileLive = new TaskKey.KeyRetention(Duration.ZERO, false);
    TaskKey id = new TaskKey(TaskKey.Kind.ID, plain.id().toString(), whileLive);
    TaskDraft draft = new TaskDraft(plain.id(), plain.spec(), plain.placement(), List.of(id));
    given().done(draft, StoreScenario.KEEP);
    assertThat(given().add(draft)).isEqualTo(new AddResult.AlreadyExists(draft.id()));
  }

  @Test
  default void anIdMayBeUsedAgainAfterItsFinishedTaskIsNoLongerKept() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById();
    given().done(draft, SHORT);
    passTime(SHORT.plusMillis(50));
    // The old row isn't pruned yet. It must not conflict with the new one.
    assertLivesAgain(draft);
    store().prune(100);
    assertThat(given().finished(draft.id()).error()).isEqualTo("second life");
  }

  @Test
  default void anIdMayBeUsedAgainAlsoWhenItsFinishedTaskIsKeptForAMomentOnly() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById();
    given().done(draft, Duration.ofNanos(1_000));
    passTime(Duration.ofMillis(20));
    assertLivesAgain(draft);
  }

  @Test
  default void anIdMayBeUsedAgainWhenPruningHasNotReachedItsFinishedTask() throws Exception {
    given().done(TaskDraft.ready("T"), Duration.ofMillis(1));
    TaskDraft draft = TaskDraft.ready("T").uniqueById();
    given().done(draft, SHORT);
    passTime(SHORT.plusMillis(50));
    assertThat(store().prune(1)).isEqualTo(1);
    assertLivesAgain(draft);
  }

  private void assertLivesAgain(TaskDraft draft) throws Exception {
    assertThat(given().add(draft)).isEqualTo(new AddResult.Added(draft.id()));
    Task again = given().claim(given().find(draft.id()), UUID.randomUUID());
    given().applied(HolderRules.failed(again, "second life", StoreScenario.KEEP));
    assertThat(given().finished(draft.id()).error()).isEqualTo("second life");
  }
}
