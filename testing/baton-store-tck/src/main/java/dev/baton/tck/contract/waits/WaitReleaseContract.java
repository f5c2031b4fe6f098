package dev.baton.tck.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for releasing or cancelling waiting tasks when the tasks they wait for end. */
public interface WaitReleaseContract extends CoreWaitFixture {
  @Test
  default void aTaskStartsWhenAllItWaitsForAreDoneAndNotBefore() throws Exception {
    Task first = held();
    Task second = held();
    UUID waiter = add(CoreWaitFixture.waiting(Set.of(first.id(), second.id()), Set.of()));
    done(first);
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    assertThat(emitted()).isEmpty();
    done(second);
    Task ready = find(waiter);
    assertThat(ready.position().status()).isEqualTo(Status.READY);
    assertThat(ready.position().version()).isEqualTo(2);
    assertThat(ready.spec().payload()).isNotNull();
    assertThat(ready.position().state()).isEqualTo("BEGUN");
    assertThat(emitted()).containsExactly(ready.candidate());
    assertThat(given().claim(ready, CoreWaitFixture.OWNER).position().attempts()).isEqualTo(1);
  }

  @Test
  default void aTaskKeepsThePlaceThatItsAddGaveIt() throws Exception {
    Task before = held();
    Task held = held();
    UUID waiter = add(CoreWaitFixture.waiting(Set.of(before.id()), Set.of()));
    UUID second = add(CoreWaitFixture.waiting(Set.of(held.id()), Set.of()));
    Task later = given().added(TaskDraft.of("W", AddRules.now(CoreWaitFixture.KEEP, "")));
    done(before);
    hold(second);
    done(held);
    letGo(second);
    for (UUID id : List.of(waiter, second)) {
      Task ready = find(id);
      assertThat(ready.position().runAt()).isEqualTo(ready.createdAt());
      assertThat(ready.candidate()).isLessThan(later.candidate());
      assertThat(ready.readySince()).isEqualTo(ready.lastAction()).isAfter(later.createdAt());
    }
  }

  @Test
  default void endsThatAreWrittenTogetherCountTogether() throws Exception {
    List<Task> before = List.of(held(), held(), held());
    UUID both = add(CoreWaitFixture.waiting(CoreWaitFixture.ids(before), Set.of()));
    UUID one = add(CoreWaitFixture.waiting(Set.of(before.get(2).id()), Set.of()));
    List<Transition> ends = new ArrayList<>();
    ends.add(HolderRules.done(before.get(2), null, CoreWaitFixture.KEEP));
    ends.add(
        HolderRules.done(
            given().claimed(TaskDraft.ready("T"), CoreWaitFixture.OWNER), null, Duration.ZERO));
    ends.add(HolderRules.done(before.get(0), null, Duration.ZERO));
    ends.add(
        HolderRules.retry(
            given().claimed(TaskDraft.ready("T"), CoreWaitFixture.OWNER),
            CoreWaitFixture.KEEP,
            "later"));
    ends.add(
        OperatorRules.fail(
            given().added(TaskDraft.in(Status.ERROR)), "so be it", CoreWaitFixture.KEEP));
    ends.add(HolderRules.done(before.get(1), null, CoreWaitFixture.KEEP));
    Task stale = given().claimed(TaskDraft.ready("T"), CoreWaitFixture.OWNER);
    given().applied(HolderRules.release(stale, CoreWaitFixture.KEEP));
    ends.add(HolderRules.done(stale, null, CoreWaitFixture.KEEP));
    assertThat(store().apply(ends)).containsExactly(true, true, true, true, true, true, false);
    assertThat(status(both)).isEqualTo(Status.READY);
    assertThat(status(one)).isEqualTo(Status.READY);
    assertThat(emitted()).extracting(Candidate::id).containsExactlyInAnyOrder(both, one);
  }

  @Test
  default void ofTwoTransitionsOfOneAwaitedTaskTheFirstThatFitsCounts() throws Exception {
    Task before = held();
    UUID waiter = add(CoreWaitFixture.waiting(Set.of(before.id()), Set.of()));
    assertThat(
            store()
                .apply(
                    List.of(
                        HolderRules.done(before, null, CoreWaitFixture.KEEP),
                        HolderRules.retry(before, CoreWaitFixture.KEEP, "no"))))
        .containsExactly(true, false);
    assertThat(status(waiter)).isEqualTo(Status.READY);
    Task other = held();
    UUID waits = add(CoreWaitFixture.waiting(Set.of(other.id()), Set.of()));
    assertThat(
            store()
                .apply(
                    List.of(
                        HolderRules.retry(other, CoreWaitFixture.KEEP, "no"),
                        HolderRules.done(other, null, CoreWaitFixture.KEEP))))
        .containsExactly(true, false);
    assertThat(status(waits)).isEqualTo(Status.BLOCKED);
  }

  @Test
  default void aTaskThatMayRunOnlyLaterIsDueThen() throws Exception {
    Task before = held();
    UUID waiter =
        add(
            CoreWaitFixture.waiting(
                Set.of(before.id()), Set.of(), When.at(TaskDraft.FUTURE), UUID.randomUUID()));
    done(before);
    Task later = find(waiter);
    assertThat(later.position().status()).isEqualTo(Status.WAITING);
    assertThat(later.position().nextEventAt()).isEqualTo(later.position().runAt());
    assertThat(later.position().runAt()).isEqualTo(TaskDraft.FUTURE);
    assertThat(emitted()).isEmpty();
    Task other = held();
    UUID past =
        add(
            CoreWaitFixture.waiting(
                Set.of(other.id()), Set.of(), When.at(TaskDraft.PAST), UUID.randomUUID()));
    done(other);
    assertThat(status(past)).isEqualTo(Status.READY);
  }

  @Test
  default void whatNeedsATaskDoneIsCancelledWhenItFailsAndSoIsWhatNeedsThat() throws Exception {
    Task before = held();
    UUID next = add(CoreWaitFixture.waiting(Set.of(before.id()), Set.of()));
    UUID last = add(CoreWaitFixture.waiting(Set.of(next), Set.of()));
    UUID cleanUp = add(CoreWaitFixture.waiting(Set.of(), Set.of(last, before.id())));
    given().applied(HolderRules.failed(before, "broke", CoreWaitFixture.KEEP));
    FinishedTask cancelled = finished(next);
    assertThat(cancelled.status()).isEqualTo(Status.CANCELLED);
    assertThat(cancelled.error()).contains(before.id().toString(), "FAILED");
    assertThat(finished(last).error()).contains(next.toString(), "CANCELLED");
    assertThat(status(cleanUp)).isEqualTo(Status.READY);
    assertThat(emitted()).extracting(Candidate::id).containsExactly(cleanUp);
    assertThat(waits().waitedFor(cleanUp))
        .containsExactlyInAnyOrder(
            new Prerequisite(last, Status.CANCELLED), new Prerequisite(before.id(), Status.FAILED));
  }

  @Test
  default void errorIsNoEnd() throws Exception {
    Task before = held();
    UUID waiter = add(CoreWaitFixture.waiting(Set.of(), Set.of(before.id())));
    given().applied(HolderRules.error(before, "hm"));
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    given()
        .applied(OperatorRules.fail(given().find(before.id()), "so be it", CoreWaitFixture.KEEP));
    assertThat(status(waiter)).isEqualTo(Status.READY);
  }
}
