package dev.baton.tck.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Timing;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.ScheduleStore.Due;
import dev.baton.task.Bytes;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The contract of every schedule store. To run the contract, implement this type and return your
 * store from it.
 */
public interface ScheduleStoreContract extends CoreFixture {
  /** A tick of the contract's schedules. */
  Instant TICK = Instant.parse("2026-10-25T01:30:00.123456Z");

  /** The interval of the schedules. */
  Duration MINUTE = Duration.ofMinutes(1);

  /** Number of threads that change a schedule at the same time. */
  int RACERS = 8;

  /** Returns the schedule store. It is the same throughout a test and empty at its start. */
  ScheduleStore schedules();

  @Test
  default void aScheduleIsReadAsItWasWritten() {
    Schedule schedule =
        Schedule.cron(
                "n\u00e4chtlich, \"1\" = \uD83D\uDE80", "0 30 2 * * *", ZoneId.of("Europe/Berlin"))
            .missed(Missed.ALL)
            .overlap(Overlap.QUEUE)
            .jitter(Duration.ofMillis(1_500))
            .adds(
                TaskType.of("CLOSE DAY", Bytes.class)
                    .clearPayload()
                    .with(Bytes.of(new byte[] {0, -1, 7}))
                    .subType("\u00fc")
                    .bucket("night.ly")
                    .key("k")
                    .priority(2)
                    .context("tenant", "a&b=c")
                    .context("earlier", "of the caller")
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
    assertThat(schedules().insert(state)).isTrue();
    ScheduleState found = schedules().find(schedule.name()).orElseThrow();
    assertThat(found.schedule().fingerprint()).isEqualTo(schedule.fingerprint());
    assertThat(found).isEqualTo(state);
    assertThat(schedules().list(null, 10)).hasSize(1);
  }

  @Test
  default void everyTimingAndPolicyIsReadAsItWasWritten() {
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
              Schedule.of(name, timing)
                  .missed(missed)
                  .overlap(overlap)
                  .adds(TaskRequest.of(TaskType.of("T")));
          schedules().insert(state(schedule, null, null));
          Schedule found = schedules().find(name).orElseThrow().schedule();
          assertThat(found.fingerprint()).isEqualTo(schedule.fingerprint());
          assertThat(found.timing()).isEqualTo(timing);
        }
      }
    }
  }

  @Test
  default void aTakenNameIsRefused() {
    assertThat(insert("a", TICK)).isTrue();
    assertThat(insert("a", TICK.plusSeconds(1))).isFalse();
    assertThat(schedules().find("a").orElseThrow().nextTick()).isEqualTo(TICK);
  }

  @Test
  default void namesAreToldApartByCase() {
    assertThat(insert("a", TICK)).isTrue();
    assertThat(insert("A", TICK)).isTrue();
    assertThat(schedules().find("\u00e1")).isEmpty();
    assertThat(schedules().list(null, 10)).hasSize(2);
  }

  @Test
  default void aChangeNamesTheVersionItSaw() {
    insert("a", TICK);
    ScheduleState seen = schedules().find("a").orElseThrow();
    assertThat(seen.version()).isOne();
    Instant next = TICK.plusSeconds(60);
    assertThat(schedules().change(seen.due(next, next))).isTrue();
    assertThat(schedules().change(seen.paused(true))).isFalse();
    ScheduleState now = schedules().find("a").orElseThrow();
    assertThat(now.version()).isEqualTo(2);
    assertThat(now.nextTick()).isEqualTo(next);
    assertThat(now.paused()).isFalse();
  }

  @Test
  default void aChangeAndARemovalLeaveOtherSchedulesAlone() {
    insert("a", TICK);
    insert("b", TICK.plusSeconds(1));
    ScheduleState other = schedules().find("b").orElseThrow();
    assertThat(schedules().change(schedules().find("a").orElseThrow().paused(true))).isTrue();
    assertThat(schedules().find("b")).contains(other);
    assertThat(schedules().remove("a")).isTrue();
    assertThat(schedules().find("b")).contains(other);
  }

  @Test
  default void aRemovedScheduleIsGoneAndItsNameFree() {
    insert("a", TICK);
    ScheduleState seen = schedules().find("a").orElseThrow();
    assertThat(schedules().remove("a")).isTrue();
    assertThat(schedules().remove("a")).isFalse();
    assertThat(schedules().find("a")).isEmpty();
    assertThat(schedules().change(seen)).isFalse();
    assertThat(insert("a", TICK)).isTrue();
  }

  @Test
  default void ofManyThatChangeOneVersionAtOnceOneDoes() throws Exception {
    insert("a", TICK);
    ScheduleState seen = schedules().find("a").orElseThrow();
    assertThat(StoreScenario.race(RACERS, () -> schedules().change(seen.ticked(TICK, false))))
        .containsOnlyOnce(true);
    assertThat(schedules().find("a").orElseThrow().version()).isEqualTo(2);
  }

  @Test
  default void whatIsDueSoonIsReadInTheOrderOfNamesWithTheStoresTime() {
    Instant now = schedules().now();
    insert("c", now.minusSeconds(60));
    insert("b", now.plusSeconds(30));
    insert("a", now.minusSeconds(3_600));
    insert("later", now.plusSeconds(600));
    schedules().insert(state("over", null));
    schedules().insert(state("paused", now.minusSeconds(5)).paused(true));
    assertThat(names(schedules().due(Duration.ZERO, null, 10))).containsExactly("a", "c");
    assertThat(names(schedules().due(MINUTE, null, 10))).containsExactly("a", "b", "c");
    assertThat(names(schedules().due(MINUTE, null, 2))).containsExactly("a", "b");
    assertThat(names(schedules().due(MINUTE, "b", 2))).containsExactly("c");
    for (Due due : schedules().due(MINUTE, null, 10)) {
      assertThat(due.now()).isBetween(now, now.plusSeconds(60));
      assertThat(due.now()).isEqualTo(due.now().truncatedTo(ChronoUnit.MICROS));
    }
  }

  /** The engine then computes its next tick again. */
  @Test
  default void aScheduleWhoseTickIsAheadOfTheClockIsDue() {
    Instant later = schedules().now().plusSeconds(3_600);
    Instant next = later.plusSeconds(60);
    schedules().insert(state("ahead", next).ticked(later, false));
    schedules().insert(state("behind", next).ticked(later.minusSeconds(7_200), false));
    schedules().insert(state("over", null).ticked(later, false));
    schedules().insert(state("paused", next).ticked(later, false).paused(true));
    assertThat(names(schedules().due(MINUTE, null, 10))).containsExactly("ahead");
  }

  @Test
  default void listsGoOnWhereTheyEnded() {
    for (String name : List.of("b", "a", "C", "\u00e4", "z")) {
      insert(name, TICK);
    }
    List<String> all = new ArrayList<>();
    String after = null;
    while (true) {
      List<ScheduleState> page = schedules().list(after, 2);
      if (page.isEmpty()) {
        break;
      }
      page.forEach(state -> all.add(state.name()));
      after = all.get(all.size() - 1);
    }
    assertThat(all).containsExactlyInAnyOrder("a", "b", "C", "\u00e4", "z");
  }

  @Test
  default void theClockGoesOn() throws Exception {
    Instant before = schedules().now();
    passTime(Duration.ofMillis(20));
    assertThat(schedules().now()).isAfter(before);
  }

  private boolean insert(String name, Instant tick) {
    return schedules().insert(state(name, tick));
  }

  private static List<String> names(List<Due> due) {
    return due.stream().map(one -> one.name()).toList();
  }

  /** Returns a schedule with this name. */
  static ScheduleState state(String name, @Nullable Instant tick) {
    Schedule schedule = Schedule.fixedRate(name, MINUTE).adds(TaskRequest.of(TaskType.of("T")));
    return state(schedule, tick, tick);
  }

  private static ScheduleState state(
      Schedule schedule, @Nullable Instant tick, @Nullable Instant due) {
    return ScheduleState.fresh(schedule, tick, due, null);
  }
}
