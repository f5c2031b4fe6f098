package dev.baton.tck.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Waits;
import dev.baton.tck.contract.StoreScenario;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract for tasks that run, and then wait for others. */
public interface WaitForEndsContract extends WaitFixture {

  /** Parks a claimed task until these have ended. Writes nothing if they have ended already. */
  default boolean parks(Task held, UUID... others) throws Exception {
    try {
      return transactions()
          .call(
              transaction -> {
                store().apply(transaction, HolderRules.await(held));
                Waits waits = new Waits(Set.of(), Set.of(others), Duration.ofMinutes(1), KEEP);
                if (!store().waitForEnds(transaction, held.id(), waits)) {
                  throw new InterruptedException("rolled back");
                }
                return true;
              });
    } catch (InterruptedException rolledBack) {
      return false;
    }
  }

  private Task claimedAgain(UUID id) throws Exception {
    Task ready = find(id);
    assertThat(ready.position().status()).isEqualTo(Status.READY);
    return given().claim(ready, OWNER);
  }

  @Test
  default void aParkedTaskIsReadyWhenTheLastOfTheOthersHasEnded() throws Exception {
    Task parent = held();
    Task one = held();
    Task other = held();
    assertThat(parks(parent, one.id(), other.id())).isTrue();
    assertThat(status(parent.id())).isEqualTo(Status.BLOCKED);
    failed(one);
    assertThat(status(parent.id())).isEqualTo(Status.BLOCKED);
    done(other);
    assertThat(status(parent.id())).isEqualTo(Status.READY);
    assertThat(emitted()).extracting(Candidate::id).containsExactly(parent.id());
    assertThat(waits().waitedFor(parent.id()))
        .containsExactlyInAnyOrder(
            new Prerequisite(one.id(), Status.FAILED), new Prerequisite(other.id(), Status.DONE));
  }

  @Test
  default void aTaskCannotWaitForWhatHasEnded() throws Exception {
    Task parent = held();
    Task one = held();
    done(one);
    assertThat(parks(parent, one.id(), UUID.randomUUID())).isFalse();
    assertThat(status(parent.id())).isEqualTo(Status.RUNNING);
    assertThat(waits().waitedFor(parent.id())).isEmpty();
  }

  @Test
  default void aTaskWaitsAgainForOthersAndForTheSame() throws Exception {
    Task parent = held();
    Task first = held();
    parks(parent, first.id());
    done(first);
    Task second = held();
    Task third = held();
    Task again = claimedAgain(parent.id());
    assertThat(parks(again, first.id(), second.id())).isTrue();
    given().applied(OperatorRules.reschedule(find(parent.id()), null, StoreScenario.HINT_EXPIRY));
    assertThat(parks(claimedAgain(parent.id()), second.id(), third.id())).isTrue();
    done(third);
    assertThat(status(parent.id())).isEqualTo(Status.BLOCKED);
    done(second);
    assertThat(status(parent.id())).isEqualTo(Status.READY);
    assertThat(waits().waitedFor(parent.id()))
        .extracting(Prerequisite::end)
        .containsExactly(Status.DONE, Status.DONE, Status.DONE);
  }

  @Test
  default void endsThatRaceWithTheParkingReleaseTheTask() throws Exception {
    for (int round = 0; round < 20; round++) {
      Task parent = held();
      Task one = held();
      Task other = held();
      AtomicInteger next = new AtomicInteger();
      StoreScenario.race(
          3,
          () -> {
            switch (next.getAndIncrement()) {
              case 0 -> parks(parent, one.id(), other.id());
              case 1 -> done(one);
              default -> done(other);
            }
            return true;
          });
      Task after = find(parent.id());
      assertThat(after.position().status()).isIn(Status.READY, Status.RUNNING);
    }
  }
}
