package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.Cursor;
import dev.baton.operate.IdPrefix;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TimeRange;
import dev.baton.spi.FoundTask;
import dev.baton.spi.OperationsStore;
import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.SweepRules;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract for searches and the history of attempts. */
public interface SearchContract extends CoreFixture {

  /** Returns the operations store on the store's database. */
  OperationsStore operations();

  @Test
  default void nothingIsFoundWhereNothingIs() {
    assertThat(found(TaskFilter.all())).isEmpty();
    assertThat(operations().attempts(UUID.randomUUID(), 10)).isEmpty();
  }

  @Test
  default void eachConditionFindsItsTasksLiveAndFinishedAndNoOthers() throws Exception {
    UUID parent = UUID.randomUUID();
    UUID chain = UUID.randomUUID();
    List<TaskSpec> specs =
        List.of(
            spec("PAY_OUT", "SEPA", "default", "P1", parent, chain),
            spec("PAY_OUT", null, "default", "", null, null),
            spec("PAY%OUT", "SEPA", "mail", "P2", null, chain));
    for (TaskSpec spec : specs) {
      UUID live = add(spec);
      UUID ended = add(spec);
      Task held = given().claim(given().find(ended), UUID.randomUUID());
      given().applied(HolderRules.done(held, Bytes.of("a result"), StoreScenario.KEEP));
      Set<UUID> both = Set.of(live, ended);
      assertThat(ids(TaskFilter.all().ids(both))).isEqualTo(both);
    }
    check(TaskFilter.all(), 1, 1, 1);
    check(TaskFilter.all().type("PAY_OUT"), 1, 1, 0);
    check(TaskFilter.all().type("PAY"), 0, 0, 0);
    check(TaskFilter.all().typePrefix("PAY_"), 1, 1, 0);
    check(TaskFilter.all().typePrefix("PAY%"), 0, 0, 1);
    check(TaskFilter.all().typePrefix("PAY"), 1, 1, 1);
    check(TaskFilter.all().subType("SEPA"), 1, 0, 1);
    check(TaskFilter.all().key("P1"), 1, 0, 0);
    check(TaskFilter.all().key(""), 0, 1, 0);
    check(TaskFilter.all().bucket("mail"), 0, 0, 1);
    check(TaskFilter.all().parent(parent), 1, 0, 0);
    check(TaskFilter.all().correlation(chain), 1, 0, 1);
    check(TaskFilter.all().correlation(chain).bucket("mail").subType("SEPA"), 0, 0, 1);
  }

  @Test
  default void idsAreFoundByTheirBeginningLiveAndFinished() throws Exception {
    UUID before = withId("01890a5d-ac95-7fff-bfff-ffffffffffff");
    UUID live = withId("01890a5d-ac96-7000-8000-000000000000");
    UUID ended = withId("01890a5d-ac96-7fff-bfff-ffffffffffff");
    UUID behind = withId("01890a5d-ac97-7000-8000-000000000000");
    UUID chosen = withId("f1890a5d-ac96-4000-8000-000000000000");
    for (UUID id : List.of(ended, behind)) {
      Task held = given().claim(given().find(id), UUID.randomUUID());
      given().applied(HolderRules.done(held, Bytes.of(""), StoreScenario.KEEP));
    }
    assertThat(idsWith("01890a5d-ac96", 10)).containsExactlyInAnyOrder(live, ended);
    assertThat(idsWith("01890a5d-ac9", 10)).containsExactlyInAnyOrder(before, live, ended, behind);
    assertThat(idsWith("01890a5d-ac9", 3)).hasSize(3).doesNotContain(chosen);
    assertThat(idsWith("F1890A5D", 10)).containsExactly(chosen);
    assertThat(idsWith("01890a5d-ac98", 10)).isEmpty();
  }

  private UUID withId(String id) throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    return given()
        .added(new TaskDraft(UUID.fromString(id), draft.spec(), draft.placement(), draft.keys()))
        .id();
  }

  private List<UUID> idsWith(String text, int limit) {
    IdPrefix prefix = new IdPrefix(text);
    return operations().idsBetween(prefix.first(), prefix.last(), limit);
  }

  /**
   * Checks the number of tasks that a filter finds. Two of each kind were added, and one of the two
   * has finished.
   */
  private void check(TaskFilter filter, int... counts) {
    int all = 2 * (counts[0] + counts[1] + counts[2]);
    assertThat(found(filter)).as("%s", filter).hasSize(all);
    TaskFilter done = filter.status(Status.DONE);
    assertThat(found(done))
        .as("%s", done)
        .hasSize(all / 2)
        .allSatisfy(task -> assertThat(task.status()).isEqualTo(Status.DONE));
  }

  @Test
  default void theFirstTaskOfAChainIsFoundByItsOwnId() throws Exception {
    UUID first = given().added(TaskDraft.ready("T")).id();
    add(spec("T", null, "default", "", first, first));
    given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    UUID ended = given().done(TaskDraft.ready("T"), StoreScenario.KEEP).id();
    assertThat(found(TaskFilter.all().correlation(first))).hasSize(2);
    assertThat(ids(TaskFilter.all().correlation(ended))).containsExactly(ended);
    UUID alone = add(spec("T", null, "default", "", null, null));
    add(spec("T", null, "default", "", alone, alone));
    assertThat(found(TaskFilter.all().correlation(alone))).hasSize(2);
  }

  @Test
  default void tasksAreFoundInEveryStatus() throws Exception {
    for (Status status : Status.values()) {
      UUID id = inStatus(status);
      assertThat(found(TaskFilter.all().status(status)))
          .as("%s", status)
          .singleElement()
          .satisfies(
              task -> {
                assertThat(task.id()).isEqualTo(id);
                assertThat(task.status()).isEqualTo(status);
              });
    }
    assertThat(found(TaskFilter.all().status(Status.ERROR, Status.FAILED))).hasSize(2);
    assertThat(found(TaskFilter.all().status(Status.DONE, Status.FAILED, Status.CANCELLED)))
        .hasSize(3);
    assertThat(found(TaskFilter.all())).hasSize(Status.values().length);
  }

  @Test
  default void whatIsFoundIsAsItWasReadButForWhatMayBeLarge() throws Exception {
    TaskDraft draft =
        TaskDraft.ready("T").withPayload(Bytes.of("secret")).withContext(Map.of("a", "b"));
    Task live = given().added(draft);
    assertThat(found(TaskFilter.all())).containsExactly(new FoundTask.Live(live.outline()));
    assertThat(live.outline().spec().payload()).isNull();
    Task held = given().claim(live, UUID.randomUUID());
    given().applied(HolderRules.done(held, Bytes.of("a result"), StoreScenario.KEEP));
    assertThat(found(TaskFilter.all()))
        .containsExactly(new FoundTask.Finished(given().finished(live.id()).outline()));
  }

  @Test
  default void timesAreBoundedBelowInclusivelyAndAboveExclusively() throws Exception {
    Task early = given().added(TaskDraft.due("T", TaskDraft.PAST));
    passTime(Duration.ofMillis(5));
    Task late = given().added(TaskDraft.due("T", TaskDraft.FUTURE));
    TaskFilter all = TaskFilter.all();
    assertThat(ids(all.runAt(TimeRange.before(TaskDraft.FUTURE)))).containsExactly(early.id());
    assertThat(ids(all.runAt(TimeRange.since(TaskDraft.FUTURE)))).containsExactly(late.id());
    assertThat(ids(all.created(TimeRange.before(late.createdAt())))).containsExactly(early.id());
    assertThat(ids(all.created(TimeRange.since(late.createdAt())))).containsExactly(late.id());
    given().applied(OperatorRules.cancel(early, "gone", StoreScenario.KEEP));
    passTime(Duration.ofMillis(5));
    given().applied(OperatorRules.cancel(late, "gone", StoreScenario.KEEP));
    Instant first = given().finished(early.id()).finishedAt();
    Instant second = given().finished(late.id()).finishedAt();
    assertThat(ids(all.finished(TimeRange.between(first, second)))).containsExactly(early.id());
    assertThat(ids(all.finished(TimeRange.since(second)))).containsExactly(late.id());
    assertThat(ids(all.created(TimeRange.before(late.createdAt())))).containsExactly(early.id());
    assertThat(ids(all.runAt(TimeRange.since(TaskDraft.PAST)))).isEmpty();
  }

  @Test
  default void theLongestRangeThereIsHoldsAll() throws Exception {
    Instant first = Instant.parse("0001-01-01T00:00:00Z");
    TimeRange longest = TimeRange.between(first, Instant.parse("9999-12-31T00:00:00Z"));
    Task live = given().added(TaskDraft.due("T", TaskDraft.PAST));
    TaskFilter all = TaskFilter.all();
    assertThat(ids(all.created(longest).runAt(longest))).containsExactly(live.id());
    given().applied(OperatorRules.cancel(live, "gone", StoreScenario.KEEP));
    assertThat(ids(all.created(longest).finished(longest))).containsExactly(live.id());
    assertThat(ids(all.created(TimeRange.before(first)))).isEmpty();
  }

  @Test
  @Tag("deep")
  default void pagesOfAnySizeTellEachTaskOnceInOrderLiveOnesFirst() throws Exception {
    List<UUID> live = new ArrayList<>();
    List<UUID> ended = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      live.add(given().added(TaskDraft.in(i % 2 == 0 ? Status.ERROR : Status.WAITING)).id());
      Task task = given().added(TaskDraft.ready("T").withId(new UUID(-i, i)));
      given()
          .applied(
              i % 2 == 0
                  ? OperatorRules.cancel(task, "", StoreScenario.KEEP)
                  : HolderRules.done(
                      given().claim(task, UUID.randomUUID()), null, StoreScenario.KEEP));
      ended.add(task.id());
      passTime(Duration.ofMillis(2));
    }
    live.sort((one, other) -> one.toString().compareTo(other.toString()));
    List<UUID> oldest = new ArrayList<>(live);
    oldest.addAll(ended);
    Collections.reverse(live);
    Collections.reverse(ended);
    List<UUID> newest = new ArrayList<>(live);
    newest.addAll(ended);
    for (int size : List.of(1, 2, 3, 7, 14, 15)) {
      assertThat(paged(TaskFilter.all(), size)).isEqualTo(newest);
      assertThat(paged(TaskFilter.all().oldestFirst(), size)).isEqualTo(oldest);
    }
    assertThat(paged(TaskFilter.all().type("T").oldestFirst(), 2)).containsAll(ended);
    assertThat(paged(TaskFilter.all().status(Status.ERROR), 3)).hasSize(4);
  }

  @Test
  default void aPageGoesOnAfterATaskThatHasGone() throws Exception {
    Task one = given().added(TaskDraft.ready("T").withId(new UUID(1, 1)));
    given().added(TaskDraft.ready("T").withId(new UUID(2, 1)));
    TaskFilter filter = TaskFilter.all().status(Status.READY).oldestFirst();
    Cursor after = operations().find(filter, null, 1).get(0).cursor();
    given().applied(OperatorRules.cancel(one, "", StoreScenario.KEEP));
    assertThat(operations().find(filter, after, 10))
        .extracting(FoundTask::id)
        .containsExactly(new UUID(2, 1));
  }

  @Test
  default void failedAndLostAttemptsAreKeptWithTheirErrorsAndGoodOnesAreNot() throws Exception {
    UUID owner = UUID.randomUUID();
    Task first = given().claimed(TaskDraft.ready("T"), owner);
    given().applied(HolderRules.retryNow(first, StoreScenario.HINT_EXPIRY, "the bank said no"));
    passTime(Duration.ofMillis(5));
    Task second = given().claim(given().find(first.id()), owner);
    assertThat(store().renew(Duration.ofMillis(1), List.of(StoreScenario.fence(second))).renewed())
        .isNotEmpty();
    passTime(Duration.ofMillis(30));
    given().applied(SweepRules.lost(second, StoreScenario.HINT_EXPIRY));
    passTime(Duration.ofMillis(5));
    Task third = given().claim(given().find(first.id()), UUID.randomUUID());
    given().applied(HolderRules.done(third, null, StoreScenario.KEEP));
    List<PastAttempt> all = operations().attempts(first.id(), 10);
    assertThat(all)
        .hasSize(3)
        .allSatisfy(it -> assertThat(it.took()).isGreaterThanOrEqualTo(Duration.ZERO));
    assertThat(all.get(0).outcome()).isEqualTo(LastOutcome.SUCCESS);
    assertThat(all.get(0).owner()).isEqualTo(third.position().owner());
    assertThat(all.get(0).claimedAt()).isEqualTo(third.claimedAt());
    List<PastAttempt> history = all.subList(1, 3);
    assertThat(history.get(1).claimedAt()).isEqualTo(first.claimedAt());
    assertThat(history.get(0).claimedAt()).isEqualTo(second.claimedAt());
    assertThat(history.get(0).took()).isGreaterThanOrEqualTo(Duration.ofMillis(30));
    assertThat(history.get(1).error()).isEqualTo("the bank said no");
    assertThat(history.get(1).outcome()).isEqualTo(LastOutcome.FAILURE);
    assertThat(history.get(1).number()).isEqualTo(1);
    assertThat(history.get(1).owner()).isEqualTo(owner);
    assertThat(history.get(0).outcome()).isEqualTo(LastOutcome.LOST);
    assertThat(history.get(0).number()).isEqualTo(2);
    assertThat(history.get(0).endedAt()).isAfter(history.get(1).endedAt());
    assertThat(operations().attempts(first.id(), 1)).isEqualTo(all.subList(0, 1));
  }

  @Test
  default void theAttemptsOfATaskGoWithItsFinishedRowOrWithTheTaskThatLeavesNone()
      throws Exception {
    Task kept = retried("kept");
    given().applied(HolderRules.done(kept, null, Duration.ofMillis(1)));
    Task forgotten = retried("forgotten");
    assertThat(operations().attempts(kept.id(), 10)).hasSize(2);
    assertThat(operations().attempts(forgotten.id(), 10)).hasSize(1);
    given().applied(HolderRules.done(forgotten, null, Duration.ZERO));
    assertThat(operations().attempts(forgotten.id(), 10)).isEmpty();
    passTime(Duration.ofMillis(30));
    store().prune(100);
    assertThat(operations().attempts(kept.id(), 10)).isEmpty();
  }

  @Test
  default void theBeginningsOfTheLatestErrorsOfManyTasksAreReadAtOnce() throws Exception {
    Task twice = retried("the first");
    passTime(Duration.ofMillis(5));
    given().applied(HolderRules.retryNow(twice, StoreScenario.HINT_EXPIRY, "x".repeat(700)));
    Task once = retried("only one");
    Task never = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    List<UUID> asked = List.of(never.id(), once.id(), twice.id(), UUID.randomUUID());
    assertThat(operations().latestErrors(asked))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(twice.id(), "x".repeat(500), once.id(), "only one"));
  }

  private Task retried(String error) throws Exception {
    Task first = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given().applied(HolderRules.retryNow(first, StoreScenario.HINT_EXPIRY, error));
    return given().claim(given().find(first.id()), UUID.randomUUID());
  }

  private UUID inStatus(Status status) throws Exception {
    if (!status.isFinished()) {
      return given().added(TaskDraft.in(status)).id();
    }
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given()
        .applied(
            switch (status) {
              case FAILED -> HolderRules.failed(held, "no", StoreScenario.KEEP);
              case CANCELLED -> OperatorRules.cancel(held, "no", StoreScenario.KEEP);
              default -> HolderRules.done(held, null, StoreScenario.KEEP);
            });
    return held.id();
  }

  private UUID add(TaskSpec spec) throws Exception {
    UUID id = UUID.randomUUID();
    NewTask task = new NewTask(id, spec, TaskDraft.ready(spec.type()).placement(), List.of());
    store().insert(List.of(task));
    return id;
  }

  private static TaskSpec spec(
      String type,
      @Nullable String subType,
      String bucket,
      String key,
      @Nullable UUID parent,
      @Nullable UUID correlation) {
    return new TaskSpec(
        new Flow(type, key),
        subType,
        bucket,
        5,
        null,
        Map.of(),
        new TaskSpec.Origin(parent, correlation),
        false);
  }

  private List<FoundTask> found(TaskFilter filter) {
    return operations().find(filter, null, 100);
  }

  private Set<UUID> ids(TaskFilter filter) {
    Set<UUID> ids = new TreeSet<>();
    found(filter).forEach(task -> ids.add(task.id()));
    return ids;
  }

  private List<UUID> paged(TaskFilter filter, int size) {
    List<UUID> all = new ArrayList<>();
    Cursor after = null;
    for (int page = 0; page < 100; page++) {
      List<FoundTask> found = operations().find(filter, after, size);
      found.forEach(task -> all.add(task.id()));
      if (found.size() < size) {
        return all;
      }
      after = Cursor.parse(found.get(size - 1).cursor().text());
    }
    throw new AssertionError("No end of pages");
  }
}
