package dev.baton.testkit.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Candidate;
import dev.baton.task.FinishedTask;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.testkit.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How tasks that wait for others are let go, or cancelled, by the ends of these. */
public interface WaitReleaseContract extends WaitFixture {
  @Test
  default void aTaskStartsWhenAllItWaitsForAreDoneAndNotBefore() throws Exception {
    Task first = held();
    Task second = held();
    UUID waiter = add(WaitFixture.waiting(Set.of(first.id(), second.id()), Set.of()));
    done(first);
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    assertThat(told()).isEmpty();
    done(second);
    Task ready = given().find(waiter);
    assertThat(ready.position().status()).isEqualTo(Status.READY);
    assertThat(ready.position().version()).isEqualTo(2);
    assertThat(ready.spec().payload()).isNotNull();
    assertThat(ready.position().state()).isEqualTo("BEGUN");
    assertThat(told()).containsExactly(Candidate.of(ready));
    assertThat(given().claim(ready, WaitFixture.OWNER).position().attempts()).isEqualTo(1);
  }

  @Test
  default void endsThatAreWrittenTogetherCountTogether() throws Exception {
    List<Task> before = List.of(held(), held(), held());
    UUID both = add(WaitFixture.waiting(WaitFixture.ids(before), Set.of()));
    UUID one = add(WaitFixture.waiting(Set.of(before.get(2).id()), Set.of()));
    List<Transition> ends = new ArrayList<>();
    ends.add(HolderRules.done(before.get(2), null, WaitFixture.KEEP));
    ends.add(
        HolderRules.done(
            given().claimed(TaskDraft.ready("T"), WaitFixture.OWNER), null, Duration.ZERO));
    ends.add(HolderRules.done(before.get(0), null, Duration.ZERO));
    ends.add(
        HolderRules.retry(
            given().claimed(TaskDraft.ready("T"), WaitFixture.OWNER), WaitFixture.KEEP, "later"));
    ends.add(
        OperatorRules.fail(
            given().added(TaskDraft.in(Status.ERROR)), "so be it", WaitFixture.KEEP));
    ends.add(HolderRules.done(before.get(1), null, WaitFixture.KEEP));
    Task stale = given().claimed(TaskDraft.ready("T"), WaitFixture.OWNER);
    given().applied(HolderRules.release(stale, WaitFixture.KEEP));
    ends.add(HolderRules.done(stale, null, WaitFixture.KEEP));
    assertThat(store().apply(ends)).containsExactly(true, true, true, true, true, true, false);
    assertThat(status(both)).isEqualTo(Status.READY);
    assertThat(status(one)).isEqualTo(Status.READY);
    assertThat(told()).extracting(Candidate::id).containsExactlyInAnyOrder(both, one);
  }

  @Test
  default void ofTwoTransitionsOfOneAwaitedTaskTheFirstThatFitsCounts() throws Exception {
    Task before = held();
    UUID waiter = add(WaitFixture.waiting(Set.of(before.id()), Set.of()));
    assertThat(
            store()
                .apply(
                    List.of(
                        HolderRules.done(before, null, WaitFixture.KEEP),
                        HolderRules.retry(before, WaitFixture.KEEP, "no"))))
        .containsExactly(true, false);
    assertThat(status(waiter)).isEqualTo(Status.READY);
    Task other = held();
    UUID waits = add(WaitFixture.waiting(Set.of(other.id()), Set.of()));
    assertThat(
            store()
                .apply(
                    List.of(
                        HolderRules.retry(other, WaitFixture.KEEP, "no"),
                        HolderRules.done(other, null, WaitFixture.KEEP))))
        .containsExactly(true, false);
    assertThat(status(waits)).isEqualTo(Status.BLOCKED);
  }

  @Test
  default void aTaskThatMayRunOnlyLaterIsDueThen() throws Exception {
    Task before = held();
    UUID waiter =
        add(
            WaitFixture.waiting(
                Set.of(before.id()), Set.of(), When.at(TaskDraft.FUTURE), UUID.randomUUID()));
    done(before);
    Task later = given().find(waiter);
    assertThat(later.position().status()).isEqualTo(Status.WAITING);
    assertThat(later.position().nextEventAt()).isEqualTo(later.position().runAt());
    assertThat(later.position().runAt()).isEqualTo(TaskDraft.FUTURE);
    assertThat(told()).isEmpty();
    Task other = held();
    UUID past =
        add(
            WaitFixture.waiting(
                Set.of(other.id()), Set.of(), When.at(TaskDraft.PAST), UUID.randomUUID()));
    done(other);
    assertThat(status(past)).isEqualTo(Status.READY);
  }

  @Test
  default void whatNeedsATaskDoneIsCancelledWhenItFailsAndSoIsWhatNeedsThat() throws Exception {
    Task before = held();
    UUID next = add(WaitFixture.waiting(Set.of(before.id()), Set.of()));
    UUID last = add(WaitFixture.waiting(Set.of(next), Set.of()));
    UUID cleanUp = add(WaitFixture.waiting(Set.of(), Set.of(last, before.id())));
    given().applied(HolderRules.failed(before, "broke", WaitFixture.KEEP));
    FinishedTask cancelled = given().finished(next);
    assertThat(cancelled.status()).isEqualTo(Status.CANCELLED);
    assertThat(cancelled.error()).contains(before.id().toString(), "FAILED");
    assertThat(given().finished(last).error()).contains(next.toString(), "CANCELLED");
    assertThat(status(cleanUp)).isEqualTo(Status.READY);
    assertThat(told()).extracting(Candidate::id).containsExactly(cleanUp);
    assertThat(store().waitedFor(cleanUp))
        .containsExactlyInAnyOrder(
            new Prerequisite(last, Status.CANCELLED), new Prerequisite(before.id(), Status.FAILED));
  }

  @Test
  default void errorIsNoEnd() throws Exception {
    Task before = held();
    UUID waiter = add(WaitFixture.waiting(Set.of(), Set.of(before.id())));
    given().applied(HolderRules.error(before, "hm"));
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    given().applied(OperatorRules.fail(given().find(before.id()), "so be it", WaitFixture.KEEP));
    assertThat(status(waiter)).isEqualTo(Status.READY);
  }

  @Test
  default void anEndInATransactionCountsWhenThatCommits() throws Exception {
    Task before = held();
    UUID waiter = add(WaitFixture.waiting(Set.of(before.id()), Set.of()));
    try {
      transactions()
          .call(
              transaction -> {
                assertThat(
                        store()
                            .apply(transaction, HolderRules.done(before, null, WaitFixture.KEEP)))
                    .isTrue();
                throw new InterruptedException("changed my mind");
              });
    } catch (InterruptedException expected) {
      assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    }
    assertThat(told()).isEmpty();
    transactions()
        .call(
            transaction ->
                store().apply(transaction, HolderRules.done(before, null, WaitFixture.KEEP)));
    assertThat(status(waiter)).isEqualTo(Status.READY);
    assertThat(told()).extracting(Candidate::id).containsExactly(waiter);
  }
}
