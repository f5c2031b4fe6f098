package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.statistics.Histogram;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.StatisticsStore.Group;
import dev.baton.spi.StatisticsStore.Late;
import dev.baton.spi.StatisticsStore.Minute;
import dev.baton.spi.StatisticsStore.Retried;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of every statistics store, whatever else its database supports. */
public abstract class CoreStatisticsContract implements CoreFixture {
  private static final UUID ONE = new UUID(1, 1);
  private static final UUID OTHER = new UUID(-1, 1);
  private static final Instant EARLIER = TaskDraft.PAST.minusSeconds(5);

  /**
   * Returns the statistics of the tasks of {@link #store()}. They are empty at the start of a test.
   */
  protected abstract StatisticsStore statistics();

  @Test
  void liveTasksAreCountedByBucketTypeAndStatus() throws Exception {
    for (Status status : Status.values()) {
      if (!status.isFinished()) {
        given().add(TaskDraft.in(status));
      }
    }
    given().add(TaskDraft.ready("T", EARLIER, TaskDraft.FUTURE).withKey("k"));
    given().add(TaskDraft.due("U", TaskDraft.FUTURE));
    given().add(TaskDraft.due("T", TaskDraft.FUTURE).inBucket("b"));
    given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    StatisticsStore.Counted counted = statistics().count();
    assertThat(counted.complete()).isTrue();
    assertThat(counted.groups())
        .containsExactly(
            new Group("b", "T", Status.WAITING, 1, null),
            new Group("default", "T", Status.BLOCKED, 1, null),
            new Group("default", "T", Status.WAITING, 1, null),
            new Group("default", "T", Status.READY, 2, EARLIER),
            new Group("default", "T", Status.RUNNING, 1, null),
            new Group("default", "T", Status.ERROR, 1, null),
            new Group("default", "U", Status.WAITING, 1, null));
  }

  @Test
  void whereThereIsNothingNothingIsCounted() {
    assertThat(statistics().count().groups()).isEmpty();
    assertThat(statistics().count().at()).isBetween(TaskDraft.PAST, TaskDraft.FUTURE);
    assertThat(statistics().now()).isBetween(TaskDraft.PAST, TaskDraft.FUTURE);
  }

  @Test
  void whatIsOverdueIsFoundByStatusTheEarliestFirst() throws Exception {
    UUID later = add(TaskDraft.due("T", TaskDraft.PAST));
    UUID earlier = add(TaskDraft.due("U", EARLIER).inBucket("b"));
    UUID lapsed = add(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.PAST));
    given().add(TaskDraft.due("T", TaskDraft.FUTURE));
    given().add(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.FUTURE));
    Instant now = statistics().now();
    assertThat(statistics().overdue(Status.WAITING, now, 10))
        .containsExactly(
            new Late(earlier, "b", "U", EARLIER), new Late(later, "default", "T", TaskDraft.PAST));
    assertThat(statistics().overdue(Status.WAITING, now, 1)).extracting(Late::id).contains(earlier);
    assertThat(statistics().overdue(Status.WAITING, TaskDraft.PAST, 10))
        .as("strictly before")
        .extracting(Late::id)
        .containsExactly(earlier);
    assertThat(statistics().overdue(Status.RUNNING, now, 10))
        .containsExactly(new Late(lapsed, "default", "T", TaskDraft.PAST));
  }

  @Test
  void whatHasBeenReadyForLongIsFoundByTypeAndBucketExceptForSomeKeys() throws Exception {
    UUID plain = add(TaskDraft.ready("T", EARLIER, TaskDraft.FUTURE));
    UUID keyed = add(TaskDraft.ready("T", EARLIER, TaskDraft.FUTURE).withKey("k"));
    UUID urgent = add(TaskDraft.ready("T", EARLIER, TaskDraft.FUTURE).withKey("x").withPriority(0));
    given().add(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE));
    given().add(TaskDraft.ready("T", EARLIER, TaskDraft.FUTURE).inBucket("b"));
    given().add(TaskDraft.ready("U", EARLIER, TaskDraft.FUTURE));
    given().add(TaskDraft.due("T", EARLIER));
    assertThat(queued(List.of(), 10)).containsExactlyInAnyOrder(plain, keyed, urgent);
    assertThat(queued(List.of("k", "nobody's"), 10)).containsExactlyInAnyOrder(plain, urgent);
    assertThat(queued(List.of(""), 10)).containsExactlyInAnyOrder(keyed, urgent);
    assertThat(queued(List.of(), 2)).hasSize(2);
    assertThat(statistics().queued("default", "T", EARLIER, List.of(), 10)).isEmpty();
    assertThat(statistics().queued("nowhere", "T", TaskDraft.PAST, List.of(), 10)).isEmpty();
  }

  @Test
  void aTaskThatWasBlockedHasBeenReadySinceItWasLetGo() throws Exception {
    UUID id = add(TaskDraft.ready("T", EARLIER, TaskDraft.FUTURE));
    given().applied(OperatorRules.hold(given().find(id)));
    given()
        .applied(
            OperatorRules.release(given().find(id), statistics().now(), StoreScenario.HINT_EXPIRY));
    Task ready = given().find(id);
    assertThat(ready.position().runAt()).isEqualTo(EARLIER);
    assertThat(ready.readySince()).isEqualTo(ready.lastAction());
    assertThat(queued(List.of(), 10)).isEmpty();
    assertThat(statistics().queued("default", "T", TaskDraft.FUTURE, List.of(), 10))
        .containsExactly(new Late(id, "default", "T", ready.lastAction()));
    assertThat(statistics().count().groups())
        .containsExactly(new Group("default", "T", Status.READY, 1, ready.lastAction()));
    Task held = given().claim(ready, UUID.randomUUID());
    assertThat(held.readySince()).isEqualTo(ready.lastAction());
  }

  @Test
  void tasksThatWaitAfterSeveralFailuresAreFoundAmongThoseThatAreDueFirst() throws Exception {
    Duration hour = Duration.ofHours(1);
    UUID often = failed("T", 3, hour);
    UUID oftener = failed("U", 5, hour.multipliedBy(2));
    failed("T", 2, hour);
    given().add(TaskDraft.due("T", TaskDraft.FUTURE));
    List<Retried> found = statistics().retried(3, 100).tasks();
    assertThat(found).extracting(Retried::id).containsExactlyInAnyOrder(often, oftener);
    for (Retried one : found) {
      Task task = given().find(one.id());
      assertThat(one)
          .isEqualTo(
              new Retried(
                  task.id(),
                  "default",
                  task.spec().type(),
                  task.position().attempts(),
                  task.lastAction()));
    }
    assertThat(statistics().retried(5, 100).tasks())
        .extracting(Retried::id)
        .containsExactly(oftener);
    assertThat(statistics().retried(3, 2).tasks())
        .as("of the two that are due first")
        .extracting(Retried::id)
        .containsExactly(often);
    assertThat(statistics().retried(3, 0).tasks()).isEmpty();
    assertThat(statistics().retried(3, 4).complete()).as("four wait").isTrue();
    assertThat(statistics().retried(3, 3).complete()).as("four wait").isFalse();
  }

  private UUID failed(String type, int attempts, Duration retryAfter) throws Exception {
    UUID id = add(TaskDraft.ready(type));
    for (int attempt = 1; attempt <= attempts; attempt++) {
      Task held = given().claim(given().find(id), UUID.randomUUID());
      boolean last = attempt == attempts;
      given()
          .applied(
              last
                  ? HolderRules.retry(held, retryAfter, "no answer")
                  : HolderRules.retryNow(held, StoreScenario.HINT_EXPIRY, "no answer"));
    }
    return id;
  }

  private List<UUID> queued(List<String> exceptKeys, int limit) {
    return statistics().queued("default", "T", TaskDraft.PAST, exceptKeys, limit).stream()
        .map(Late::id)
        .toList();
  }

  @Test
  void whatASourceKeepsOfAMinuteReplacesWhatItKeptOfItBefore() {
    Instant told = statistics().keep(ONE, List.of(minute(100, "b", "T", 1)));
    assertThat(told).isBetween(TaskDraft.PAST, TaskDraft.FUTURE);
    statistics().keep(ONE, List.of(minute(100, "b", "T", 3), minute(101, "b", "T", 1)));
    statistics().keep(ONE, List.of(minute(100, "b", "T", 3)));
    assertThat(statistics().keep(ONE, List.of())).isBetween(TaskDraft.PAST, TaskDraft.FUTURE);
    assertThat(statistics().kept(100, 102, 1, null, null))
        .containsExactly(minute(100, "b", "T", 3), minute(101, "b", "T", 1));
  }

  @Test
  void whatSourcesKeptIsAddedUpInSteps() {
    statistics().keep(ONE, List.of(minute(99, "b", "T", 50), minute(100, "b", "T", 1)));
    statistics()
        .keep(
            OTHER,
            List.of(
                minute(100, "b", "T", 2),
                minute(104, "b", "T", 4),
                minute(105, "b", "T", 8),
                minute(110, "b", "T", 50)));
    assertThat(statistics().kept(100, 110, 1, null, null))
        .containsExactly(
            minute(100, "b", "T", 3), minute(104, "b", "T", 4), minute(105, "b", "T", 8));
    assertThat(statistics().kept(100, 110, 5, null, null))
        .containsExactly(minute(100, "b", "T", 7), minute(105, "b", "T", 8));
    assertThat(statistics().kept(98, 110, 6, null, null))
        .as("counted from the first minute")
        .containsExactly(minute(98, "b", "T", 53), minute(104, "b", "T", 12));
  }

  @Test
  void statisticsAreToldOfOneTypeOrBucketByNameAndTime() {
    statistics()
        .keep(
            ONE,
            List.of(
                minute(101, "b", "U", 1),
                minute(100, "b", "U", 2),
                minute(100, "b", "T", 4),
                minute(100, "a", "U", 8)));
    assertThat(statistics().kept(0, 200, 1, null, null))
        .containsExactly(
            minute(100, "a", "U", 8),
            minute(100, "b", "T", 4),
            minute(100, "b", "U", 2),
            minute(101, "b", "U", 1));
    assertThat(statistics().kept(0, 200, 1, "U", null)).hasSize(3);
    assertThat(statistics().kept(0, 200, 1, "U", "a")).containsExactly(minute(100, "a", "U", 8));
    assertThat(statistics().kept(0, 200, 1, "u", null)).as("names are distinguished").isEmpty();
  }

  @Test
  void oldStatisticsArePrunedAFewAtATime() {
    long now = statistics().now().getEpochSecond() / 60;
    statistics()
        .keep(
            ONE,
            List.of(
                minute(now - 200, "b", "T", 1),
                minute(now - 190, "b", "T", 1),
                minute(now - 180, "b", "T", 1),
                minute(now - 2, "b", "T", 1)));
    assertThat(statistics().pruneStatistics(Duration.ofHours(2), 2)).isEqualTo(2);
    assertThat(statistics().pruneStatistics(Duration.ofHours(2), 2)).isEqualTo(1);
    assertThat(statistics().pruneStatistics(Duration.ofHours(2), 2)).isZero();
    assertThat(statistics().kept(now - 300, now, 1, null, null))
        .containsExactly(minute(now - 2, "b", "T", 1));
  }

  @Test
  void hoursThatAreAddedUpSayTheSame() {
    long hour = statistics().now().getEpochSecond() / 3_600 * 60;
    statistics()
        .keep(ONE, List.of(minute(hour - 300, "b", "T", 1), minute(hour - 121, "b", "T", 2)));
    statistics().keep(OTHER, List.of(minute(hour - 299, "b", "T", 4), minute(hour, "b", "T", 8)));
    List<Minute> before = statistics().kept(hour - 300, hour + 60, 180, "T", null);
    assertThat(before)
        .containsExactly(minute(hour - 300, "b", "T", 7), minute(hour - 120, "b", "T", 8));
    int hours = 0;
    while (statistics().addUpAnHour()) {
      hours++;
    }
    assertThat(hours).as("hours that are over").isIn(0, 2);
    assertThat(statistics().kept(hour - 300, hour + 60, 180, "T", null)).isEqualTo(before);
    assertThat(statistics().kept(hour - 300, hour + 60, 180, null, null)).isEqualTo(before);
    assertThat(statistics().kept(hour - 299, hour + 60, 60, null, "b"))
        .as("not from the beginning of an hour")
        .containsExactly(
            minute(hour - 299, "b", "T", 4),
            minute(hour - 179, "b", "T", 2),
            minute(hour - 59, "b", "T", 8));
  }

  private UUID add(TaskDraft draft) throws Exception {
    given().add(draft);
    return draft.id();
  }

  /**
   * Creates statistics whose numbers all differ.
   *
   * @param times factor of all numbers
   */
  private static Minute minute(long number, String bucket, String type, long times) {
    List<Long> waited = new ArrayList<>();
    for (long step = 1; step <= Histogram.steps(); step++) {
      waited.add(step * times);
    }
    List<Long> ran = new ArrayList<>(waited);
    Collections.reverse(ran);
    TaskStatistics statistics =
        new TaskStatistics(
            1_000 * times,
            101 * times,
            102 * times,
            103 * times,
            104 * times,
            105 * times,
            106 * times,
            Histogram.of(waited),
            Histogram.of(ran));
    return new Minute(number, bucket, type, statistics);
  }
}
