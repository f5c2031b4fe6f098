package dev.baton.tck.contract.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.OperatorRules;
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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The contract for claims. */
public interface ClaimContract extends CoreFixture {

  @Test
  default void aClaimedTaskIsItsOwnersUnderTheNextVersion() throws Exception {
    UUID owner = UUID.randomUUID();
    NextPosition ready =
        new NextPosition(
            Status.READY,
            null,
            When.at(TaskDraft.PAST),
            When.at(TaskDraft.FUTURE),
            new Position.Counts(4, 2, 9, LastOutcome.FAILURE),
            "SEND",
            Bytes.of("d"));
    Task before = given().added(TaskDraft.of("T", ready).withPayload(Bytes.of("p")));
    passTime(Duration.ofMillis(2));
    List<Task> claimed =
        store().claim(owner, Duration.ofSeconds(30), List.of(new ClaimRequest(before.id(), 1, 7)));
    assertThat(claimed).hasSize(1);
    Task task = claimed.get(0);
    assertThat(task).isEqualTo(given().find(before.id()));
    Position p = task.position();
    assertThat(p.nextEventAt())
        .isCloseTo(task.lastAction().plusSeconds(30), within(1, ChronoUnit.SECONDS));
    assertThat(p)
        .isEqualTo(
            new Position(
                Status.RUNNING,
                2,
                owner,
                TaskDraft.PAST,
                p.nextEventAt(),
                new Position.Counts(5, 2, 7, LastOutcome.FAILURE),
                "SEND",
                Bytes.of("d")));
    assertThat(task.spec()).isEqualTo(before.spec());
    assertThat(task.createdAt()).isEqualTo(before.createdAt());
    assertThat(task.lastChange()).isEqualTo(before.lastChange());
    assertThat(task.lastAction()).isAfter(before.lastAction());
  }

  @Test
  default void claimedTasksComeInTheOrderOfTheRequests() throws Exception {
    List<ClaimRequest> requests = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      requests.add(StoreScenario.request(given().added(TaskDraft.ready("T").withPriority(i % 10))));
    }
    Collections.shuffle(requests, new Random(50));
    List<Task> claimed = store().claim(UUID.randomUUID(), StoreScenario.LEASE, requests);
    assertThat(claimed.stream().map(Task::id).toList())
        .isEqualTo(requests.stream().map(ClaimRequest::id).toList());
  }

  @Test
  default void aClaimTakesTasksThatAreReadyAtThatVersionAndLeavesTheOthers() throws Exception {
    List<ClaimRequest> requests = new ArrayList<>();
    for (Status status : Status.values()) {
      if (!status.isFinished()) {
        requests.add(StoreScenario.request(given().added(TaskDraft.in(status))));
      }
    }
    Task ready = given().find(requests.get(Status.READY.ordinal()).id());
    Task stale = given().added(TaskDraft.ready("T"));
    given().applied(OperatorRules.reschedule(stale, null, StoreScenario.HINT_EXPIRY));
    requests.add(StoreScenario.request(stale));
    requests.add(new ClaimRequest(given().added(TaskDraft.ready("T")).id(), 2, 3));
    requests.add(new ClaimRequest(UUID.randomUUID(), 1, 3));
    requests.add(
        new ClaimRequest(given().done(TaskDraft.ready("T"), StoreScenario.KEEP).id(), 1, 3));
    List<Task> claimed = store().claim(UUID.randomUUID(), StoreScenario.LEASE, requests);
    assertThat(claimed.stream().map(Task::id).toList()).containsExactly(ready.id());
  }

  @Test
  default void aTaskNamedTwiceIsClaimedOnce() throws Exception {
    ClaimRequest request = StoreScenario.request(given().added(TaskDraft.ready("T")));
    assertThat(store().claim(UUID.randomUUID(), StoreScenario.LEASE, List.of(request, request)))
        .hasSize(1);
    assertThat(given().find(request.id()).position().version()).isEqualTo(2);
  }

  @Test
  default void claimingNothingAnswersNothing() {
    assertThat(store().claim(UUID.randomUUID(), StoreScenario.LEASE, List.of())).isEmpty();
  }

  @Test
  default void tasksOfSeveralBucketsAndTypesAreClaimedTogether() throws Exception {
    Task one = given().added(TaskDraft.ready("T").inBucket("b1"));
    Task other = given().added(TaskDraft.ready("U").inBucket("b2").withKey("k"));
    assertThat(
            store()
                .claim(
                    UUID.randomUUID(),
                    StoreScenario.LEASE,
                    List.of(new ClaimRequest(other.id(), 1, 0), new ClaimRequest(one.id(), 1, 5))))
        .extracting(task -> task.position().lossLimit())
        .containsExactly(0, 5);
  }

  @Test
  default void racersClaimEachTaskOnce() throws Exception {
    List<ClaimRequest> requests = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      requests.add(StoreScenario.request(given().added(TaskDraft.ready("T"))));
    }
    List<List<Task>> claimed =
        StoreScenario.race(
            6,
            () -> {
              List<ClaimRequest> mine = new ArrayList<>(requests);
              Collections.rotate(mine, (int) Thread.currentThread().getId() * 7);
              List<Task> all = new ArrayList<>();
              UUID owner = UUID.randomUUID();
              for (int i = 0; i < mine.size(); i += 10) {
                all.addAll(store().claim(owner, StoreScenario.LEASE, mine.subList(i, i + 10)));
              }
              return all;
            });
    List<UUID> ids = claimed.stream().flatMap(List::stream).map(Task::id).toList();
    assertThat(ids).doesNotHaveDuplicates();
    for (Task task : claimed.stream().flatMap(List::stream).toList()) {
      assertThat(given().find(task.id())).isEqualTo(task);
    }
    List<ClaimRequest> rest =
        requests.stream().filter(request -> !ids.contains(request.id())).toList();
    // A task that a racer skipped because another one held its lock is free again, unless it was
    // taken.
    assertThat(store().claim(UUID.randomUUID(), StoreScenario.LEASE, rest)).hasSize(rest.size());
  }

  @Test
  default void anOwnerOfAnEarlierClaimIsFencedOff() throws Exception {
    Task first = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given().applied(HolderRules.release(first, StoreScenario.HINT_EXPIRY));
    Task second = given().claim(given().find(first.id()), UUID.randomUUID());
    given().refused(HolderRules.done(first, null, StoreScenario.KEEP));
    given().refused(HolderRules.checkpoint(first, StoreScenario.LEASE, Bytes.of("x")));
    given().applied(HolderRules.done(second, null, StoreScenario.KEEP));
  }

  @Test
  default void aClaimAndACancelOfOneTaskExcludeEachOther() throws Exception {
    for (int round = 0; round < 10; round++) {
      Task ready = given().added(TaskDraft.ready("T"));
      CompletableFuture<List<Boolean>> cancel =
          StoreScenario.elsewhere(
              () -> store().apply(List.of(OperatorRules.cancel(ready, "c", StoreScenario.KEEP))));
      List<Task> claimed =
          store()
              .claim(UUID.randomUUID(), StoreScenario.LEASE, List.of(StoreScenario.request(ready)));
      boolean cancelled = StoreScenario.answer(cancel).get(0);
      assertThat(cancelled).isNotEqualTo(!claimed.isEmpty());
      assertThat(store().findFinished(ready.id()).isPresent()).isEqualTo(cancelled);
    }
  }
}
