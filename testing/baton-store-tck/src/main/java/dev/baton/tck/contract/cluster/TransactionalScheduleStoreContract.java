package dev.baton.tck.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Transaction;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.TransactionalScheduleStore;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The additional contract of a schedule store that writes in transactions. */
public interface TransactionalScheduleStoreContract extends ScheduleStoreContract, StoreFixture {

  @Override
  TransactionalScheduleStore schedules();

  @Test
  default void aTakenNameIsRefusedAndTheTransactionStaysSound() throws Exception {
    assertThat(insert("a", TICK)).isTrue();
    boolean both =
        in(
            transaction -> {
              boolean first = schedules().insert(transaction, state("a", TICK.plusSeconds(1)));
              return first || !schedules().insert(transaction, state("b", TICK));
            });
    assertThat(both).isFalse();
    assertThat(schedules().find("a").orElseThrow().nextTick()).isEqualTo(TICK);
    assertThat(schedules().find("b")).isPresent();
  }

  @Test
  default void theClockOfATransactionIsTheStores() throws Exception {
    Instant before = schedules().now();
    Instant within = in(transaction -> schedules().now(transaction));
    assertThat(within).isBetween(before, schedules().now());
  }

  @Test
  default void aChangeInATransactionNamesTheVersionItSaw() throws Exception {
    insert("a", TICK);
    ScheduleState seen = schedules().find("a").orElseThrow();
    assertThat(seen.version()).isOne();
    Instant next = TICK.plusSeconds(60);
    assertThat(did(transaction -> schedules().change(transaction, seen.due(next, next)))).isTrue();
    assertThat(did(transaction -> schedules().change(transaction, seen.paused(true)))).isFalse();
    ScheduleState now = schedules().find("a").orElseThrow();
    assertThat(now.version()).isEqualTo(2);
    assertThat(now.nextTick()).isEqualTo(next);
    assertThat(now.paused()).isFalse();
    Optional<ScheduleState> kept = in(transaction -> schedules().tryLock(transaction, "a"));
    assertThat(kept).contains(now);
    Optional<ScheduleState> none = in(transaction -> schedules().tryLock(transaction, "none"));
    assertThat(none).isEmpty();
  }

  @Test
  default void whatIsRolledBackNeverWas() throws Exception {
    insert("a", TICK);
    undone(transaction -> schedules().remove(transaction, "a"));
    undone(transaction -> schedules().insert(transaction, state("b", TICK)));
    undone(
        transaction -> {
          ScheduleState kept = schedules().lock(transaction, "a").orElseThrow();
          return schedules().change(transaction, kept.paused(true));
        });
    assertThat(schedules().find("a").orElseThrow().paused()).isFalse();
    assertThat(schedules().find("b")).isEmpty();
  }

  @Test
  default void aTransactionSeesWhatItWrote() throws Exception {
    insert("a", TICK);
    Optional<ScheduleState> seen =
        in(
            transaction -> {
              ScheduleState kept = schedules().lock(transaction, "a").orElseThrow();
              schedules().change(transaction, kept.paused(true));
              return schedules().lock(transaction, "a");
            });
    assertThat(seen.orElseThrow().paused()).isTrue();
    assertThat(seen.orElseThrow().version()).isEqualTo(2);
  }

  @Test
  default void aScheduleRemovedInATransactionIsGoneAndItsNameFree() throws Exception {
    insert("a", TICK);
    assertThat(did(transaction -> schedules().remove(transaction, "a"))).isTrue();
    assertThat(did(transaction -> schedules().remove(transaction, "a"))).isFalse();
    Optional<ScheduleState> kept = in(transaction -> schedules().lock(transaction, "a"));
    assertThat(kept).isEmpty();
    assertThat(insert("a", TICK)).isTrue();
  }

  @Test
  default void aScheduleThatAnotherTransactionKeepsIsNotWaitedFor() throws Exception {
    insert("a", TICK);
    insert("b", TICK);
    boolean other =
        in(
            transaction -> {
              schedules().lock(transaction, "a");
              return StoreScenario.race(
                      1,
                      () ->
                          in(
                              second ->
                                  schedules().tryLock(second, "a").isPresent()
                                      || schedules().tryLock(second, "b").isEmpty()))
                  .get(0);
            });
    assertThat(other).isFalse();
    assertThat(did(transaction -> schedules().tryLock(transaction, "a").isPresent())).isTrue();
  }

  @Test
  default void ofManyTransactionsThatChangeOneVersionOneDoes() throws Exception {
    insert("a", TICK);
    ScheduleState seen = schedules().find("a").orElseThrow();
    AtomicInteger written = new AtomicInteger();
    CountDownLatch allTried = new CountDownLatch(RACERS);
    StoreScenario.race(
        RACERS,
        () ->
            in(
                transaction -> {
                  boolean mine = schedules().tryLock(transaction, "a").isPresent();
                  allTried.countDown();
                  // The thread that holds the lock keeps it until all have tried, so that no thread
                  // gets it second.
                  assertThat(allTried.await(20, TimeUnit.SECONDS)).isTrue();
                  if (mine && schedules().change(transaction, seen.ticked(TICK, false))) {
                    written.incrementAndGet();
                  }
                  return mine;
                }));
    assertThat(written).hasValue(1);
    assertThat(schedules().find("a").orElseThrow().version()).isEqualTo(2);
  }

  @Test
  default void aTickAndItsTaskAreOneTransaction() throws Exception {
    insert("a", TICK);
    UUID task = new UUID(5, 5);
    undone(
        transaction -> {
          schedules().tryLock(transaction, "a");
          store().insert(transaction, List.of(TaskDraft.ready("T").withId(task).build()));
          ScheduleState seen = schedules().find("a").orElseThrow();
          return schedules().change(transaction, seen.ticked(TICK, false).ran(List.of(task)));
        });
    assertThat(store().find(task)).isEmpty();
    assertThat(schedules().find("a").orElseThrow().past().lastTask()).isNull();
  }

  private boolean insert(String name, Instant tick) throws Exception {
    return in(transaction -> schedules().insert(transaction, state(name, tick)));
  }

  private static ScheduleState state(String name, Instant tick) {
    return ScheduleStoreContract.state(name, tick);
  }

  /** Work inside a transaction. */
  @FunctionalInterface
  interface Step<T> {
    T in(Transaction transaction) throws Exception;
  }

  private <T> T in(Step<T> step) throws Exception {
    return transactions().call(step::in);
  }

  private boolean did(Step<Boolean> step) throws Exception {
    return in(step);
  }

  private void undone(Function<Transaction, Boolean> step) throws Exception {
    try {
      in(
          transaction -> {
            assertThat(step.apply(transaction)).isTrue();
            throw new Undone();
          });
    } catch (Undone expected) {
      // Expected: the step rolls the transaction back with this exception.
    }
  }

  final class Undone extends Exception {
    private static final long serialVersionUID = 1L;
  }
}
