package dev.baton.testkit.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Bytes;
import dev.baton.task.Candidate;
import dev.baton.task.FinishedTask;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.WaitState;
import dev.baton.testkit.contract.StoreScenario;
import dev.baton.testkit.contract.TaskDraft;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** People who hold, let go, move or end tasks that wait for others. */
public interface WaitHoldContract extends WaitFixture {
  @Test
  default void aTaskThatIsLetGoOrCancelledHearsNoMoreOfTheOthers() throws Exception {
    Task before = held();
    UUID letGo = add(WaitFixture.waiting(Set.of(before.id()), Set.of()));
    UUID later = add(WaitFixture.waiting(Set.of(before.id()), Set.of()));
    UUID cancelled = add(WaitFixture.waiting(Set.of(before.id()), Set.of()));
    UUID last = add(WaitFixture.waiting(Set.of(), Set.of(cancelled)));
    Duration expiry = Duration.ofMinutes(1);
    given().applied(OperatorRules.reschedule(given().find(letGo), null, expiry));
    given()
        .applied(OperatorRules.reschedule(given().find(later), When.in(WaitFixture.KEEP), expiry));
    given().applied(OperatorRules.cancel(given().find(cancelled), "no need", WaitFixture.KEEP));
    assertThat(status(last)).as("what waits for a waiting one").isEqualTo(Status.READY);
    assertThat(store().waitedFor(letGo)).containsExactly(new Prerequisite(before.id(), null));
    Task runs = given().claim(given().find(letGo), WaitFixture.OWNER);
    given().applied(HolderRules.failed(before, "broke", WaitFixture.KEEP));
    assertThat(given().find(letGo)).isEqualTo(runs);
    assertThat(status(later)).isEqualTo(Status.WAITING);
    assertThat(given().finished(cancelled).error()).isEqualTo("no need");
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
    assertThat(store().waiting(first)).isEqualTo(WaitState.HELD);
    done(good);
    failed(bad);
    assertThat(status(first)).isEqualTo(Status.BLOCKED);
    assertThat(status(second)).isEqualTo(Status.BLOCKED);
    assertThat(told()).isEmpty();
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
    assertThat(store().waiting(waiter)).isEqualTo(WaitState.WAITS);
    done(third);
    assertThat(status(waiter)).isEqualTo(Status.READY);
    assertThat(told()).extracting(Candidate::id).containsExactly(waiter);
  }

  @Test
  default void aHeldOneThatIsLetGoRunsIfTheOthersHaveEndedMeanwhile() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    UUID later =
        add(
            WaitFixture.waiting(
                Set.of(before.id()), Set.of(), When.at(TaskDraft.FUTURE), UUID.randomUUID()));
    hold(waiter);
    hold(later);
    done(before);
    letGo(waiter);
    letGo(later);
    assertThat(status(waiter)).isEqualTo(Status.READY);
    assertThat(store().waiting(waiter)).isEqualTo(WaitState.OVER);
    assertThat(status(later)).isEqualTo(Status.WAITING);
    assertThat(given().find(later).position().runAt()).isEqualTo(TaskDraft.FUTURE);
  }

  @Test
  default void aHeldOneThatIsLetGoIsCancelledIfWhatItNeedsHasFailedMeanwhile() throws Exception {
    Task bad = held();
    Task open = held();
    UUID waiter = waiterFor(bad, open);
    UUID cleanUp = add(WaitFixture.waiting(Set.of(), Set.of(waiter)));
    hold(waiter);
    failed(bad);
    letGo(waiter);
    FinishedTask cancelled = given().finished(waiter);
    assertThat(cancelled.status()).isEqualTo(Status.CANCELLED);
    assertThat(cancelled.error()).contains(bad.id().toString(), "FAILED");
    assertThat(status(cleanUp)).isEqualTo(Status.READY);
  }

  @Test
  default void aHeldOneTakesEditsMergesAndNewsAndStaysHeld() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    hold(waiter);
    assertThat(edit(given().find(waiter), Bytes.of("edited"))).isTrue();
    assertThat(mergedAlone(waiter, Bytes.of("merged"))).isTrue();
    assertThat(toldAlone(waiter, "TOLD")).isTrue();
    assertThat(store().waiting(waiter)).isEqualTo(WaitState.HELD);
    done(before);
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    letGo(waiter);
    assertThat(status(waiter)).isEqualTo(Status.READY);
  }

  @Test
  default void oneThatWasMovedRegardlessAndIsThenHeldRunsWhenItIsLetGo() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    hold(waiter);
    given()
        .applied(OperatorRules.reschedule(given().find(waiter), null, StoreScenario.HINT_EXPIRY));
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
    UUID last = add(WaitFixture.waiting(Set.of(), Set.of(cancelled, failed)));
    hold(cancelled);
    assertThat(edit(given().find(failed), Bytes.of("edited"))).isTrue();
    given().applied(OperatorRules.cancel(given().find(cancelled), "no need", WaitFixture.KEEP));
    given().applied(OperatorRules.fail(given().find(failed), "no use", WaitFixture.KEEP));
    assertThat(status(last)).isEqualTo(Status.READY);
    done(before);
    assertThat(given().finished(cancelled).error()).isEqualTo("no need");
    assertThat(given().finished(failed).status()).isEqualTo(Status.FAILED);
    assertThat(told()).extracting(Candidate::id).containsExactly(last);
  }

  @Test
  default void aMoveThatIsNotAppliedLeavesTheWaitingAsItIs() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    Task seen = given().find(waiter);
    assertThat(edit(seen, Bytes.of("edited"))).isTrue();
    given().refused(OperatorRules.hold(seen));
    given().refused(OperatorRules.reschedule(seen, null, StoreScenario.HINT_EXPIRY));
    given().refused(OperatorRules.cancel(seen, "no need", WaitFixture.KEEP));
    assertThat(store().waiting(waiter)).isEqualTo(WaitState.WAITS);
    done(before);
    assertThat(status(waiter)).isEqualTo(Status.READY);
  }
}
