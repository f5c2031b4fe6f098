package dev.baton.tck.contract.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.SweepRules;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for the effects of time: due tasks, overdue tasks, and the end of retention. */
public interface SweepContract extends CoreFixture {

  @Test
  default void leasesThatEndTooLateAreFoundAndShortenedByARenewal() throws Exception {
    UUID owner = UUID.randomUUID();
    Task far = given().added(TaskDraft.held("T", owner, TaskDraft.FUTURE));
    Task near = given().added(TaskDraft.held("T", owner, TaskDraft.PAST));
    given().add(TaskDraft.due("T", TaskDraft.FUTURE));
    given().add(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE));
    Duration longest = Duration.ofMinutes(5);
    assertThat(store().leasesBeyond(longest, 10)).extracting(Task::id).containsExactly(far.id());
    assertThat(store().leasesBeyond(longest, 10).get(0).position().owner()).isEqualTo(owner);
    ClaimFence fence = new ClaimFence(far.id(), far.position().version(), owner);
    assertThat(store().renew(longest, List.of(fence)).renewed()).containsExactly(far.id());
    assertThat(store().leasesBeyond(longest, 10)).isEmpty();
    Position shortened = given().find(far.id()).position();
    assertThat(shortened.nextEventAt()).isBefore(TaskDraft.FUTURE);
    assertThat(shortened.version()).isEqualTo(far.position().version());
    assertThat(given().find(near.id()).position()).isEqualTo(near.position());
  }

  @Test
  default void dueTasksBecomeReadyEarliestFirst() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      drafts.add(TaskDraft.due("T", TaskDraft.PAST.plusSeconds(i)));
    }
    List<UUID> inOrder = drafts.stream().map(TaskDraft::id).toList();
    Collections.shuffle(drafts, new Random(9));
    drafts.add(TaskDraft.due("T", TaskDraft.FUTURE));
    given().addAll(drafts);
    List<Candidate> first = store().due(StoreScenario.HINT_EXPIRY, 5);
    List<Candidate> second = store().due(StoreScenario.HINT_EXPIRY, 5);
    assertThat(first).extracting(Candidate::id).isEqualTo(inOrder.subList(0, 5));
    assertThat(second).extracting(Candidate::id).isEqualTo(inOrder.subList(5, 9));
    assertThat(store().due(StoreScenario.HINT_EXPIRY, 5)).isEmpty();
  }

  @Test
  default void aDueTaskKeepsItsPlaceInTheOrderOfArrival() throws Exception {
    Task waiting = given().added(TaskDraft.due("T", TaskDraft.PAST).withKey("k").withPriority(1));
    passTime(Duration.ofMillis(2));
    List<Candidate> due = store().due(Duration.ofMinutes(7), 5);
    Task ready = given().find(waiting.id());
    assertThat(due).containsExactly(ready.candidate());
    Position p = ready.position();
    assertThat(p.status()).isEqualTo(Status.READY);
    assertThat(p.version()).isEqualTo(2);
    assertThat(p.runAt()).isEqualTo(TaskDraft.PAST);
    assertThat(p.nextEventAt())
        .isCloseTo(ready.lastAction().plusSeconds(420), within(1, ChronoUnit.SECONDS));
    assertThat(ready.lastAction()).isAfter(waiting.lastAction());
    assertThat(ready.lastChange()).isEqualTo(waiting.lastChange());
    given().claim(ready, UUID.randomUUID());
  }

  @Test
  default void aTaskBecomesDueWhenItsTimePasses() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given().applied(HolderRules.retry(held, Duration.ofMillis(100), "again"));
    passTime(Duration.ofMillis(150));
    assertThat(store().due(StoreScenario.HINT_EXPIRY, 5))
        .extracting(Candidate::id)
        .containsExactly(held.id());
  }

  @Test
  default void onlyWaitingTasksBecomeDue() throws Exception {
    given().added(TaskDraft.in(Status.BLOCKED));
    given().added(TaskDraft.in(Status.ERROR));
    given().added(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.PAST));
    given().added(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.PAST));
    assertThat(store().due(StoreScenario.HINT_EXPIRY, 5)).isEmpty();
  }

  @Test
  default void racingSweepersMakeEachTaskDueOnce() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      drafts.add(TaskDraft.due("T", TaskDraft.PAST.plusSeconds(i)));
    }
    given().addAll(drafts);
    List<UUID> due = new ArrayList<>();
    for (List<Candidate> each :
        StoreScenario.race(4, () -> store().due(StoreScenario.HINT_EXPIRY, 10))) {
      each.forEach(candidate -> due.add(candidate.id()));
    }
    for (int i = 0; i < 10 && due.size() < 60; i++) {
      store().due(StoreScenario.HINT_EXPIRY, 10).forEach(candidate -> due.add(candidate.id()));
    }
    assertThat(due).doesNotHaveDuplicates().hasSize(60);
  }

  @Test
  default void lapsedLeasesComeBeforeAllOldHintsEachEarliestFirst() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      drafts.add(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.PAST.plusSeconds(100 + i)));
    }
    for (int i = 0; i < 4; i++) {
      drafts.add(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.PAST.plusSeconds(i)));
    }
    List<UUID> inOrder = drafts.stream().map(TaskDraft::id).toList();
    Collections.shuffle(drafts, new Random(8));
    drafts.add(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.FUTURE));
    drafts.add(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE));
    drafts.add(TaskDraft.due("T", TaskDraft.PAST));
    drafts.add(TaskDraft.in(Status.BLOCKED));
    drafts.add(TaskDraft.in(Status.ERROR));
    given().addAll(drafts);
    assertThat(store().overdue(100)).extracting(Task::id).isEqualTo(inOrder);
    assertThat(store().overdue(6)).extracting(Task::id).isEqualTo(inOrder.subList(0, 6));
    assertThat(store().overdue(3)).extracting(Task::id).isEqualTo(inOrder.subList(0, 3));
  }

  @Test
  default void overdueTasksAreReadPageByPageThoughNoneIsMoved() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      drafts.add(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.PAST.plusSeconds(i / 5)));
      drafts.add(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.PAST.plusSeconds(i / 5)));
    }
    given().addAll(drafts);
    SweepPlace before = new SweepPlace(TaskDraft.PAST, new UUID(0, 0));
    for (Status status : List.of(Status.RUNNING, Status.READY)) {
      List<UUID> read = new ArrayList<>();
      SweepPlace from = before;
      List<Task> page;
      do {
        page =
            status == Status.RUNNING
                ? store().overdue(from, SweepPlace.since(TaskDraft.FUTURE), 3)
                : store().overdue(SweepPlace.since(TaskDraft.FUTURE), from, 3);
        assertThat(page).extracting(task -> task.position().status()).containsOnly(status);
        page.forEach(task -> read.add(task.id()));
        Task last = page.get(page.size() - 1);
        from = new SweepPlace(Objects.requireNonNull(last.position().nextEventAt()), last.id());
      } while (page.size() == 3 && read.size() < 12);
      assertThat(read).doesNotHaveDuplicates().hasSize(12);
      assertThat(
              status == Status.RUNNING
                  ? store().overdue(from, SweepPlace.since(TaskDraft.FUTURE), 3)
                  : store().overdue(SweepPlace.since(TaskDraft.FUTURE), from, 3))
          .isEmpty();
    }
  }

  @Test
  default void lookingForOverdueTasksChangesNothing() throws Exception {
    Task lapsed = given().added(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.PAST));
    assertThat(store().overdue(10)).containsExactly(lapsed.outline());
    assertThat(store().overdue(10)).containsExactly(lapsed.outline());
    assertThat(given().find(lapsed.id())).isEqualTo(lapsed);
  }

  @Test
  default void aLostTaskIsMovedOnceByWhatTheSweeperSaw() throws Exception {
    Task lapsed = given().added(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.PAST));
    Task seen = store().overdue(10).get(0);
    given().applied(SweepRules.overdue(seen, StoreScenario.HINT_EXPIRY));
    given().refused(SweepRules.overdue(seen, StoreScenario.HINT_EXPIRY));
    Task resumed = given().find(lapsed.id());
    assertThat(resumed.position().status()).isEqualTo(Status.READY);
    assertThat(resumed.position().losses()).isEqualTo(1);
    assertThat(resumed.position().owner()).isNull();
    assertThat(resumed.position().runAt()).isEqualTo(lapsed.position().runAt());
    assertThat(store().overdue(10)).isEmpty();
  }

  @Test
  default void aSweeperThatSawALapsedLeaseDoesNothingOnceItIsRenewed() throws Exception {
    UUID owner = UUID.randomUUID();
    Task lapsed = given().added(TaskDraft.held("T", owner, TaskDraft.PAST));
    store().renew(StoreScenario.LEASE, List.of(StoreScenario.fence(lapsed)));
    // The version is unchanged; only the new time keeps the sweeper away.
    given().refused(SweepRules.lost(lapsed, StoreScenario.HINT_EXPIRY));
  }

  @Test
  default void hintingAgainKeepsQueuedCandidatesValid() throws Exception {
    Task ready = given().added(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.PAST));
    given().applied(SweepRules.hintAgain(ready, StoreScenario.HINT_EXPIRY));
    assertThat(store().overdue(10)).isEmpty();
    given().claim(ready, UUID.randomUUID());
  }

  @Test
  default void pruningRemovesWhatIsNoLongerKeptAndNothingElse() throws Exception {
    List<UUID> brief = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      brief.add(given().done(TaskDraft.ready("T"), Duration.ofMillis(1)).id());
    }
    UUID kept = given().done(TaskDraft.ready("T"), StoreScenario.KEEP).id();
    UUID live = given().added(TaskDraft.ready("T")).id();
    passTime(Duration.ofMillis(20));
    assertThat(store().prune(3)).isEqualTo(3);
    assertThat(store().prune(3)).isEqualTo(2);
    assertThat(store().prune(3)).isZero();
    assertThat(brief).allMatch(id -> store().findFinished(id).isEmpty());
    assertThat(store().findFinished(kept)).isPresent();
    assertThat(store().find(live)).isPresent();
  }

  @Test
  default void aTaskIsStoppedInErrorWithItsErrorIfItHasThatVersion() throws Exception {
    for (Task task :
        List.of(
            given().added(TaskDraft.ready("T")),
            given().added(TaskDraft.due("T", TaskDraft.FUTURE)),
            given().claimed(TaskDraft.ready("T"), UUID.randomUUID()))) {
      long version = task.position().version();
      assertThat(store().stop(task.id(), version - 1, "no")).isFalse();
      assertThat(store().stop(task.id(), version, "its row is broken")).isTrue();
      assertThat(store().stop(task.id(), version, "its row is broken")).isFalse();
      Task stopped = given().find(task.id());
      assertThat(stopped.position().status()).isEqualTo(Status.ERROR);
      assertThat(stopped.position().version()).isEqualTo(version + 1);
      assertThat(stopped.position().owner()).isNull();
      assertThat(stopped.spec()).isEqualTo(task.spec());
      assertThat(stopped.fault()).isNull();
    }
    Task held = given().added(TaskDraft.in(Status.BLOCKED));
    assertThat(store().stop(held.id(), held.position().version(), "nobody runs it")).isFalse();
    assertThat(store().stop(UUID.randomUUID(), 1, "no")).isFalse();
  }
}
