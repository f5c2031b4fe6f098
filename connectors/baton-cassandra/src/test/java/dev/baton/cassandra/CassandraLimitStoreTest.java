package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import dev.baton.cassandra.operate.CassandraStatisticsStore;
import dev.baton.cassandra.task.CassandraTaskStore;
import dev.baton.spi.LimitState;
import dev.baton.spi.LimitStore;
import dev.baton.spi.LimitStore.LimitedClaim;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.core.CoreStore;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import dev.baton.tck.contract.limits.PermitContract;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract of cluster limits on a server, and the display of their use. */
class CassandraLimitStoreTest implements PermitContract {
  private static final Permit SLOT = new Permit.Slot("L", "k", 1);
  private static final Permit RATE = new Permit.Rate("R", "", 60_000_000, 1, 1);

  private final ManualClock clock = TestKeyspace.clock();
  private final TestKeyspace keyspace = TestKeyspace.empty();
  private final TestKeyspace.Node node = keyspace.node(clock);

  @Override
  public LimitStore limits() {
    return node.tasks().limits();
  }

  @Override
  public CoreStore store() {
    return node.tasks();
  }

  @Override
  public void passTime(Duration duration) {
    clock.advance(duration);
  }

  @Test
  void slotOfDeletedTaskIsFree() throws Exception {
    Task first = claimed(given().added(TaskDraft.ready("T")), SLOT);
    given().applied(HolderRules.done(first, null, Duration.ZERO));
    assertThat(claimed(given().added(TaskDraft.ready("T")), SLOT)).isNotNull();
  }

  @Test
  void slotOfStalledClaimIsFreedAndTheLateClaimFails() throws Exception {
    Task wanted = given().added(TaskDraft.ready("T"));
    Task other = given().added(TaskDraft.ready("T"));
    CountDownLatch stopped = new CountDownLatch(1);
    CompletableFuture<Void> goesOn = new CompletableFuture<>();
    AtomicInteger batches = new AtomicInteger();
    CassandraTaskStore slow =
        keyspace.store(
            clock,
            statement -> {
              if (!(statement instanceof BatchStatement) || batches.incrementAndGet() != 2) {
                return keyspace.session().executeAsync(statement);
              }
              stopped.countDown();
              return goesOn.thenCompose(
                  on -> CompletableFuture.failedStage(new DriverTimeoutException("never sent")));
            });
    CompletableFuture<LimitedClaim> late =
        StoreScenario.elsewhere(() -> claim(slow.limits(), wanted, SLOT));
    stopped.await();
    assertThat(claim(limits(), other, SLOT).claimed()).as("the claim may still arrive").isEmpty();
    passTime(Duration.ofSeconds(6));
    assertThat(claim(limits(), other, SLOT).claimed()).hasSize(1);
    goesOn.complete(null);
    assertThat(StoreScenario.answer(late).claimed()).isEmpty();
    assertThat(given().find(wanted.id())).isEqualTo(wanted);
  }

  @Test
  void useOfLimitIsReported() throws Exception {
    OperationsStore operations = node.operations(Duration.ofMinutes(1));
    StatisticsStore statistics =
        new CassandraStatisticsStore(node.cql(), node.shards(), node.clock(), node.tasks());
    assertThat(operations.limit(SLOT.name(), 10).holders()).isEmpty();
    Task one = claimed(given().added(TaskDraft.ready("T")), SLOT, RATE);
    UUID owner = Objects.requireNonNull(one.position().owner());
    assertThat(operations.limit(SLOT.name(), 10).holders())
        .containsExactly(new LimitState.Holder(one.id(), owner));
    assertThat(operations.limit("L", 10).holders()).isEmpty();
    assertThat(operations.limit("R", 1).paidUntil()).isAfter(clock.instant());
    assertThat(statistics.slots(10))
        .containsExactly(new StatisticsStore.TakenSlot(SLOT.name(), one.id(), owner, "T"));
    assertThat(statistics.rates(10)).hasSize(1);
    given().applied(HolderRules.done(one, null, StoreScenario.KEEP));
    assertThat(operations.limit(SLOT.name(), 10).holders()).isEmpty();
    assertThat(statistics.slots(10)).isEmpty();
    passTime(Duration.ofMinutes(2));
    store().prune(10);
    assertThat(operations.limit("R", 1).paidUntil()).isNull();
  }

  private Task claimed(Task ready, Permit... permits) {
    LimitedClaim answer = claim(limits(), ready, permits);
    assertThat(answer.claimed()).hasSize(1);
    return answer.claimed().get(0);
  }

  private static LimitedClaim claim(LimitStore limits, Task ready, Permit... permits) {
    LimitedRequest request =
        new LimitedRequest(StoreScenario.request(ready), Arrays.asList(permits));
    return limits.claimWithin(UUID.randomUUID(), StoreScenario.LEASE, List.of(request));
  }
}
