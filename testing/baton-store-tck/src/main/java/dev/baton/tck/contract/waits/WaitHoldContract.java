package dev.baton.tck.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Bytes;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.WaitState;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for operators who hold, release, move or end tasks that wait for others. */
public interface WaitHoldContract extends CoreWaitFixture {
  @Test
  default void aTaskThatIsLetGoOrCancelledHearsNoMoreOfTheOthers() throws Exception {
    Task before = held();
    UUID letGo = add(CoreWaitFixture.waiting(Set.of(before.id()), Set.of()));
    UUID later = add(CoreWaitFixture.waiting(Set.of(before.id()), Set.of()));
    UUID cancelled = add(CoreWaitFixture.waiting(Set.of(before.id()), Set.of()));
    UUID last = add(CoreWaitFixture.waiting(Set.of(), Set.of(cancelled)));
    Duration expiry = Duration.ofMinutes(1);
    given().applied(OperatorRules.reschedule(find(letGo), null, expiry));
    given().applied(OperatorRules.reschedule(find(later), When.in(CoreWaitFixture.KEEP), expiry));
    given().applied(OperatorRules.cancel(find(cancelled), "no need", CoreWaitFixture.KEEP));
    assertThat(status(last)).as("what waits for a waiting one").isEqualTo(Status.READY);
    assertThat(waits().waitedFor(letGo)).containsExactly(new Prerequisite(before.id(), null));
    Task runs = given().claim(find(letGo), CoreWaitFixture.OWNER);
    given().applied(HolderRules.failed(before, "broke", CoreWaitFixture.KEEP));
    assertThat(find(letGo)).isEqualTo(runs);
    assertThat(status(later)).isEqualTo(Status.WAITING);
    assertThat(finished(cancelled).error()).isEqualTo("no need");
  }

  @Test
  default void aTaskThatIsHeldStaysHeldWhateverBecomesOfTheOthers() throws Exception {
    Task good = held();
    Task bad = held();
    UUID first = waiterFor(good);
    UUID second = waiterFor(bad);
    hold(first);
    assertThat(edit(given().find(second), Bytes.of("edited"))).isTrue();
    hold(second);
    assertThat(waits().waiting(first)).isEqualTo(WaitState.HELD);
    done(good);
    failed(bad);
    assertThat(status(first)).isEqualTo(Status.BLOCKED);
    assertThat(status(second)).isEqualTo(Status.BLOCKED);
    assertThat(emitted()).isEmpty();
  }

  @Test
  default void aHeldOneThatIsLetGoWaitsOnForThoseThatHaveNotEnded() throws Exception {
    Task first = held();
    Task second = held();
    Task third = held();
    UUID waiter = waiterFor(first, second, third);
    done(first);
    hold(waiter);
    done(second);
    letGo(waiter);
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    assertThat(waits().waiting(waiter)).isEqualTo(WaitState.WAITS);
    done(third);
    assertThat(status(waiter)).isEqualTo(Status.READY);
    assertThat(emitted()).extracting(Candidate::id).containsExactly(waiter);
  }

  @Test
  default void aHeldOneThatIsLetGoRunsIfTheOthersHaveEndedMeanwhile() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    UUID later =
        add(
            CoreWaitFixture.waiting(
                Set.of(before.id()), Set.of(), When.at(TaskDraft.FUTURE), UUID.randomUUID()));
    hold(waiter);
    hold(later);
    done(before);
    letGo(waiter);
    letGo(later);
    assertThat(status(waiter)).isEqualTo(Status.READY);
    assertThat(waits().waiting(waiter)).isEqualTo(WaitState.OVER);
    assertThat(status(later)).isEqualTo(Status.WAITING);
    assertThat(find(later).position().runAt()).isEqualTo(TaskDraft.FUTURE);
  }

  @Test
  default void aHeldOneThatIsLetGoIsCancelledIfWhatItNeedsHasFailedMeanwhile() throws Exception {
    Task bad = held();
    Task open = held();
    UUID waiter = waiterFor(bad, open);
    UUID cleanUp = add(CoreWaitFixture.waiting(Set.of(), Set.of(waiter)));
    hold(waiter);
    failed(bad);
    letGo(waiter);
    FinishedTask cancelled = finished(waiter);
    assertThat(cancelled.status()).isEqualTo(Status.CANCELLED);
    assertThat(cancelled.error()).contains(bad.id().toString(), "FAILED");
    assertThat(status(cleanUp)).isEqualTo(Status.READY);
  }

  @Test
  default void oneThatWasMovedRegardlessAndIsThenHeldRunsWhenItIsLetGo() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    hold(waiter);
    given().applied(OperatorRules.reschedule(find(waiter), null, StoreScenario.HINT_EXPIRY));
    assertThat(status(waiter)).isEqualTo(Status.READY);
    hold(waiter);
    failed(before);
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    letGo(waiter);
    assertThat(status(waiter)).isEqualTo(Status.READY);
  }

  @Test
  default void oneThatIsHeldOrChangedMayBeCancelledOrFailedAndHearsNoMore() throws Exception {
    Task before = held();
    UUID cancelled = waiterFor(before);
    UUID failed = waiterFor(before);
    UUID last = add(CoreWaitFixture.waiting(Set.of(), Set.of(cancelled, failed)));
    hold(cancelled);
    assertThat(edit(find(failed), Bytes.of("edited"))).isTrue();
    given().applied(OperatorRules.cancel(find(cancelled), "no need", CoreWaitFixture.KEEP));
    given().applied(OperatorRules.fail(find(failed), "no use", CoreWaitFixture.KEEP));
    assertThat(status(last)).isEqualTo(Status.READY);
    done(before);
    assertThat(finished(cancelled).error()).isEqualTo("no need");
    assertThat(finished(failed).status()).isEqualTo(Status.FAILED);
    assertThat(emitted()).extracting(Candidate::id).containsExactly(last);
  }

  @Test
  default void aMoveThatIsNotAppliedLeavesTheWaitingAsItIs() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    Task seen = find(waiter);
    assertThat(edit(seen, Bytes.of("edited"))).isTrue();
    given().refused(OperatorRules.hold(seen));
    given().refused(OperatorRules.reschedule(seen, null, StoreScenario.HINT_EXPIRY));
    given().refused(OperatorRules.cancel(seen, "no need", CoreWaitFixture.KEEP));
    assertThat(waits().waiting(waiter)).isEqualTo(WaitState.WAITS);
    done(before);
    assertThat(status(waiter)).isEqualTo(Status.READY);
  }

  @Test
  default void anEditAndAnotherPriorityAreTakenAndItGoesOnWaiting() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    assertThat(edit(find(waiter), Bytes.of("edited"))).isTrue();
    Task edited = find(waiter);
    assertThat(operations().edit(OperatorRules.prioritize(edited, 2), note(edited))).isTrue();
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    assertThat(waits().waiting(waiter)).isEqualTo(WaitState.WAITS);
    done(before);
    Task ready = find(waiter);
    assertThat(ready.position().status()).isEqualTo(Status.READY);
    assertThat(ready.position().version()).isEqualTo(4);
    assertThat(ready.spec().payload()).isEqualTo(Bytes.of("edited"));
    assertThat(ready.spec().priority()).isEqualTo(2);
    assertThat(emitted()).containsExactly(ready.candidate());
    assertThat(waits().waiting(waiter)).isEqualTo(WaitState.OVER);
  }
}
