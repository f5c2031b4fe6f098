package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.statistics.Histogram;
import dev.baton.api.statistics.TaskFigures;
import dev.baton.spi.FiguresStore;
import dev.baton.spi.FiguresStore.Group;
import dev.baton.spi.FiguresStore.Late;
import dev.baton.spi.FiguresStore.Minute;
import dev.baton.spi.FiguresStore.TakenSlot;
import dev.baton.spi.TaskStore.LimitedRequest;
import dev.baton.task.Permit;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.rule.HolderRules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every store of figures must do. */
public abstract class FiguresStoreContract implements StoreFixture {
  private static final UUID ONE = new UUID(1, 1);
  private static final UUID OTHER = new UUID(-1, 1);
  private static final Instant EARLIER = TaskDraft.PAST.minusSeconds(5);

  /** Of the tasks of {@link #store()}, and with nothing kept at a test's start. */
  protected abstract FiguresStore figures();

  @Test
  void liveTasksAreCountedByBucketTypeAndStatus() throws Exception {
    for (Status status : Status.values()) {
      if (!status.isFinished()) {
        given().add(TaskDraft.in(status));
      }
    }
    given().add(TaskDraft.ready("T", EARLIER, TaskDraft.FUTURE).withKey("k"));
    given().add(TaskDraft.due("U", TaskDraft.FUTURE));
    given().add(TaskDraft.due("T", TaskDraft.FUTURE).inBucket("b"));
    given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    FiguresStore.Counted counted = figures().count();
    assertThat(counted.complete()).isTrue();
    assertThat(counted.groups())
        .containsExactly(
            new Group("b", "T", Status.WAITING, 1, null),
            new Group("default", "T", Status.BLOCKED, 1, null),
            new Group("default", "T", Status.WAITING, 1, null),
            new Group("default", "T", Status.READY, 2, EARLIER),
            new Group("default", "T", Status.RUNNING, 1, null),
            new Group("default", "T", Status.ERROR, 1, null),
            new Group("default", "U", Status.WAITING, 1, null));
  }

  @Test
  void whereThereIsNothingNothingIsCounted() {
    assertThat(figures().count().groups()).isEmpty();
    assertThat(figures().count().at()).isBetween(TaskDraft.PAST, TaskDraft.FUTURE);
    assertThat(figures().now()).isBetween(TaskDraft.PAST, TaskDraft.FUTURE);
  }

  @Test
  void whatIsOverdueIsFoundByStatusTheEarliestFirst() throws Exception {
    UUID later = add(TaskDraft.due("T", TaskDraft.PAST));
    UUID earlier = add(TaskDraft.due("U", EARLIER).inBucket("b"));
    UUID lapsed = add(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.PAST));
    given().add(TaskDraft.due("T", TaskDraft.FUTURE));
    given().add(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.FUTURE));
    Instant now = figures().now();
    assertThat(figures().overdue(Status.WAITING, now, 10))
        .containsExactly(
            new Late(earlier, "b", "U", EARLIER), new Late(later, "default", "T", TaskDraft.PAST));
    assertThat(figures().overdue(Status.WAITING, now, 1)).extracting(Late::id).contains(earlier);
    assertThat(figures().overdue(Status.WAITING, TaskDraft.PAST, 10))
        .as("strictly before")
        .extracting(Late::id)
        .containsExactly(earlier);
    assertThat(figures().overdue(Status.RUNNING, now, 10))
        .containsExactly(new Late(lapsed, "default", "T", TaskDraft.PAST));
  }

  @Test
  void whatHasBeenReadyForLongIsFoundByTypeAndBucketExceptForSomeKeys() throws Exception {
    UUID plain = add(TaskDraft.ready("T", EARLIER, TaskDraft.FUTURE));
    UUID keyed = add(TaskDraft.ready("T", EARLIER, TaskDraft.FUTURE).withKey("k"));
    UUID urgent = add(TaskDraft.ready("T", EARLIER, TaskDraft.FUTURE).withKey("x").withPriority(0));
    given().add(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE));
    given().add(TaskDraft.ready("T", EARLIER, TaskDraft.FUTURE).inBucket("b"));
    given().add(TaskDraft.ready("U", EARLIER, TaskDraft.FUTURE));
    given().add(TaskDraft.due("T", EARLIER));
    assertThat(queued(List.of(), 10)).containsExactlyInAnyOrder(plain, keyed, urgent);
    assertThat(queued(List.of("k", "nobody's"), 10)).containsExactlyInAnyOrder(plain, urgent);
    assertThat(queued(List.of(""), 10)).containsExactlyInAnyOrder(keyed, urgent);
    assertThat(queued(List.of(), 2)).hasSize(2);
    assertThat(figures().queued("default", "T", EARLIER, List.of(), 10)).isEmpty();
    assertThat(figures().queued("nowhere", "T", TaskDraft.PAST, List.of(), 10)).isEmpty();
  }

  private List<UUID> queued(List<String> exceptKeys, int limit) {
    return figures().queued("default", "T", TaskDraft.PAST, exceptKeys, limit).stream()
        .map(Late::id)
        .toList();
  }

  @Test
  void theSlotsOfLimitsAreThoseOfTasksStillHeld() throws Exception {
    UUID owner = UUID.randomUUID();
    Permit ofKey = new Permit.Slot("L", "k", 3);
    Task one = claimed(ofKey, owner);
    Task two = claimed(new Permit.Slot("M", "", 3), owner);
    Task gone = claimed(ofKey, owner);
    given().applied(HolderRules.done(gone, null, StoreScenario.KEEP));
    assertThat(figures().slots(10))
        .containsExactly(
            new TakenSlot("L\nk", one.id(), owner, "T"), new TakenSlot("M", two.id(), owner, "T"));
    assertThat(figures().slots(1)).hasSize(1);
  }

  @Test
  void aRateIsInUseUntilWhatItGaveOutIsPaidFor() throws Exception {
    assertThat(figures().rates(10)).isEmpty();
    claimed(new Permit.Rate("R", "", Duration.ofHours(1).toNanos() / 1_000, 1, 1), ONE);
    assertThat(figures().rates(10)).extracting(FiguresStore.UsedRate::name).containsExactly("R");
    assertThat(figures().rates(10).get(0).paidUntil()).isAfter(figures().now());
  }

  @Test
  void whatASourceKeepsOfAMinuteReplacesWhatItKeptOfItBefore() {
    Instant told = figures().keep(ONE, List.of(minute(100, "b", "T", 1)));
    assertThat(told).isBetween(TaskDraft.PAST, TaskDraft.FUTURE);
    figures().keep(ONE, List.of(minute(100, "b", "T", 3), minute(101, "b", "T", 1)));
    figures().keep(ONE, List.of(minute(100, "b", "T", 3)));
    assertThat(figures().keep(ONE, List.of())).isBetween(TaskDraft.PAST, TaskDraft.FUTURE);
    assertThat(figures().kept(100, 102, 1, null, null))
        .containsExactly(minute(100, "b", "T", 3), minute(101, "b", "T", 1));
  }

  @Test
  void whatSourcesKeptIsAddedUpInSteps() {
    figures().keep(ONE, List.of(minute(99, "b", "T", 50), minute(100, "b", "T", 1)));
    figures()
        .keep(
            OTHER,
            List.of(
                minute(100, "b", "T", 2),
                minute(104, "b", "T", 4),
                minute(105, "b", "T", 8),
                minute(110, "b", "T", 50)));
    assertThat(figures().kept(100, 110, 1, null, null))
        .containsExactly(
            minute(100, "b", "T", 3), minute(104, "b", "T", 4), minute(105, "b", "T", 8));
    assertThat(figures().kept(100, 110, 5, null, null))
        .containsExactly(minute(100, "b", "T", 7), minute(105, "b", "T", 8));
    assertThat(figures().kept(98, 110, 6, null, null))
        .as("counted from the first minute")
        .containsExactly(minute(98, "b", "T", 53), minute(104, "b", "T", 12));
  }

  @Test
  void figuresAreToldOfOneTypeOrBucketByNameAndTime() {
    figures()
        .keep(
            ONE,
            List.of(
                minute(101, "b", "U", 1),
                minute(100, "b", "U", 2),
                minute(100, "b", "T", 4),
                minute(100, "a", "U", 8)));
    assertThat(figures().kept(0, 200, 1, null, null))
        .containsExactly(
            minute(100, "a", "U", 8),
            minute(100, "b", "T", 4),
            minute(100, "b", "U", 2),
            minute(101, "b", "U", 1));
    assertThat(figures().kept(0, 200, 1, "U", null)).hasSize(3);
    assertThat(figures().kept(0, 200, 1, "U", "a")).containsExactly(minute(100, "a", "U", 8));
    assertThat(figures().kept(0, 200, 1, "u", null)).as("names are told apart").isEmpty();
  }

  @Test
  void oldFiguresArePrunedAFewAtATime() {
    long now = figures().now().getEpochSecond() / 60;
    figures()
        .keep(
            ONE,
            List.of(
                minute(now - 200, "b", "T", 1),
                minute(now - 190, "b", "T", 1),
                minute(now - 180, "b", "T", 1),
                minute(now - 2, "b", "T", 1)));
    assertThat(figures().pruneFigures(Duration.ofHours(2), 2)).isEqualTo(2);
    assertThat(figures().pruneFigures(Duration.ofHours(2), 2)).isEqualTo(1);
    assertThat(figures().pruneFigures(Duration.ofHours(2), 2)).isZero();
    assertThat(figures().kept(now - 300, now, 1, null, null))
        .containsExactly(minute(now - 2, "b", "T", 1));
  }

  private UUID add(TaskDraft draft) throws Exception {
    given().add(draft);
    return draft.id();
  }

  private Task claimed(Permit permit, UUID owner) throws Exception {
    Task ready = given().added(TaskDraft.ready("T"));
    LimitedRequest request = new LimitedRequest(StoreScenario.request(ready), List.of(permit));
    return store().claimWithin(owner, StoreScenario.LEASE, List.of(request)).claimed().get(0);
  }

  /** All its figures differ, and are as many times as large. */
  private static Minute minute(long number, String bucket, String type, long times) {
    List<Long> waited = new ArrayList<>();
    for (long step = 1; step <= Histogram.steps(); step++) {
      waited.add(step * times);
    }
    List<Long> ran = new ArrayList<>(waited);
    Collections.reverse(ran);
    TaskFigures figures =
        new TaskFigures(
            1_000 * times,
            101 * times,
            102 * times,
            103 * times,
            104 * times,
            105 * times,
            106 * times,
            Histogram.of(waited),
            Histogram.of(ran));
    return new Minute(number, bucket, type, figures);
  }
}
