package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.PastAttempt;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.RunAgainStore;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.LastOutcome;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * The contract for attempts: they and their errors exist exactly as long as their task, however it
 * ends.
 */
public interface AttemptsContract extends CoreFixture {
  /** Number of tasks that end together, enough for a store to write them together. */
  int MANY = 20;

  Duration KEPT_LONG = Duration.ofDays(60);

  OperationsStore operations();

  /** Returns the store, as the one that runs tasks again. */
  RunAgainStore again();

  @Test
  default void theAttemptsOfManyTasksThatWereRunAgainAreThereUntilTheTasksArePruned()
      throws Exception {
    List<Task> held = claimedAgain(MANY);
    end(held, KEPT_LONG);
    passTime(Duration.ofDays(40));
    store().prune(1_000);
    for (Task task : held) {
      assertThat(given().finished(task.id())).isNotNull();
      assertThat(operations().attempts(task.id(), 10))
          .extracting(PastAttempt::error)
          .containsExactly("", "no");
    }
    passTime(Duration.ofDays(21));
    store().prune(1_000);
    for (Task task : held) {
      assertThat(store().findFinished(task.id())).isEmpty();
      assertThat(operations().attempts(task.id(), 10)).isEmpty();
    }
  }

  @Test
  default void theAttemptByWhichATaskIsDoneTellsHowLongItTookHoweverManyEndWithIt()
      throws Exception {
    UUID owner = UUID.randomUUID();
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      drafts.add(TaskDraft.ready("T"));
    }
    given().addAll(drafts);
    List<Task> held = new ArrayList<>();
    for (TaskDraft draft : drafts) {
      held.add(given().claim(given().find(draft.id()), owner));
    }
    Task inserted = given().added(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.FUTURE));
    held.add(inserted);
    passTime(Duration.ofMillis(20));
    store().renew(StoreScenario.LEASE, held.stream().map(StoreScenario::fence).toList());
    end(held, KEPT_LONG);
    for (Task task : held) {
      PastAttempt good = operations().attempts(task.id(), 10).get(0);
      assertThat(good.claimedAt()).isEqualTo(task.claimedAt());
      assertThat(good.took()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
      assertThat(good.number()).isEqualTo(1);
    }
  }

  /** Nodes recognize by the outcome, not by its text, which node has left a task to others. */
  @Test
  default void theHistoryHasAnOutcomeForEachWayAnAttemptEnds() throws Exception {
    Map<LastOutcome, Function<Task, Transition>> ways =
        Map.of(
            LastOutcome.FAILURE,
            task -> HolderRules.retryNow(task, StoreScenario.HINT_EXPIRY, "no"),
            LastOutcome.LEFT_TO_OTHERS,
            task -> HolderRules.unknownHere(task, StoreScenario.HINT_EXPIRY, "a newer state"),
            LastOutcome.SUCCESS,
            task -> HolderRules.done(task, null, StoreScenario.KEEP),
            LastOutcome.NONE,
            task -> OperatorRules.cancel(task, "not wanted", StoreScenario.KEEP));
    for (Map.Entry<LastOutcome, Function<Task, Transition>> way : ways.entrySet()) {
      Task held = given().claim(given().added(TaskDraft.ready("T")), UUID.randomUUID());
      given().applied(way.getValue().apply(held));
      assertThat(operations().attempts(held.id(), 10))
          .extracting(PastAttempt::outcome)
          .containsExactly(way.getKey());
    }
    Task failed = given().claim(given().added(TaskDraft.ready("T")), UUID.randomUUID());
    given().applied(HolderRules.retryNow(failed, StoreScenario.HINT_EXPIRY, "no"));
    Task again = given().claim(given().find(failed.id()), UUID.randomUUID());
    given().applied(HolderRules.unknownHere(again, StoreScenario.HINT_EXPIRY, "a state"));
    assertThat(given().find(failed.id()).position().lastOutcome())
        .as("the remains of its last attempt are still valid")
        .isEqualTo(LastOutcome.FAILURE);
  }

  @Test
  default void whatEndsATaskThatNoNodeHoldsTookNoTime() throws Exception {
    Task waiting = given().added(TaskDraft.ready("T"));
    given().applied(OperatorRules.fail(waiting, "never", StoreScenario.KEEP));
    assertThat(operations().attempts(waiting.id(), 10).get(0).took()).isNull();
  }

  @Test
  default void theAttemptsOfATaskThatWasRunAgainGoWithTheTaskThatLeavesNoTrace() throws Exception {
    List<Task> held = claimedAgain(MANY);
    end(held, Duration.ZERO);
    for (Task task : held) {
      assertThat(operations().attempts(task.id(), 10)).isEmpty();
    }
    Task alone = claimedAgain(1).get(0);
    given().applied(HolderRules.done(alone, null, Duration.ZERO));
    assertThat(operations().attempts(alone.id(), 10)).isEmpty();
  }

  @Test
  default void theAttemptsOfALiveTaskStayHoweverOldTheyAre() throws Exception {
    Task task = claimedAgain(1).get(0);
    passTime(Duration.ofDays(400));
    store().prune(1_000);
    assertThat(operations().attempts(task.id(), 10)).hasSize(1);
  }

  @Test
  default void aTaskThatTakesOverAnExpiredIdHasAttemptsOfItsOwn() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById();
    given().add(draft);
    Task first = given().claim(given().find(draft.id()), UUID.randomUUID());
    given().applied(HolderRules.failed(first, "no", Duration.ofMinutes(1)));
    passTime(Duration.ofMinutes(1).plusMillis(50));
    assertThat(operations().attempts(draft.id(), 10)).hasSize(1);
    assertThat(given().add(draft).wasAdded()).isTrue();
    assertThat(operations().attempts(draft.id(), 10)).isEmpty();
    assertThat(operations().latestErrors(Set.of(draft.id()))).isEmpty();
  }

  /**
   * Returns tasks that failed, were run again and are claimed once more; their counts start at
   * zero.
   */
  private List<Task> claimedAgain(int count) throws Exception {
    UUID first = UUID.randomUUID();
    UUID second = UUID.randomUUID();
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // Ids created at the same time.
      drafts.add(
          TaskDraft.ready("T")
              .withId(
                  new UUID(0x0193_a5b2_c000_7000L, UUID.randomUUID().getLeastSignificantBits())));
    }
    given().addAll(drafts);
    List<Task> held = new ArrayList<>();
    for (TaskDraft draft : drafts) {
      Task failing = given().claim(given().find(draft.id()), first);
      given().applied(HolderRules.failed(failing, "no", StoreScenario.KEEP));
      FinishedTask failed = given().finished(draft.id());
      assertThat(
              again()
                  .runAgain(
                      draft.id(),
                      failed.version(),
                      OperatorRules.runAgain(failed, null, StoreScenario.HINT_EXPIRY)))
          .isEmpty();
      held.add(given().claim(given().find(draft.id()), second));
    }
    assertThat(held).allMatch(task -> task.position().attempts() == 1);
    return held;
  }

  private void end(List<Task> held, Duration keep) {
    List<Transition> ends = held.stream().map(task -> HolderRules.done(task, null, keep)).toList();
    assertThat(store().tryApply(ends)).containsOnly(Verdict.APPLIED);
  }
}
