package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spi.OperationsStore;
import dev.baton.spi.RunAgainStore;
import dev.baton.spi.WaitStore;
import dev.baton.spi.core.CoreStore;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.waits.CoreWaitContract;
import dev.baton.tck.contract.waits.CoreWaitFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of tasks that wait for others, on a server. */
class CassandraWaitStoreTest implements CoreWaitContract {
  /** Longer than the interval between two searches. */
  private static final Duration UNTIL_NEXT_LOOK = Duration.ofSeconds(31);

  /**
   * Length of the longest chain of tasks in a test. A cancellation passes from each task to the
   * next.
   */
  private static final int CHAIN = 4;

  private final ManualClock clock = TestKeyspace.clock();
  private final TestKeyspace.Node node = TestKeyspace.empty().node(clock);
  private final List<Candidate> told = new ArrayList<>();

  @Override
  public CoreStore store() {
    return node.tasks();
  }

  @Override
  public WaitStore waits() {
    return node.tasks().waits();
  }

  @Override
  public RunAgainStore runAgain() {
    return node.tasks().runAgain();
  }

  @Override
  public OperationsStore operations() {
    return node.operations(Duration.ofMinutes(1));
  }

  @Override
  public void passTime(Duration duration) {
    clock.advance(duration);
  }

  @Override
  public void listen() {
    // Sweeps return the tasks that they have made ready.
  }

  @Override
  public List<Candidate> emitted() {
    settle();
    return told;
  }

  @Override
  public void settle() {
    for (int i = 0; i < CHAIN; i++) {
      clock.advance(UNTIL_NEXT_LOOK);
      sweep();
    }
  }

  private void sweep() {
    told.addAll(store().due(Duration.ofMinutes(1), 100));
  }

  @Test
  void checksBecomeRarerTheLongerATaskWaits() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    sweep();
    clock.advance(Duration.ofSeconds(8));
    sweep();
    done(before);
    clock.advance(Duration.ofMillis(900));
    sweep();
    assertThat(given().find(waiter).position().status()).isEqualTo(Status.BLOCKED);
    clock.advance(Duration.ofMillis(200));
    sweep();
    assertThat(given().find(waiter).position().status()).isEqualTo(Status.READY);
  }

  @Test
  void failureIsNoticedEvenIfItIsNoLongerKept() throws Exception {
    Task before = held();
    UUID waiter = waiterFor(before);
    sweep();
    given().applied(HolderRules.failed(before, "broke", Duration.ofMillis(10)));
    clock.advance(Duration.ofMillis(50));
    store().prune(100);
    assertThat(store().findFinished(before.id())).isEmpty();
    assertThat(finished(waiter).status()).isEqualTo(Status.CANCELLED);
    clock.advance(Duration.ofHours(1));
    store().prune(100);
    assertThat(node.tasks().sweeps().rows(List.of(before.id()))).isEmpty();
  }

  @Test
  void waitersOfTaskAreFound() throws Exception {
    Task before = held();
    UUID one = waiterFor(before);
    UUID two = waiterFor(before, held());
    waiterFor(held());
    assertThat(operations().waiters(before.id(), 10)).containsExactlyInAnyOrder(one, two);
    done(before);
    done(given().claim(find(one), OWNER));
    assertThat(operations().waiters(before.id(), 10)).containsExactly(two);
  }

  @Test
  void taskMayWaitForAtMostAThousandOthers() throws Exception {
    Set<UUID> unknown = new LinkedHashSet<>();
    while (unknown.size() < 999) {
      unknown.add(UUID.randomUUID());
    }
    Task before = held();
    unknown.add(before.id());
    UUID waiter = add(CoreWaitFixture.waiting(Set.of(), unknown));
    assertThat(status(waiter)).isEqualTo(Status.BLOCKED);
    done(before);
    assertThat(status(waiter)).isEqualTo(Status.READY);
    unknown.add(UUID.randomUUID());
    NewTask one = CoreWaitFixture.waiting(Set.of(), Set.of(before.id()));
    NewTask tooMany = CoreWaitFixture.waiting(Set.of(), unknown);
    assertThatThrownBy(() -> store().insert(List.of(one, tooMany)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1001 others")
        .hasMessageContaining("Add one task per group");
    assertThat(store().find(one.id())).isEmpty();
  }
}
