package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Tick;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what users' tests may rely on, for every kind of store. */
public abstract class TestBatonContract {
  private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");
  private static final String PAY = "PAY";
  private static final String MONEY = "MONEY";
  private static final String FOLLOW = "FOLLOW";
  private static final String SLOW = "SLOW";
  private static final String FALLING = "FALLING";
  private static final String LATER = "LATER";
  private static final String METERED = "METERED";
  private static final String REPORT = "REPORT";
  private static final String POLL = "POLL";

  /** The actions of handlers, with the time since the start. */
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());

  @SuppressWarnings("NullAway.Init") // set before each test
  private TestBaton baton;

  /** Returns an empty cluster, to be configured by the test. */
  protected abstract TestBaton.Builder cluster() throws Exception;

  @BeforeEach
  void start() throws Exception {
    Retry minutely = Retry.fixed(Duration.ofMinutes(1)).maxAttempts(3);
    baton =
        cluster()
            .startingAt(START)
            .define(
                RawDefinition.of(PAY, this::note).retry(minutely),
                RawDefinition.transactional(
                        MONEY,
                        (attempt, transaction) -> {
                          baton
                              .tasks()
                              .add(
                                  transaction,
                                  TaskType.of(FOLLOW, Bytes.class).with(Bytes.of("money")));
                          return note(attempt);
                        })
                    .retry(minutely),
                RawDefinition.of(FOLLOW, this::note),
                RawDefinition.of(SLOW, this::slow)
                    .deadline(Duration.ofMinutes(5))
                    .retry(Retry.never()),
                RawDefinition.of(FALLING, this::falling),
                RawDefinition.async(
                    LATER, attempt -> CompletableFuture.supplyAsync(() -> note(attempt))),
                RawDefinition.of(METERED, this::note)
                    .limits(Limit.clusterRate("meter", Rate.of(2, Duration.ofSeconds(10)))),
                RawDefinition.of(
                    REPORT,
                    attempt -> {
                      told.add("report of " + Tick.of(attempt).orElseThrow().time());
                      return Outcome.done();
                    }))
            .define(RawDefinition.of(POLL, this::polling).retry(minutely).keepRuns(5))
            .schedule(
                Schedule.cron("evening", "0 30 18 * * MON-FRI", ZoneId.of("Europe/Berlin"))
                    .adds(TaskRequest.of(TaskType.of(REPORT))))
            .start();
  }

  @AfterEach
  void end() {
    baton.close();
  }

  private Outcome<?> note(Attempt attempt) {
    told.add(
        attempt.payloadText() + " at " + Duration.between(START, baton.now()).toSeconds() + " s");
    return Outcome.done();
  }

  private Outcome<?> polling(Attempt attempt) {
    told.add("polls");
    return told.size() == 1 ? Outcome.retry("bank is shut") : Outcome.repeat(Duration.ofHours(1));
  }

  @Test
  void theLastErrorIsNoRunThatWentWell() {
    UUID id = baton.add(TaskRequest.of(TaskType.of(POLL)));
    baton.advance(Duration.ofMinutes(2));
    assertThat(told).containsExactly("polls", "polls");
    assertThat(baton.task(id).lastError()).isEqualTo("bank is shut");
  }

  private Outcome<?> slow(Attempt attempt) throws InterruptedException {
    told.add("begins");
    baton.sleep(Duration.parse(attempt.payloadText()));
    return note(attempt);
  }

  private Outcome<?> falling(Attempt attempt) {
    if (attempt.losses() == 0) {
      told.add("falls");
      baton.loseNode();
    }
    return note(attempt);
  }

  private UUID add(String type, String payload) {
    return baton.add(TaskType.of(type, Bytes.class).with(Bytes.of(payload)));
  }

  @Test
  void nothingRunsUntilTheTestSaysSo() {
    UUID task = add(PAY, "ada");
    assertThat(baton.task(task)).isReady().hasAttempts(0);
    assertThat(told).isEmpty();

    assertThat(baton.drain()).isEqualTo(1);

    assertThat(baton.task(task)).isDone();
    assertThat(told).containsExactly("ada at 0 s");
    assertThat(baton.drain()).isZero();
  }

  @Test
  void tasksOfOnePriorityRunInTheOrderInWhichTheyWereAdded() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      add(PAY, "task " + i);
      expected.add("task " + i + " at 0 s");
    }
    baton.drain();
    assertThat(told).isEqualTo(expected);
  }

  @Test
  void whatAHandlerAddsRunsInTheSameDrain() {
    UUID money = add(MONEY, "ada");
    assertThat(baton.drain()).isEqualTo(2);
    assertThat(baton.task(money)).isDone();
    assertThat(baton).hasAdded(2).hasDoneEverything();
    assertThat(told).containsExactly("ada at 0 s", "money at 0 s");
  }

  @Test
  void retriesComeAtTheirTimeAndNotBefore() {
    baton.faults().failNext(PAY, new IOException("the bank is busy"));
    baton.faults().failNext(PAY, new IOException("the bank is closed"));
    UUID task = add(PAY, "ada");

    baton.drain();
    assertThat(baton.task(task)).isDueIn(Duration.ofMinutes(1)).hasErrorContaining("busy");
    assertThat(baton.advance(Duration.ofSeconds(59))).isZero();
    assertThat(baton.advance(Duration.ofSeconds(1))).isEqualTo(1);
    assertThat(baton.task(task)).hasAttempts(2).hasErrorContaining("closed");
    baton.advance(Duration.ofHours(1));

    assertThat(baton.task(task)).isDone().hasAttempts(3);
    assertThat(told).containsExactly("ada at 120 s");
  }

  @Test
  void aTaskWhoseRetriesAreUsedUpStopsInError() {
    for (int i = 0; i < 3; i++) {
      baton.faults().failNext(PAY, new IOException("no"));
    }
    UUID task = add(PAY, "ada");
    baton.advance(Duration.ofDays(1));
    assertThat(baton.task(task)).isInError().hasAttempts(3);
    assertThatThrownBy(() -> baton.untilEnded(task))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("The task stopped in ERROR and needs a person: PAY " + task);
  }

  @Test
  void schedulesTickOnTheTestsClock() {
    baton.advance(Duration.ofDays(7));
    // Monday to Friday at 18:30 in Berlin, in winter.
    assertThat(told)
        .containsExactly(
            "report of 2026-03-02T17:30:00Z",
            "report of 2026-03-03T17:30:00Z",
            "report of 2026-03-04T17:30:00Z",
            "report of 2026-03-05T17:30:00Z",
            "report of 2026-03-06T17:30:00Z");
    assertThat(baton.now()).isEqualTo(START.plus(Duration.ofDays(7)));
  }

  @Test
  void delayedTasksRunAtTheirTimeHoweverFarTheClockIsMoved() {
    baton.add(TaskType.of(PAY, Bytes.class).with(Bytes.of("late")).runIn(Duration.ofDays(30)));
    baton.add(TaskType.of(PAY, Bytes.class).with(Bytes.of("soon")).runIn(Duration.ofSeconds(10)));
    baton.holdBack(REPORT);
    baton.advance(Duration.ofDays(31));
    assertThat(told).containsExactly("soon at 10 s", "late at 2592000 s");
    assertThat(baton.all(PAY)).as("kept for a week, and not pruned").hasSize(2);
  }

  @Test
  void aRateLetsTasksThroughAsTheClockGoesOn() {
    for (int i = 0; i < 4; i++) {
      add(METERED, "m" + i);
    }
    baton.drain();
    assertThat(told.size()).isLessThan(4);
    baton.advance(Duration.ofMinutes(1));
    assertThat(told).hasSize(4);
    assertThat(baton).hasDoneEverything();
  }

  @Test
  void whatIsHeldBackDoesNotBegin() {
    baton.holdBack(PAY);
    UUID task = add(PAY, "ada");
    add(FOLLOW, "other");
    baton.advance(Duration.ofMinutes(1));
    assertThat(baton.task(task)).isReady();
    assertThat(told).containsExactly("other at 0 s");

    baton.letGo(PAY);
    baton.drain();
    assertThat(baton.task(task)).isDone();
  }

  @Test
  void aNodeThatFallsAfterAHandlerLeavesItsTaskToTheNext() {
    baton.faults().loseNodeAfter(PAY);
    UUID task = add(PAY, "ada");
    baton.drain();
    assertThat(baton.task(task)).hasStatus(Status.RUNNING);

    baton.untilEnded(task);

    assertThat(baton.task(task)).isDone().hasLosses(1);
    assertThat(told).containsExactly("ada at 0 s", "ada at 30 s");
  }

  @Test
  void aNodeThatFallsInATransactionLeavesNothingOfIt() {
    baton.faults().loseNodeAfter(MONEY);
    UUID task = add(MONEY, "ada");
    baton.drain();
    assertThat(baton).hasAdded(1);

    baton.untilEnded(task);
    baton.drain();

    assertThat(baton).hasAdded(2).hasDoneEverything();
    assertThat(told).containsExactly("ada at 0 s", "ada at 30 s", "money at 30 s");
  }

  @Test
  void aNodeThatFallsBeforeAHandlerHasDoneNothing() {
    baton.faults().loseNodeBefore(PAY);
    UUID task = add(PAY, "ada");
    baton.untilEnded(task);
    assertThat(told).containsExactly("ada at 30 s");
    assertThat(baton.faults().pending()).isEmpty();
  }

  @Test
  void aNodeMayFallInTheMiddleOfAHandler() {
    UUID task = add(FALLING, "ada");
    baton.untilEnded(task);
    assertThat(baton.task(task)).isDone().hasLosses(1);
    assertThat(told).containsExactly("falls", "ada at 30 s");
  }

  @Test
  void whileAHandlerSleepsItsLeaseIsKeptAndOthersRun() {
    baton.add(
        TaskType.of(PAY, Bytes.class).with(Bytes.of("meanwhile")).runIn(Duration.ofMinutes(1)));
    UUID slow = add(SLOW, "PT2M");
    baton.drain();
    assertThat(baton.task(slow)).isDone().hasLosses(0);
    assertThat(told).containsExactly("begins", "meanwhile at 60 s", "PT2M at 120 s");
  }

  @Test
  void aSlowHandlerIsInterruptedAtItsDeadline() {
    UUID slow = add(SLOW, "PT6M");
    baton.drain();
    assertThat(baton.task(slow)).isInError().hasErrorContaining("Deadline");
    assertThat(told).containsExactly("begins");
    assertThat(baton.now()).isBetween(START.plusSeconds(300), START.plusSeconds(302));
  }

  @Test
  void aLostAnswerDoesNotRunATaskTwice() {
    baton.faults().loseAnswerOf(PAY);
    UUID task = add(PAY, "ada");
    baton.drain();
    assertThat(baton.task(task)).isDone();
    assertThat(told).containsExactly("ada at 0 s");
    assertThat(baton.faults().pending()).isEmpty();
  }

  @Test
  void aTaskWhoseClaimWasNotAnsweredRunsLaterAndOnce() {
    baton.faults().loseAnswerOfClaim();
    UUID task = add(PAY, "ada");
    baton.untilEnded(task);
    assertThat(baton.task(task)).isDone();
    assertThat(told).hasSize(1);
    assertThat(baton.faults().pending()).isEmpty();
  }

  @Test
  void aRefusedCommitOfAHandlerIsTriedAgain() {
    baton.faults().failCommitOf(MONEY);
    UUID task = add(MONEY, "ada");
    baton.drain();
    assertThat(baton.task(task)).isDueIn(Duration.ofMinutes(1));
    assertThat(baton).hasAdded(1);
    baton.untilEnded(task);
    baton.drain();
    assertThat(told).containsExactly("ada at 0 s", "ada at 60 s", "money at 60 s");
  }

  @Test
  void aCommitOfAHandlerWhoseAnswerIsLostCountsOnce() {
    baton.faults().loseCommitAnswerOf(MONEY);
    UUID task = add(MONEY, "ada");
    baton.untilEnded(task);
    baton.drain();
    assertThat(baton).hasAdded(2).hasDoneEverything();
    assertThat(told).containsExactly("ada at 0 s", "money at 0 s");
  }

  @Test
  void theCodeUnderTestMeetsARefusedCommit() {
    baton.faults().failNextCommit();
    assertThatThrownBy(
            () ->
                baton.commit(
                    t -> baton.tasks().add(t, TaskType.of(PAY, Bytes.class).with(Bytes.of("ada")))))
        .hasMessageContaining("refused");
    baton.drain();
    assertThat(baton).hasAdded(0);
    assertThat(baton.faults().pending()).isEmpty();
  }

  @Test
  void theCodeUnderTestMeetsACommitWithoutAnAnswer() {
    baton.faults().loseNextCommitAnswer();
    assertThatThrownBy(
            () ->
                baton.commit(
                    t -> baton.tasks().add(t, TaskType.of(PAY, Bytes.class).with(Bytes.of("ada")))))
        .isInstanceOf(CommitUnknownException.class);
    baton.drain();
    assertThat(told).containsExactly("ada at 0 s");
  }

  @Test
  void asynchronousHandlersAreWaitedFor() {
    UUID task = add(LATER, "ada");
    baton.drain();
    assertThat(baton.task(task)).isDone();
  }

  @Test
  void whatIsCommittedBeforeIsThere() {
    baton.commit(t -> baton.tasks().add(t, TaskType.of(PAY, Bytes.class).with(Bytes.of("ada"))));
    baton.drain();
    assertThat(told).containsExactly("ada at 0 s");
  }

  @Test
  void aTaskThatNeverEndsByItselfIsTold() {
    baton.baton().schedules().end("evening");
    UUID held = baton.add(TaskType.of(PAY, Bytes.class).with(Bytes.of("ada")).onHold());
    assertThatThrownBy(() -> baton.untilEnded(held))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("The task never ends by itself: PAY " + held + ": BLOCKED");
  }

  @Test
  void aTestThatSleepsIsToldToAdvance() {
    assertThatThrownBy(() -> baton.sleep(Duration.ofSeconds(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("In a test, call advance(...)");
  }
}
