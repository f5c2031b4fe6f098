package dev.baton.tck.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.OperatorRules;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for waits after tasks have ended or run again. */
public interface WaitAgainContract extends CoreWaitFixture {
  @Test
  default void aFinishedTaskThatRunsAgainIsNotCountedTwice() throws Exception {
    Task first = held();
    Task second = held();
    UUID waiter = add(CoreWaitFixture.waiting(Set.of(first.id(), second.id()), Set.of()));
    done(first);
    FinishedTask once = given().finished(first.id());
    assertThat(
            runAgain()
                .runAgain(
                    once.id(),
                    once.version(),
                    OperatorRules.runAgain(once, null, Duration.ofMinutes(1))))
        .isEmpty();
    done(given().claim(given().find(first.id()), CoreWaitFixture.OWNER));
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    done(second);
    assertThat(status(waiter)).isEqualTo(Status.READY);
  }

  @Test
  default void aWaiterThatRunsAgainAfterItFinishedWaitsForNothing() throws Exception {
    Task before = held();
    UUID waiter = add(CoreWaitFixture.waiting(Set.of(before.id()), Set.of()));
    given().applied(OperatorRules.cancel(find(waiter), "no need", CoreWaitFixture.KEEP));
    FinishedTask once = finished(waiter);
    runAgain()
        .runAgain(
            waiter, once.version(), OperatorRules.runAgain(once, null, Duration.ofMinutes(1)));
    Task again = find(waiter);
    done(before);
    assertThat(find(waiter)).isEqualTo(again);
  }

  @Test
  default void whatIsNotedOfWaitsIsForgottenWithTheTask() throws Exception {
    Task before = held();
    UUID waiter = add(CoreWaitFixture.waiting(Set.of(before.id()), Set.of()));
    done(before);
    store().prune(100);
    assertThat(waits().waitedFor(waiter))
        .containsExactly(new Prerequisite(before.id(), Status.DONE));
    done(given().claim(find(waiter), CoreWaitFixture.OWNER));
    store().prune(100);
    assertThat(waits().waitedFor(waiter)).isEmpty();
  }
}
