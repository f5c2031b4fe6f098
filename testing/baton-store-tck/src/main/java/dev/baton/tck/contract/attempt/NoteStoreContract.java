package dev.baton.tck.contract.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.api.Progress;
import dev.baton.spi.NoteStore;
import dev.baton.spi.RunNotes;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The contract of every note store. To run the contract, implement this type and return your store
 * from it.
 */
public interface NoteStoreContract extends CoreFixture {
  /** An arbitrary value. */
  Bytes VALUE = Bytes.of(new byte[] {0, 1, -1, 'x'});

  /** Retention of notes. */
  Duration HOUR = Duration.ofHours(1);

  /** Returns the note store, next to the rows of {@link #store()}. */
  NoteStore notes();

  @Test
  default void stepsAreKeptByTaskAndName() throws Exception {
    Task one = held();
    Task other = held();
    assertThat(keep(one, "a", VALUE)).isTrue();
    assertThat(keep(one, "ä A", Bytes.of(""))).isTrue();
    assertThat(keep(one, "A", VALUE)).isTrue();
    assertThat(notes().steps(one.id()))
        .containsOnly(Map.entry("a", VALUE), Map.entry("A", VALUE), Map.entry("ä A", Bytes.of("")));
    assertThat(notes().steps(other.id())).isEmpty();
  }

  @Test
  default void aLaterValueReplacesThatOfTheSameStep() throws Exception {
    Task task = held();
    assertThat(keep(task, "a", Bytes.of("begun"))).isTrue();
    assertThat(keep(task, "a", VALUE)).isTrue();
    assertThat(notes().steps(task.id())).containsOnly(Map.entry("a", VALUE));
  }

  @Test
  default void aLargeValueAndALongNameAreKept() throws Exception {
    Task task = held();
    Bytes large = Bytes.of(new byte[256 * 1024]);
    assertThat(keep(task, "n".repeat(120), large)).isTrue();
    assertThat(notes().steps(task.id())).containsOnly(Map.entry("n".repeat(120), large));
  }

  @Test
  default void aStepOfATaskThatIsNotHeldSoIsNotKept() throws Exception {
    Task task = held();
    ClaimFence fence = StoreScenario.fence(task);
    assertThat(notes().keepStep(new ClaimFence(task.id(), 1, fence.owner()), "a", VALUE)).isFalse();
    assertThat(notes().keepStep(new ClaimFence(task.id(), 2, UUID.randomUUID()), "a", VALUE))
        .isFalse();
    given().applied(HolderRules.release(task, StoreScenario.HINT_EXPIRY));
    assertThat(keep(task, "a", VALUE)).isFalse();
    assertThat(notes().steps(task.id())).isEmpty();
  }

  /** Tasks that are claimed together have the same owner and version. */
  @Test
  default void aStepIsNotKeptBecauseAnotherTaskOfTheSameClaimIsHeld() throws Exception {
    Task other = held();
    UUID owner = StoreScenario.fence(other).owner();
    Task task =
        given().claimed(TaskDraft.of("T", AddRules.now(StoreScenario.HINT_EXPIRY, "")), owner);
    given().applied(HolderRules.release(task, StoreScenario.HINT_EXPIRY));
    assertThat(keep(task, "a", VALUE)).isFalse();
    assertThat(keep(other, "a", VALUE)).isTrue();
  }

  @Test
  default void stepsOutliveTheirHolder() throws Exception {
    Task task = held();
    keep(task, "a", VALUE);
    given().applied(HolderRules.retry(task, HOUR, "no"));
    assertThat(notes().steps(task.id())).containsOnlyKeys("a");
  }

  @Test
  default void theEndOfARunForgetsItsStepsAndKeepsItsResultInTheSameStep() throws Exception {
    Task task = held();
    keep(task, "a", VALUE);
    assertThat(notes().lastResult(task.id())).isEmpty();
    assertThat(end(task, new RunNotes(task, true, VALUE, 0))).isEqualTo(Verdict.APPLIED);
    assertThat(given().find(task.id()).position().status()).isEqualTo(Status.READY);
    assertThat(notes().steps(task.id())).isEmpty();
    assertThat(notes().lastResult(task.id())).contains(VALUE);
  }

  @Test
  default void anEndWithoutAResultLeavesTheLastOne() throws Exception {
    Task first = held();
    end(first, RunNotes.ofRun(first, VALUE, 0));
    Task second = nextRun(first.id());
    end(second, RunNotes.ofRun(second, null, 0));
    assertThat(notes().lastResult(first.id())).contains(VALUE);
    Task third = nextRun(first.id());
    end(third, RunNotes.ofRun(third, Bytes.of(""), 0));
    assertThat(notes().lastResult(first.id())).contains(Bytes.of(""));
  }

  @Test
  default void anEndThatIsRefusedLeavesTheNotes() throws Exception {
    Task task = held();
    keep(task, "a", VALUE);
    given().applied(HolderRules.release(task, StoreScenario.HINT_EXPIRY));
    assertThat(end(task, new RunNotes(task, true, VALUE, 0))).isEqualTo(Verdict.STALE);
    assertThat(notes().steps(task.id())).containsOnlyKeys("a");
    assertThat(notes().lastResult(task.id())).isEmpty();
  }

  @Test
  default void theLastResultOutlivesItsTaskForAWhile() throws Exception {
    Task task = held();
    end(task, RunNotes.ofRun(task, VALUE, 0));
    given().applied(HolderRules.done(nextRun(task.id()), null, Duration.ZERO));
    assertThat(notes().lastResult(task.id())).contains(VALUE);
    passTime(HOUR);
    assertThat(notes().pruneNotes(HOUR, 100)).isEqualTo(1);
    assertThat(notes().lastResult(task.id())).isEmpty();
  }

  @Test
  default void theLatestProgressOfEachTaskIsKept() throws Exception {
    Task one = held();
    Task other = held();
    assertThat(notes().progress(one.id())).isEmpty();
    progress(one.id(), 0, "");
    progress(one.id(), 1.0 / 3, "3,000 of 9,000 rows, größer");
    progress(other.id(), 1, "all");
    Progress found = notes().progress(one.id()).orElseThrow();
    assertThat(found.fraction()).isEqualTo(1.0 / 3);
    assertThat(found.text()).isEqualTo("3,000 of 9,000 rows, größer");
    assertThat(found.at()).isAfterOrEqualTo(one.createdAt());
    assertThat(notes().progress(other.id()).orElseThrow().text()).isEqualTo("all");
    assertThat(notes().steps(one.id())).isEmpty();
  }

  @Test
  default void oldNotesOfTasksThatAreGoneArePruned() throws Exception {
    Task gone = held();
    Task live = held();
    keep(gone, "a", VALUE);
    keep(live, "a", VALUE);
    progress(gone.id(), 0.5, "half");
    given().applied(HolderRules.done(gone, null, Duration.ZERO));
    assertThat(notes().pruneNotes(HOUR, 10)).isZero();
    passTime(HOUR.plusMinutes(1));
    assertThat(notes().pruneNotes(HOUR, 10)).isEqualTo(1);
    assertThat(notes().steps(gone.id())).isEmpty();
    assertThat(notes().progress(gone.id())).isEmpty();
    assertThat(notes().steps(live.id())).hasSize(1);
    assertThat(notes().pruneNotes(HOUR, 10)).isZero();
  }

  @Test
  default void aTaskWithTheIdOfOneThatIsKeptNoMoreHasNotesOfItsOwn() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById();
    given().add(draft);
    Task first = nextRun(draft.id());
    keep(first, "a", VALUE);
    keep(first, "b", VALUE);
    end(first, RunNotes.ofRun(first, VALUE, 0));
    progress(first.id(), 0.5, "half");
    given().applied(HolderRules.failed(nextRun(first.id()), "no", Duration.ofMinutes(1)));
    passTime(Duration.ofMinutes(1).plusMillis(50));
    assertThat(given().add(draft)).isEqualTo(new AddResult.Added(draft.id()));
    assertThat(notes().steps(draft.id())).isEmpty();
    assertThat(notes().lastResult(draft.id())).isEmpty();
    assertThat(notes().progress(draft.id())).isEmpty();

    Task second = nextRun(draft.id());
    keep(second, "a", Bytes.of("other"));
    assertThat(notes().steps(draft.id())).containsOnly(Map.entry("a", Bytes.of("other")));
    given().applied(HolderRules.done(second, null, StoreScenario.KEEP));
    assertThat(notes().lastResult(draft.id())).isEmpty();
    assertThat(notes().progress(draft.id())).isEmpty();
  }

  private Verdict end(Task held, RunNotes run) {
    Transition repeats = HolderRules.goToLater(held, StoreScenario.HINT_EXPIRY, "", null);
    return notes().tryApply(repeats, run);
  }

  private Task nextRun(UUID id) {
    return given().claim(given().find(id), UUID.randomUUID());
  }

  /** Adds and claims a task. */
  default Task held() throws Exception {
    return given()
        .claimed(TaskDraft.of("T", AddRules.now(StoreScenario.HINT_EXPIRY, "")), UUID.randomUUID());
  }

  /** Stores a step of a claimed task. */
  default boolean keep(Task held, String name, Bytes value) {
    return notes().keepStep(StoreScenario.fence(held), name, value);
  }

  /** Stores the progress of a task. */
  default void progress(UUID task, double fraction, String text) {
    notes().noteProgress(Map.of(task, new Progress(fraction, text, Instant.EPOCH)));
  }
}
