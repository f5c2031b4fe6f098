package dev.baton.tck.contract.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Checks that each part of a guard counts, for each change and each way to write it. A store may
 * have a separate statement for each of them. If a statement compares too few columns, a node that
 * has lost its task can overwrite the next owner's write.
 */
public interface GuardContract extends CoreFixture {
  /** Number of tasks from which a store may use another statement for tasks that end alike. */
  int MANY = 120;

  /** Returns all changes of an owner, each written as another kind of row. */
  private static List<Function<Task, Transition>> changes() {
    return List.of(
        t -> HolderRules.done(t, null, Duration.ZERO),
        t -> HolderRules.done(t, null, StoreScenario.KEEP),
        t -> HolderRules.done(t, Bytes.of("r"), StoreScenario.KEEP),
        t -> HolderRules.failed(t, "no", StoreScenario.KEEP),
        t -> HolderRules.retry(t, Duration.ofHours(1), "again"),
        t -> HolderRules.retryNow(t, StoreScenario.HINT_EXPIRY, "again"),
        t -> HolderRules.park(t, When.at(TaskDraft.FUTURE), "LATER", Bytes.of("d")),
        t -> HolderRules.release(t, StoreScenario.HINT_EXPIRY),
        t -> HolderRules.unknownHere(t, StoreScenario.HINT_EXPIRY, "a state"),
        t -> HolderRules.postpone(t, Duration.ofHours(1), null),
        t -> HolderRules.goTo(t, StoreScenario.LEASE, t.position().lossLimit(), "NEXT", null),
        t -> HolderRules.goToLater(t, StoreScenario.HINT_EXPIRY, "NEXT", Bytes.of("d")),
        t -> HolderRules.checkpoint(t, StoreScenario.LEASE, Bytes.of("d")),
        t -> HolderRules.mark(t, StoreScenario.LEASE, 0),
        t -> HolderRules.error(t, "help"),
        t -> OperatorRules.cancel(t, "no", StoreScenario.KEEP));
  }

  /** Returns guards for this task with a valid lease, each wrong in exactly one part. */
  private static List<Guard> wrong(Task held) {
    Position p = held.position();
    return List.of(
        new Guard(p.version() - 1, p.status(), p.owner(), false),
        new Guard(p.version() + 1, p.status(), p.owner(), false),
        new Guard(p.version(), p.status(), UUID.randomUUID(), false),
        new Guard(p.version(), p.status(), null, false),
        new Guard(p.version(), p.status(), p.owner(), true));
  }

  private static Transition under(Guard guard, Transition transition) {
    return new Transition(
        transition.rule(), transition.id(), guard, transition.change(), transition.error());
  }

  @Test
  default void eachChangeAloneAppliesOnlyUnderAllOfItsGuard() throws Exception {
    List<Task> held = held(2 * changes().size());
    for (int i = 0; i < held.size(); i++) {
      Task task = held.get(i);
      Transition right = changes().get(i / 2).apply(task);
      boolean waits = i % 2 == 0;
      for (Guard guard : wrong(task)) {
        Transition wrong = under(guard, right);
        assertThat(isApplied(wrong, waits)).as("%s, %s", wrong, waits ? "apply" : "try").isFalse();
      }
      assertThat(given().find(task.id())).as("after refusals of %s", right).isEqualTo(task);
      assertThat(isApplied(right, waits)).as("%s", right).isTrue();
    }
  }

  private boolean isApplied(Transition transition, boolean waits) {
    List<Transition> alone = List.of(transition);
    return waits ? store().apply(alone).get(0) : store().tryApply(alone).get(0) == Verdict.APPLIED;
  }

  @Test
  default void eachChangeOfABatchAppliesOnlyUnderAllOfItsGuard() throws Exception {
    for (boolean waits : new boolean[] {true, false}) {
      int guards = 6;
      List<Task> held = held(guards * changes().size());
      List<Transition> batch = new ArrayList<>();
      for (int i = 0; i < held.size(); i++) {
        Task task = held.get(i);
        Transition right = changes().get(i / guards).apply(task);
        int wrong = i % guards;
        batch.add(wrong == 0 ? right : under(wrong(task).get(wrong - 1), right));
      }
      List<Boolean> applied =
          waits
              ? store().apply(batch)
              : store().tryApply(batch).stream().map(v -> v == Verdict.APPLIED).toList();
      List<Task> refused = new ArrayList<>();
      for (int i = 0; i < held.size(); i++) {
        boolean isRight = i % guards == 0;
        assertThat(applied.get(i)).as("%s", batch.get(i)).isEqualTo(isRight);
        if (!isRight) {
          refused.add(held.get(i));
        }
      }
      assertStillHeld(refused);
    }
  }

  @Test
  default void manyThatEndAlikeEndOnlyUnderAllOfTheirGuard() throws Exception {
    for (Duration keep : List.of(Duration.ZERO, StoreScenario.KEEP)) {
      List<Task> held = held(MANY);
      List<Transition> right =
          held.stream().map(task -> HolderRules.done(task, null, keep)).toList();
      // All guards of one batch are wrong in the same way, because one statement writes the batch.
      List<Guard> guards = wrong(held.get(0));
      for (Guard guard : guards) {
        assertThat(store().tryApply(right.stream().map(t -> under(guard, t)).toList()))
            .as("%s", guard)
            .containsOnly(Verdict.STALE);
      }
      assertStillHeld(held);
      assertThat(store().tryApply(right)).containsOnly(Verdict.APPLIED);
    }
  }

  @Test
  default void aMoveOfEveryLiveStatusMeetsThatStatusOnly() throws Exception {
    List<Status> live = List.of(Status.BLOCKED, Status.WAITING, Status.READY, Status.ERROR);
    for (Status stands : live) {
      Task task = given().added(TaskDraft.in(stands));
      Transition right = OperatorRules.reschedule(task, null, StoreScenario.HINT_EXPIRY);
      for (Status seen : live) {
        if (seen != stands) {
          given().refused(under(new Guard(1, seen, null, false), right));
        }
      }
      given().refused(under(new Guard(2, stands, null, false), right));
      given().refused(under(new Guard(1, stands, null, true), right));
      assertThat(given().find(task.id())).isEqualTo(task);
      given().applied(right);
    }
  }

  private List<Task> held(int many) throws Exception {
    List<TaskDraft> drafts = IntStream.range(0, many).mapToObj(i -> TaskDraft.ready("T")).toList();
    given().addAll(drafts);
    List<ClaimRequest> requests =
        drafts.stream().map(draft -> new ClaimRequest(draft.id(), 1, 3)).toList();
    List<Task> claimed = store().claim(UUID.randomUUID(), StoreScenario.LEASE, requests);
    assertThat(claimed).hasSize(many);
    return claimed;
  }

  private void assertStillHeld(List<Task> tasks) {
    assertThat(store().confirm(tasks.stream().map(StoreScenario::fence).toList()))
        .containsExactlyInAnyOrderElementsOf(tasks.stream().map(Task::id).toList());
  }
}
