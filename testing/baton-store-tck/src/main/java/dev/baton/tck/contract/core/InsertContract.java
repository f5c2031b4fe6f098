package dev.baton.tck.contract.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.api.AddResult;
import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.row.When;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract for adding tasks and reading them back. */
public interface InsertContract extends CoreFixture {

  @Test
  default void answersComeInTheOrderOfTheTasks() throws Exception {
    given().add(TaskDraft.ready("T").uniqueBy("3"));
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      drafts.add(TaskDraft.ready("T").uniqueBy(String.valueOf(i)));
    }
    Collections.shuffle(drafts, new Random(7));
    List<AddResult> results = given().addAll(drafts);
    for (int i = 0; i < drafts.size(); i++) {
      boolean taken = drafts.get(i).keys().get(0).text().equals("3");
      assertThat(results.get(i).wasAdded()).isEqualTo(!taken);
      assertThat(results.get(i).taskId().equals(drafts.get(i).id())).isEqualTo(!taken);
    }
  }

  @Test
  default void addingNothingAnswersNothing() throws Exception {
    assertThat(given().addAll(List.of())).isEmpty();
  }

  @Test
  default void twoThousandTasksAreAddedAtOnce() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      TaskDraft draft = TaskDraft.ready("T").withKey("flow " + i % 10);
      drafts.add(i % 4 == 0 ? draft.uniqueBy("key " + i) : draft);
    }
    assertThat(given().addAll(drafts)).hasSize(2_000).allMatch(AddResult::wasAdded);
    assertThat(store().firstOfEachFlow("default", null, 100)).hasSize(10);
    assertThat(given().find(drafts.get(1_999).id()).spec().key()).isEqualTo("flow 9");
  }

  @Test
  default void everyFieldIsReadBackAsItWasWritten() throws Exception {
    UUID owner = UUID.randomUUID();
    TaskSpec spec =
        new TaskSpec(
            new Flow("EXECUTE_PAYOUT", "Größe/ß 漢字 😀"),
            "to a bank",
            "payout-1",
            9,
            Bytes.of("{\"amount\": 1}"),
            Map.of("tenant", "a"),
            TaskTraits.NONE.withPayloadForm("v2"),
            new TaskSpec.Origin(UUID.randomUUID(), UUID.randomUUID()),
            false);
    NextPosition placement =
        new NextPosition(
            Status.RUNNING,
            owner,
            When.at(TaskDraft.PAST),
            When.at(TaskDraft.FUTURE),
            new Position.Counts(7, 2, 5, LastOutcome.LOST),
            "WAIT_FOR_'BANK'",
            Bytes.of("kept"));
    UUID id = UUID.randomUUID();
    store().insert(List.of(new NewTask(id, spec, placement, List.of())));
    Task task = given().find(id);
    assertThat(task.id()).isEqualTo(id);
    assertThat(task.spec()).isEqualTo(spec);
    assertThat(task.position())
        .isEqualTo(
            new Position(
                Status.RUNNING,
                1,
                owner,
                TaskDraft.PAST,
                TaskDraft.FUTURE,
                new Position.Counts(7, 2, 5, LastOutcome.LOST),
                "WAIT_FOR_'BANK'",
                Bytes.of("kept")));
    assertThat(task.lastChange()).isEqualTo(task.createdAt());
    assertThat(task.lastAction()).isEqualTo(task.createdAt());
  }

  @Test
  default void whatIsAbsentIsReadBackAsAbsent() throws Exception {
    TaskSpec spec =
        new TaskSpec(
            new Flow("T", ""), null, "default", 0, null, Map.of(), TaskSpec.Origin.NONE, false);
    UUID id = UUID.randomUUID();
    NewTask blocked = new NewTask(id, spec, AddRules.blocked(""), List.of());
    store().insert(List.of(blocked));
    Task task = given().find(id);
    assertThat(task.spec()).isEqualTo(spec);
    assertThat(task.position())
        .isEqualTo(
            new Position(
                Status.BLOCKED,
                1,
                null,
                null,
                null,
                new Position.Counts(0, 0, 0, LastOutcome.NONE),
                "",
                null));
  }

  @Test
  default void whetherATaskHasKeysIsReadBack() throws Exception {
    assertThat(given().added(TaskDraft.ready("T")).spec().keyed()).isFalse();
    assertThat(given().added(TaskDraft.ready("T").uniqueBy("k")).spec().keyed()).isTrue();
  }

  @Test
  default void anEmptyPayloadIsNotAnAbsentOne() throws Exception {
    Task empty = given().added(TaskDraft.ready("T").withPayload(Bytes.of("")));
    Task absent = given().added(TaskDraft.ready("T"));
    assertThat(empty.spec().payload()).isEqualTo(Bytes.of(""));
    assertThat(absent.spec().payload()).isNull();
  }

  @Test
  @Tag("deep")
  default void aPayloadOf12MegabytesIsReadBackByteForByte() throws Exception {
    byte[] bytes = new byte[12 * 1024 * 1024];
    new Random(12).nextBytes(bytes);
    TaskDraft draft = TaskDraft.ready("T").withPayload(Bytes.of(bytes));
    Task task = given().claimed(draft, UUID.randomUUID());
    assertThat(task.spec().payload()).isEqualTo(Bytes.of(bytes));
  }

  @Test
  default void carriedContextWithOddCharactersIsReadBack() throws Exception {
    Map<String, String> odd =
        Map.of(
            "",
            "no name",
            "none",
            "",
            "quote\"'`",
            "back\\slash / %_ ? :x $1 {}",
            "line\nbreak\r\ttab",
            "=;,&|\u0001",
            "漢字 😀 é",
            " blanks ",
            "Case",
            "1",
            "case",
            "2");
    assertThat(given().added(TaskDraft.ready("T").withContext(odd)).spec().context())
        .isEqualTo(odd);
  }

  @Test
  default void theContextIsWhatItsCallerGaveAndTheTraitsAreKeptApartFromIt() throws Exception {
    Map<String, String> context =
        Map.of("order", "1", "clear", "1", "payload", "v9", "tick", "then", "a=b&clear", "1");
    TaskTraits traits =
        TaskTraits.NONE.clearingPayload().withPayloadForm("v2,gzip").with("a=b&order", "ü😀 &=");
    TaskDraft both = TaskDraft.ready("T").withContext(context).withTraits(traits);
    TaskDraft one = TaskDraft.ready("T").withPayload(Bytes.of("p")).withContext(context);
    TaskDraft neither = TaskDraft.ready("T").withPayload(Bytes.of("p"));
    for (TaskDraft draft : List.of(both, one, neither)) {
      given().addAll(List.of(draft.withId(UUID.randomUUID()), draft));
      Task live = given().find(draft.id());
      assertThat(live.spec().context()).isEqualTo(draft.spec().context());
      assertThat(live.spec().traits()).isEqualTo(draft.spec().traits());
      Task claimed = given().claim(live, UUID.randomUUID());
      assertThat(claimed.spec()).isEqualTo(live.spec());
      given().applied(HolderRules.done(claimed, null, StoreScenario.KEEP));
      assertThat(given().finished(draft.id()).spec()).isEqualTo(live.spec());
    }
  }

  @Test
  default void traitsOfTheLargestSizeAreReadBack() throws Exception {
    TaskTraits large = TaskTraits.NONE.with("k", "ü".repeat(TaskSpec.MAX_CONTEXT_CHARACTERS - 1));
    assertThat(given().added(TaskDraft.ready("T").withTraits(large)).spec().traits())
        .isEqualTo(large);
  }

  @Test
  default void carriedContextOfTheLargestSizeIsReadBack() throws Exception {
    Map<String, String> large = Map.of("k", "ü".repeat(TaskSpec.MAX_CONTEXT_CHARACTERS - 1));
    assertThat(given().added(TaskDraft.ready("T").withContext(large)).spec().context())
        .isEqualTo(large);
  }

  @Test
  default void theLongestNamesAreReadBack() throws Exception {
    TaskSpec spec =
        new TaskSpec(
            new Flow("ü".repeat(250), "😀".repeat(100)),
            "漢".repeat(250),
            "b".repeat(60),
            0,
            null,
            Map.of(),
            TaskSpec.Origin.NONE,
            true);
    UUID id = UUID.randomUUID();
    TaskKey key =
        new TaskKey(
            TaskKey.Kind.UNIQUE, "漢".repeat(501), new TaskKey.KeyRetention(Duration.ZERO, false));
    NewTask task =
        new NewTask(id, spec, AddRules.now(Duration.ofDays(1), "漢".repeat(60)), List.of(key));
    store().insert(List.of(task));
    assertThat(given().find(id).spec()).isEqualTo(spec);
    assertThat(given().find(id).position().state()).isEqualTo("漢".repeat(60));
    assertThat(store().firstOfEachFlow("b".repeat(60), null, 2))
        .extracting(Candidate::flow)
        .containsExactly(spec.flow());
  }

  @Test
  default void timesAreKeptToTheMicrosecond() throws Exception {
    Task task = given().added(TaskDraft.due("T", TaskDraft.FUTURE));
    assertThat(task.position().runAt()).isEqualTo(TaskDraft.FUTURE);
    assertThat(task.position().nextEventAt()).isEqualTo(TaskDraft.FUTURE);
    assertThat(task.createdAt()).isEqualTo(task.createdAt().truncatedTo(ChronoUnit.MICROS));
  }

  @Test
  default void delaysAreCountedOnTheStoresOwnClock() throws Exception {
    Duration delay = Duration.ofHours(30).plusNanos(123_456_000);
    Task task = given().added(TaskDraft.of("T", AddRules.later(When.in(delay), "")));
    assertThat(task.position().nextEventAt())
        .isCloseTo(task.createdAt().plus(delay), within(1, ChronoUnit.SECONDS));
    assertThat(task.position().runAt()).isEqualTo(task.position().nextEventAt());
  }

  @Test
  default void theLongestDelayFits() throws Exception {
    Task task = given().added(TaskDraft.of("T", AddRules.later(When.in(When.LONGEST), "")));
    assertThat(task.position().nextEventAt())
        .isCloseTo(task.createdAt().plus(When.LONGEST), within(1, ChronoUnit.SECONDS));
  }

  @Test
  default void whatIsNotThereIsNotFound() {
    assertThat(store().find(UUID.randomUUID())).isEmpty();
    assertThat(store().findFinished(UUID.randomUUID())).isEmpty();
  }
}
