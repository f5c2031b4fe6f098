package dev.baton.testkit.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.api.schedule.Missed;
import dev.baton.api.schedule.Overlap;
import dev.baton.api.schedule.Schedule;
import dev.baton.api.schedule.ScheduleState;
import dev.baton.api.schedule.Timing;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.ScheduleStore.Due;
import dev.baton.testkit.contract.StoreFixture;
import dev.baton.testkit.contract.StoreScenario;
import dev.baton.testkit.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every schedule store must do. */
public abstract class ScheduleStoreContract {
  private static final Instant TICK = Instant.parse("2026-10-25T01:30:00.123456Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int RACERS = 8;

  /** The same all through a test; empty at its start. */
  protected abstract ScheduleStore store();

  /** A store of tasks on the same database, and its transactions. */
  protected abstract StoreFixture fixture();

  @Test
  void aScheduleIsReadAsItWasWritten() throws Exception {
    Schedule schedule =
        Schedule.cron(
                "n\u00e4chtlich, \"1\" = \uD83D\uDE80", "0 30 2 * * *", ZoneId.of("Europe/Berlin"))
            .missed(Missed.ALL)
            .overlap(Overlap.QUEUE)
            .jitter(Duration.ofMillis(1_500))
            .runs(
                TaskRequest.of("CLOSE DAY")
                    .subType("\u00fc")
                    .bucket("night.ly")
                    .key("k")
                    .priority(2)
                    .payload(new byte[] {0, -1, 7})
                    .context("tenant", "a&b=c")
                    .state("START"));
    List<UUID> earlier =
        LongStream.range(0, ScheduleState.MAX_EARLIER).mapToObj(i -> new UUID(-i, i)).toList();
    ScheduleState state =
        new ScheduleState(
            schedule,
            1,
            true,
            TICK,
            TICK.plusMillis(700),
            new ScheduleState.Past(TICK.minusSeconds(60), new UUID(-1, 2), earlier, 3, 4),
            schedule.fingerprint());
    assertThat(did(transaction -> store().insert(transaction, state))).isTrue();
    ScheduleState found = store().find(schedule.name()).orElseThrow();
    assertThat(found.schedule().fingerprint()).isEqualTo(schedule.fingerprint());
    assertThat(found).isEqualTo(state);
    assertThat(store().list(null, 10)).hasSize(1);
  }

  @Test
  void everyTimingAndPolicyIsReadAsItWasWritten() throws Exception {
    List<Timing> timings =
        List.of(
            new Timing.FixedRate(Duration.ofMillis(1_001)),
            new Timing.FixedDelay(Duration.ofDays(400)),
            new Timing.ByRule("end of quarter"),
            new Timing.Unknown("moon full"));
    for (Timing timing : timings) {
      for (Missed missed : Missed.values()) {
        for (Overlap overlap : Overlap.values()) {
          String name = timing.text() + missed + overlap;
          Schedule schedule =
              Schedule.of(name, timing).missed(missed).overlap(overlap).runs(TaskRequest.of("T"));
          in(transaction -> store().insert(transaction, state(schedule, null, null)));
          Schedule found = store().find(name).orElseThrow().schedule();
          assertThat(found.fingerprint()).isEqualTo(schedule.fingerprint());
          assertThat(found.timing()).isEqualTo(timing);
        }
      }
    }
  }

  @Test
  void aTakenNameIsRefusedAndTheTransactionStaysSound() throws Exception {
    assertThat(insert("a", TICK)).isTrue();
    boolean both =
        in(
            transaction -> {
              boolean first = store().insert(transaction, state("a", TICK.plusSeconds(1)));
              return first || !store().insert(transaction, state("b", TICK));
            });
    assertThat(both).isFalse();
    assertThat(store().find("a").orElseThrow().nextTick()).isEqualTo(TICK);
    assertThat(store().find("b")).isPresent();
  }

  @Test
  void namesAreToldApartByCase() throws Exception {
    assertThat(insert("a", TICK)).isTrue();
    assertThat(insert("A", TICK)).isTrue();
    assertThat(store().find("\u00e1")).isEmpty();
    assertThat(store().list(null, 10)).hasSize(2);
  }

  @Test
  void aChangeNamesTheVersionItSaw() throws Exception {
    insert("a", TICK);
    ScheduleState seen = store().find("a").orElseThrow();
    assertThat(seen.version()).isOne();
    Instant next = TICK.plusSeconds(60);
    assertThat(did(transaction -> store().change(transaction, seen.due(next, next)))).isTrue();
    assertThat(did(transaction -> store().change(transaction, seen.paused(true)))).isFalse();
    ScheduleState now = store().find("a").orElseThrow();
    assertThat(now.version()).isEqualTo(2);
    assertThat(now.nextTick()).isEqualTo(next);
    assertThat(now.paused()).isFalse();
    Optional<ScheduleState> kept = in(transaction -> store().tryLock(transaction, "a"));
    assertThat(kept).contains(now);
    Optional<ScheduleState> none = in(transaction -> store().tryLock(transaction, "none"));
    assertThat(none).isEmpty();
  }

  @Test
  void whatIsRolledBackNeverWas() throws Exception {
    insert("a", TICK);
    undone(transaction -> store().remove(transaction, "a"));
    undone(transaction -> store().insert(transaction, state("b", TICK)));
    undone(
        transaction -> {
          ScheduleState kept = store().lock(transaction, "a").orElseThrow();
          return store().change(transaction, kept.paused(true));
        });
    assertThat(store().find("a").orElseThrow().paused()).isFalse();
    assertThat(store().find("b")).isEmpty();
  }

  @Test
  void aTransactionSeesWhatItWrote() throws Exception {
    insert("a", TICK);
    Optional<ScheduleState> seen =
        in(
            transaction -> {
              ScheduleState kept = store().lock(transaction, "a").orElseThrow();
              store().change(transaction, kept.paused(true));
              return store().lock(transaction, "a");
            });
    assertThat(seen.orElseThrow().paused()).isTrue();
    assertThat(seen.orElseThrow().version()).isEqualTo(2);
  }

  @Test
  void aRemovedScheduleIsGoneAndItsNameFree() throws Exception {
    insert("a", TICK);
    assertThat(did(transaction -> store().remove(transaction, "a"))).isTrue();
    assertThat(did(transaction -> store().remove(transaction, "a"))).isFalse();
    Optional<ScheduleState> kept = in(transaction -> store().lock(transaction, "a"));
    assertThat(kept).isEmpty();
    assertThat(insert("a", TICK)).isTrue();
  }

  @Test
  void aScheduleThatSomebodyKeepsIsNotWaitedFor() throws Exception {
    insert("a", TICK);
    insert("b", TICK);
    boolean other =
        in(
            transaction -> {
              store().lock(transaction, "a");
              return StoreScenario.race(
                      1,
                      () ->
                          in(
                              second ->
                                  store().tryLock(second, "a").isPresent()
                                      || store().tryLock(second, "b").isEmpty()))
                  .get(0);
            });
    assertThat(other).isFalse();
    assertThat(did(transaction -> store().tryLock(transaction, "a").isPresent())).isTrue();
  }

  @Test
  void ofManyThatChangeOneVersionOneDoes() throws Exception {
    insert("a", TICK);
    ScheduleState seen = store().find("a").orElseThrow();
    AtomicInteger written = new AtomicInteger();
    CountDownLatch allTried = new CountDownLatch(RACERS);
    StoreScenario.race(
        RACERS,
        () ->
            in(
                transaction -> {
                  boolean mine = store().tryLock(transaction, "a").isPresent();
                  allTried.countDown();
                  // Whoever has it keeps it until all have tried: nobody comes second.
                  assertThat(allTried.await(20, TimeUnit.SECONDS)).isTrue();
                  if (mine && store().change(transaction, seen.ticked(TICK, false))) {
                    written.incrementAndGet();
                  }
                  return mine;
                }));
    assertThat(written).hasValue(1);
    assertThat(store().find("a").orElseThrow().version()).isEqualTo(2);
  }

  @Test
  void aTickAndItsTaskAreOneTransaction() throws Exception {
    insert("a", TICK);
    UUID task = new UUID(5, 5);
    undone(
        transaction -> {
          store().tryLock(transaction, "a");
          fixture().store().insert(transaction, List.of(TaskDraft.ready("T").withId(task).build()));
          ScheduleState seen = store().find("a").orElseThrow();
          return store().change(transaction, seen.ticked(TICK, false).ran(List.of(task)));
        });
    assertThat(fixture().store().find(task)).isEmpty();
    assertThat(store().find("a").orElseThrow().past().lastTask()).isNull();
  }

  @Test
  void whatIsDueSoonIsReadInTheOrderOfNamesWithTheStoresTime() throws Exception {
    Instant now = store().now();
    insert("c", now.minusSeconds(60));
    insert("b", now.plusSeconds(30));
    insert("a", now.minusSeconds(3_600));
    insert("later", now.plusSeconds(600));
    in(transaction -> store().insert(transaction, state("over", null)));
    in(
        transaction ->
            store().insert(transaction, state("paused", now.minusSeconds(5)).paused(true)));
    assertThat(names(store().due(Duration.ZERO, null, 10))).containsExactly("a", "c");
    assertThat(names(store().due(MINUTE, null, 10))).containsExactly("a", "b", "c");
    assertThat(names(store().due(MINUTE, null, 2))).containsExactly("a", "b");
    assertThat(names(store().due(MINUTE, "b", 2))).containsExactly("c");
    for (Due due : store().due(MINUTE, null, 10)) {
      assertThat(due.now()).isBetween(now, now.plusSeconds(60));
      assertThat(due.now()).isEqualTo(due.now().truncatedTo(ChronoUnit.MICROS));
    }
  }

  @Test
  void listsGoOnWhereTheyEnded() throws Exception {
    for (String name : List.of("b", "a", "C", "\u00e4", "z")) {
      insert(name, TICK);
    }
    List<String> all = new ArrayList<>();
    String after = null;
    while (true) {
      List<ScheduleState> page = store().list(after, 2);
      if (page.isEmpty()) {
        break;
      }
      page.forEach(state -> all.add(state.name()));
      after = all.get(all.size() - 1);
    }
    assertThat(all).containsExactlyInAnyOrder("a", "b", "C", "\u00e4", "z");
  }

  @Test
  void theClockGoesOn() throws Exception {
    Instant before = store().now();
    fixture().passTime(Duration.ofMillis(20));
    assertThat(store().now()).isAfter(before);
  }

  private boolean insert(String name, Instant tick) throws Exception {
    return in(transaction -> store().insert(transaction, state(name, tick)));
  }

  private static List<String> names(List<Due> due) {
    return due.stream().map(one -> one.name()).toList();
  }

  private static ScheduleState state(String name, @Nullable Instant tick) {
    Schedule schedule = Schedule.fixedRate(name, MINUTE).runs(TaskRequest.of("T"));
    return state(schedule, tick, tick);
  }

  private static ScheduleState state(
      Schedule schedule, @Nullable Instant tick, @Nullable Instant due) {
    return ScheduleState.fresh(schedule, tick, due, null);
  }

  /** What is done in a transaction. */
  @FunctionalInterface
  private interface Step<T> {
    T in(Transaction transaction) throws Exception;
  }

  private <T> T in(Step<T> step) throws Exception {
    return fixture().transactions().call(step::in);
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
      // That is what was asked for.
    }
  }

  private static final class Undone extends Exception {
    private static final long serialVersionUID = 1L;
  }
}
