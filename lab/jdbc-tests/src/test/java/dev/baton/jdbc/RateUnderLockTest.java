package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.LimitStore.LimitedClaim;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Task;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a claim that waits for the row of its rate counts from the time when it has the row.
 */
class RateUnderLockTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration WAIT = Duration.ofMillis(500);
  private static final Duration CLOCKS_DIFFER = Duration.ofMillis(20);

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void nextPermitComesAWholeIntervalAfterTheLock(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    assertThat(claim(fixture, ready(fixture), Duration.ofNanos(1_000)).claimed()).hasSize(1);
    Task waiting = ready(fixture);
    Task next = ready(fixture);

    AtomicLong released = new AtomicLong();
    CompletableFuture<LimitedClaim> waiter =
        fixture
            .transactions()
            .call(
                transaction -> {
                  try (Statement lock = transaction.unwrap(Connection.class).createStatement()) {
                    lock.executeQuery("SELECT name FROM baton_limit FOR UPDATE").close();
                  }
                  CompletableFuture<LimitedClaim> claim =
                      CompletableFuture.supplyAsync(() -> claim(fixture, waiting, HOUR));
                  Thread.sleep(WAIT.toMillis());
                  assertThat(claim).as("it waits for the lock").isNotDone();
                  released.set(System.nanoTime());
                  return claim;
                });
    assertThat(waiter.join().claimed()).hasSize(1);
    LimitedClaim refused = claim(fixture, next, HOUR);
    Duration since = Duration.ofNanos(System.nanoTime() - released.get());

    assertThat(refused.claimed()).isEmpty();
    assertThat(Objects.requireNonNull(refused.refused().get(next.id())).askAgainAfter())
        .isBetween(HOUR.minus(since).minus(CLOCKS_DIFFER), HOUR);
  }

  private static Task ready(JdbcFixture fixture) throws Exception {
    return fixture.given().added(TaskDraft.ready("T"));
  }

  private static LimitedClaim claim(JdbcFixture fixture, Task task, Duration interval) {
    Permit rate = new Permit.Rate("R", "", interval.toNanos() / 1_000, 1, 1);
    return fixture
        .store()
        .claimWithin(
            UUID.randomUUID(),
            StoreScenario.LEASE,
            List.of(new LimitedRequest(new ClaimRequest(task.id(), 1, 5), List.of(rate))));
  }
}
