package dev.baton.tck.engine;

import static dev.baton.tck.engine.ScheduleCluster.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryLeadership;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what happens to ticks, on one node and on several. */
class ScheduleTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ScheduleCluster cluster = new ScheduleCluster();
  private final Gate gate = new Gate();
  private final TaskDefinition<?, ?> brief =
      RawDefinition.of(
          "T",
          attempt -> {
            cluster.note(attempt);
            return Outcome.done();
          });
  private final TaskDefinition<?, ?> gated =
      RawDefinition.of(
          "T",
          attempt -> {
            cluster.note(attempt);
            gate.pass();
            return Outcome.done();
          });

  @AfterEach
  void close() {
    gate.open();
    cluster.close();
  }

  @Test
  void eachTickHasOneTaskAlsoWhenAllNodesBelieveTheyLead() throws Exception {
    Schedule everyMinute = minutely().missed(Missed.ALL).overlap(Overlap.ALLOW);
    for (int i = 0; i < 3; i++) {
      cluster.node(
          b ->
              b.define(brief)
                  .schedule(everyMinute)
                  .leadership(new MemoryLeadership(LivedTime.CLOCK, MINUTE)));
    }
    List<Instant> expected = new ArrayList<>();
    for (int tick = 0; tick < 40; tick++) {
      expected.add(at(tick * 60));
      Instant next = at(tick * 60 + 60);
      cluster.until("m", state -> next.equals(state.nextTick()));
      cluster.pass(MINUTE);
    }
    expected.add(at(2_400));
    cluster.awaitEnds(41);
    cluster.until("m", state -> state.past().runs() == 41);
    assertThat(cluster.ticks).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void whenTheLeaderFallsAnotherNodeServesTheTicks() throws Exception {
    TestNode first = cluster.node(b -> b.define(brief).schedule(minutely()));
    first.events.await(NodeEvent.Ticked.class);
    TestNode second = cluster.node(b -> b.define(brief).schedule(minutely()));
    first.close();
    cluster.pass(MINUTE);
    NodeEvent.Ticked ticked = second.events.await(NodeEvent.Ticked.class);
    assertThat(ticked.tick()).isEqualTo(at(60));
    cluster.awaitEnds(2);
    assertThat(cluster.ticks).containsExactly(at(0), at(60));
  }

  @Test
  void tickWithALostCommitResponseRunsOnce() throws Exception {
    for (boolean applied : List.of(true, false)) {
      cluster.ticks.clear();
      UnreliableTransactions lossy = new UnreliableTransactions(cluster.store);
      Schedule schedule = Schedule.fixedRate("lost " + applied, MINUTE).adds(request());
      TestNode node =
          cluster.node(
              b ->
                  b.define(brief)
                      .transactions(lossy)
                      .decorator(
                          request -> {
                            if (cluster.state(schedule.name()).past().runs() == 0) {
                              lossy.loseAnswerOfCommit(applied);
                            }
                            return request;
                          }));
      node.baton.schedules().put(schedule);
      if (applied) {
        cluster.until(schedule.name(), state -> state.past().runs() == 1);
        Waiting.until("it ran", () -> cluster.ticks.size() == 1);
      } else {
        node.events.await(
            NodeEvent.StoreTrouble.class, event -> event.loop().equals("scheduler"), 2);
        assertThat(cluster.state(schedule.name()).past().runs()).isZero();
        assertThat(cluster.ticks).isEmpty();
      }
      node.close();
    }
  }

  @Test
  void ticksAreSkippedDuringARun() throws Exception {
    TestNode node = cluster.node(b -> b.define(gated).schedule(minutely()));
    gate.awaitArrival();
    cluster.pass(MINUTE);
    assertThat(node.events.await(NodeEvent.TickSkipped.class).tick()).isEqualTo(at(60));
    gate.openForOne();
    node.events.await(TaskEvent.Completed.class);
    cluster.pass(MINUTE);
    gate.awaitArrival();
    assertThat(cluster.ticks).containsExactly(at(0), at(120));
    assertThat(cluster.state("m").past().skips()).isOne();
  }

  @Test
  void ticksThatQueueRunOneAfterTheOtherAndNoneIsLost() throws Exception {
    TestNode node =
        cluster.node(
            b -> b.define(gated).schedule(minutely().overlap(Overlap.QUEUE).missed(Missed.ALL)));
    gate.awaitArrival();
    cluster.pass(Duration.ofMinutes(3));
    for (int i = 1; i <= 3; i++) {
      int soFar = i;
      assertThat(cluster.state("m").past().runs()).isEqualTo(soFar);
      gate.openForOne();
      gate.awaitArrival();
      assertThat(node.baton.slotsInUse()).isOne();
    }
    assertThat(cluster.ticks).containsExactly(at(0), at(60), at(120), at(180));
  }

  @Test
  void overlappingTicksRunIfAllowed() throws Exception {
    TestNode node = cluster.node(b -> b.define(gated).schedule(minutely().overlap(Overlap.ALLOW)));
    gate.awaitArrival();
    cluster.pass(MINUTE);
    gate.awaitArrival();
    assertThat(node.baton.leasedTasks()).isEqualTo(2);
  }

  @Test
  void eachMissedTickRunsAfterAnOutage() throws Exception {
    Schedule each = minutely().missed(Missed.ALL).overlap(Overlap.ALLOW);
    cluster.node(b -> b.define(brief).schedule(each));
    cluster.awaitEnds(1);
    cluster.close();
    cluster.pass(Duration.ofMinutes(130));
    cluster.node(b -> b.define(brief).schedule(each));
    cluster.until("m", state -> state.past().runs() == 131);
    Waiting.until("all ran", () -> cluster.ticks.size() == 131);
    assertThat(cluster.ticks).doesNotHaveDuplicates();
  }

  @Test
  void missedTicksRunOnceAfterAnOutage() throws Exception {
    cluster.node(b -> b.define(brief).schedule(minutely()));
    cluster.awaitEnds(1);
    cluster.close();
    cluster.pass(Duration.ofMinutes(130).plusSeconds(30));
    TestNode node = cluster.node(b -> b.define(brief).schedule(minutely()));
    node.events.await(TaskEvent.Completed.class);
    assertThat(cluster.ticks).containsExactly(at(0), at(130 * 60));
    assertThat(cluster.state("m").nextTick()).isEqualTo(at(131 * 60));
  }

  @Test
  void aFixedDelayIsCountedFromTheEndOfTheRunRetriesIncluded() throws Exception {
    TaskDefinition<?, ?> failing =
        RawDefinition.of(
                "T",
                attempt -> {
                  cluster.note(attempt);
                  gate.pass();
                  return attempt.number() == 1 ? Outcome.retry("again") : Outcome.done();
                })
            .retry(Retry.fixed(Duration.ofSeconds(10)).maxAttempts(3));
    TestNode node =
        cluster.node(
            b -> b.define(failing).schedule(Schedule.fixedDelay("d", MINUTE).adds(request())));
    gate.awaitArrival();
    cluster.pass(MINUTE.multipliedBy(5));
    gate.openForOne();
    node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT);
    assertThat(cluster.state("d").nextTick()).isNull();
    cluster.pass(Duration.ofSeconds(10));
    gate.awaitArrival();
    cluster.pass(Duration.ofSeconds(7));
    gate.openForOne();
    cluster.until("d", state -> at(300 + 17 + 60).equals(state.nextTick()));
    cluster.pass(MINUTE);
    gate.awaitArrival();
    assertThat(cluster.ticks).containsExactly(at(0), at(0), at(377));
  }

  @Test
  void ruleDecidesTheNextTimeAndEndsTheSchedule() throws Exception {
    TestNode node =
        cluster.node(
            b ->
                b.define(brief)
                    .rule(
                        "twice",
                        asked ->
                            asked.lastTick() == null
                                ? Optional.of(asked.now().plusSeconds(5))
                                : asked.lastTick().equals(at(5)) && asked.lastEnd() != null
                                    ? Optional.of(asked.lastEnd().plusSeconds(20))
                                    : Optional.empty())
                    .schedule(Schedule.byRule("r", "twice").adds(request())));
    cluster.until("r", state -> at(5).equals(state.nextTick()));
    cluster.pass(Duration.ofSeconds(6));
    cluster.until("r", state -> at(26).equals(state.nextTick()));
    cluster.pass(Duration.ofSeconds(20));
    assertThat(node.events.await(NodeEvent.ScheduleEnded.class).schedule()).isEqualTo("r");
    assertThat(cluster.state("r").isOver()).isTrue();
    assertThat(cluster.ticks).containsExactly(at(5), at(26));
  }

  @Test
  void anotherNodeServesTicksThatTheLeaderCannot() throws Exception {
    TestNode leader = cluster.node(b -> b.define(brief));
    leader.events.await(
        NodeEvent.Leading.class, event -> event.duty().equals("scheduler") && event.leads());
    TestNode knows =
        cluster.node(
            b ->
                b.define(brief)
                    .rule(
                        "once",
                        asked ->
                            asked.lastTick() == null ? Optional.of(asked.now()) : Optional.empty())
                    .schedule(Schedule.byRule("r", "once").adds(request())));
    NodeEvent.ScheduleTrouble told = leader.events.await(NodeEvent.ScheduleTrouble.class);
    assertThat(told.message()).contains("no rule named 'once'");
    cluster.pass(Duration.ofSeconds(6));
    cluster.until("r", state -> state.past().runs() == 1);
    cluster.pass(Duration.ofSeconds(6));
    knows.events.await(NodeEvent.ScheduleEnded.class);
    assertThat(cluster.ticks).hasSize(1);
  }

  @Test
  void failingRuleIsReportedAndDelaysNoOther() throws Exception {
    TestNode node =
        cluster.node(
            b ->
                b.define(brief)
                    .rule("far", asked -> Optional.of(Instant.MAX))
                    .rule(
                        "away",
                        asked -> {
                          throw new StoreUnavailableException("its own database");
                        })
                    .schedule(Schedule.byRule("a", "far").adds(request()))
                    .schedule(Schedule.byRule("b", "away").adds(request()))
                    .schedule(minutely()));
    cluster.until("m", state -> state.past().runs() == 1);
    for (String name : List.of("a", "b")) {
      String message =
          node.events
              .await(NodeEvent.ScheduleTrouble.class, event -> event.schedule().equals(name))
              .message();
      assertThat(message).contains(name.equals("a") ? "too late to be stored" : "its own database");
      assertThat(cluster.state(name).isOver()).isFalse();
    }
  }

  @Test
  void runInErrorIsReportedAndTheScheduleContinues() throws Exception {
    TaskDefinition<?, ?> broken =
        RawDefinition.of(
                "T",
                attempt -> {
                  cluster.note(attempt);
                  throw new IllegalStateException("broken");
                })
            .retry(Retry.never());
    TestNode node = cluster.node(b -> b.define(broken).schedule(minutely()));
    node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.STOP_IN_ERROR);
    UUID first = cluster.state("m").past().lastTask();
    assertThat(node.task(first).position().status()).isEqualTo(Status.ERROR);
    cluster.pass(MINUTE);
    assertThat(node.events.await(NodeEvent.ScheduleTrouble.class).message())
        .contains(first.toString())
        .contains("ERROR");
    node.events.await(TaskEvent.Completed.class, event -> true, 2);
    assertThat(cluster.ticks).containsExactly(at(0), at(60));
  }

  @Test
  void aFailureIsRetriedSoonerThanTheNextTick() throws Exception {
    TaskDefinition<?, ?> shaky =
        RawDefinition.of(
                "T",
                attempt -> {
                  cluster.note(attempt);
                  return attempt.number() == 1 ? Outcome.retry("again") : Outcome.done();
                })
            .retry(Retry.fixed(Duration.ofSeconds(2)).maxAttempts(3));
    TestNode node =
        cluster.node(
            b ->
                b.define(shaky)
                    .schedule(Schedule.fixedRate("h", Duration.ofHours(1)).adds(request())));
    node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT);
    cluster.pass(Duration.ofSeconds(3));
    node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH);
    assertThat(cluster.ticks).containsExactly(at(0), at(0));
    assertThat(cluster.state("h").past().runs()).isOne();
  }

  @Test
  void aPayloadsTypeMakesTheTasksPayload() throws Exception {
    TaskType<String, Void> type = TaskType.of("REPORT", String.class).version(2);
    List<String> seen = new ArrayList<>();
    TestNode node =
        cluster.node(
            b ->
                b.define(TaskDefinition.of(type).handler((payload, attempt) -> seen.add(payload)))
                    .schedule(Schedule.fixedRate("report", MINUTE).adds(type.with("sales"))));
    node.events.await(TaskEvent.Completed.class);
    assertThat(seen).containsExactly("sales");
  }

  @Test
  void jitterDelaysTheTaskAndKeepsTheTick() throws Exception {
    cluster.node(b -> b.define(brief).schedule(minutely().jitter(Duration.ofSeconds(20))));
    Waiting.until("the schedule exists", () -> cluster.schedules.find("m").isPresent());
    ScheduleState state = cluster.state("m");
    assertThat(state.nextTick()).isEqualTo(at(0));
    assertThat(state.dueAt()).isBetween(at(0), at(20));
    cluster.pass(Duration.ofSeconds(20));
    cluster.awaitEnds(1);
    assertThat(cluster.ticks).containsExactly(at(0));
    assertThat(cluster.state("m").nextTick()).isEqualTo(at(60));
  }

  @Test
  void aNodeWithoutSchedulesLeavesTheTicksToOthersAndDoesEverythingElse() throws Exception {
    TestNode off =
        cluster.node(b -> b.define(brief).schedule(minutely()).settings(s -> s.withoutSchedules()));
    assertThat(cluster.state("m").past().runs()).isZero();
    UUID due =
        off.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofSeconds(1)).context("x", "y"));
    cluster.pass(Duration.ofSeconds(2));
    off.events.await(NodeEvent.Due.class);
    off.events.await(TaskEvent.Started.class, event -> event.taskId().equals(due));
    assertThat(cluster.state("m").past().runs()).isZero();
    UUID byHand = off.baton.schedules().runNow("m").orElseThrow();
    off.completed(byHand);
    assertThat(off.events.all(NodeEvent.Leading.class))
        .noneMatch(event -> event.duty().equals("scheduler"));
    TestNode other = cluster.node(UnaryOperator.identity());
    other.events.await(NodeEvent.Ticked.class);
  }

  private static Schedule minutely() {
    return Schedule.fixedRate("m", MINUTE).adds(request());
  }

  private static TaskRequest<?, ?> request() {
    return TaskRequest.of(TaskType.of("T"));
  }
}
