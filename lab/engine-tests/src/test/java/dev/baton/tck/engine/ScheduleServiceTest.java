package dev.baton.tck.engine;

import static dev.baton.tck.engine.ScheduleCluster.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.Cursor;
import dev.baton.operate.event.NodeEvent;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Schedules;
import dev.baton.schedule.Tick;
import dev.baton.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests schedules that are added, changed, paused and ended while nodes run. */
class ScheduleServiceTest {
  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ScheduleCluster cluster = new ScheduleCluster();
  private final TaskDefinition<?, ?> brief =
      RawDefinition.of(
          "T",
          attempt -> {
            cluster.note(attempt);
            return Outcome.done();
          });

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void aChangedExpressionMovesTheNextRun() throws Exception {
    Schedules schedules = node().baton.schedules();
    schedules.put(cron("0 0 18 * * *"));
    assertThat(next("c")).isEqualTo("2026-11-20T18:00:00Z");
    schedules.put(cron("0 30 12 * * *"));
    assertThat(next("c")).isEqualTo("2026-11-20T12:30:00Z");
    cluster.pass(Duration.ofMinutes(31));
    cluster.awaitEnds(1);
    assertThat(cluster.ticks).containsExactly(at(1_800));
    assertThat(next("c")).isEqualTo("2026-11-21T12:30:00Z");
    schedules.put(cron("0 30 12 * * *").missed(Missed.ALL));
    assertThat(cluster.state("c").schedule().missed()).isEqualTo(Missed.ALL);
    assertThat(cluster.state("c").past().runs()).isOne();
    assertThat(next("c")).isEqualTo("2026-11-21T12:30:00Z");
  }

  @Test
  void declarationMovesTheNextRunOnlyIfTheCodeHasChanged() {
    Schedule declared = cron("0 0 18 * * *");
    node(b -> b.schedule(declared));
    TestNode second = node(b -> b.schedule(declared));
    second.baton.schedules().put(cron("0 0 20 * * *"));
    node(b -> b.schedule(declared));
    assertThat(next("c")).as("the operator's change stays").isEqualTo("2026-11-20T20:00:00Z");
    node(b -> b.schedule(cron("0 0 19 * * *")));
    assertThat(next("c")).isEqualTo("2026-11-20T19:00:00Z");
  }

  @Test
  void pauseSurvivesRestartsAndItsTicksNeverRun() throws Exception {
    node(b -> b.schedule(minutely())).baton.schedules().pause("m");
    cluster.until("m", ScheduleState::paused);
    cluster.close();
    cluster.pass(Duration.ofMinutes(10).plusSeconds(30));
    TestNode later = node(b -> b.schedule(minutely()));
    UUID byHand = later.baton.schedules().runNow("m").orElseThrow();
    later.completed(byHand);
    assertThat(cluster.state("m").paused()).isTrue();
    long before = cluster.state("m").past().runs();
    assertThat(later.baton.schedules().resume("m")).isTrue();
    assertThat(cluster.state("m").nextTick()).isEqualTo(at(660));
    cluster.pass(MINUTE);
    cluster.until("m", state -> state.past().runs() == before + 1);
    assertThat(cluster.ticks).doesNotContain(at(60), at(120), at(600));
  }

  @Test
  void aJobEndsItselfInItsOwnTransactionAndStaysEndedWhenNodesStart() throws Exception {
    AtomicReference<Baton> baton = new AtomicReference<>();
    TaskDefinition<?, ?> job =
        RawDefinition.transactional(
            "T",
            (attempt, transaction) -> {
              Tick tick = Tick.of(attempt).orElseThrow();
              cluster.note(attempt);
              if (tick.time().equals(at(60))) {
                baton.get().schedules().end(transaction, tick.schedule());
              }
              return Outcome.done();
            });
    TestNode node = cluster.node(b -> b.define(job));
    baton.set(node.baton);
    node.baton.schedules().put(minutely());
    cluster.awaitEnds(1);
    cluster.pass(MINUTE);
    cluster.until("m", ScheduleState::isOver);
    cluster.awaitEnds(2);
    cluster.pass(MINUTE.multipliedBy(3));
    node(
        b ->
            b.schedule(Schedule.fixedRate("other", MINUTE).adds(TaskRequest.of(TaskType.of("T")))));
    cluster.awaitEnds(3);
    assertThat(cluster.state("m").isOver()).isTrue();
    assertThat(cluster.state("m").past().runs()).isEqualTo(2);
    node.baton.schedules().put(minutely());
    assertThat(cluster.state("m").isOver()).as("added by hand, it begins again").isFalse();
  }

  @Test
  void aDeclaredScheduleThatEndedStaysEnded() {
    TestNode node = node(b -> b.schedule(minutely()));
    node.baton.schedules().end("m");
    node(b -> b.schedule(minutely()));
    assertThat(cluster.state("m").isOver()).isTrue();
    node(b -> b.schedule(minutely().missed(Missed.ALL)));
    assertThat(cluster.state("m").isOver()).as("the code has changed").isFalse();
  }

  @Test
  void changesBelongToTheCallersTransaction() throws Exception {
    TestNode node = node();
    Schedules schedules = node.baton.schedules();
    assertThatThrownBy(
            () ->
                node.transactions.call(
                    transaction -> {
                      schedules.put(transaction, cron("0 0 18 * * *"));
                      schedules.put(minutely());
                      throw new IllegalStateException("undone");
                    }))
        .hasMessage("undone");
    assertThat(schedules.list().page(10).items()).isEmpty();
    node.transactions.call(
        transaction -> {
          schedules.put(transaction, cron("0 0 18 * * *"));
          schedules.pause("c");
          return true;
        });
    assertThat(schedules.find("c").orElseThrow().paused()).isTrue();
  }

  @Test
  void aRemovedScheduleIsGoneAndNothingIsLeftToChange() {
    Schedules schedules = node().baton.schedules();
    schedules.put(cron("0 0 18 * * *"));
    assertThat(schedules.remove("c")).isTrue();
    assertThat(schedules.remove("c")).isFalse();
    assertThat(schedules.end("c")).isFalse();
    assertThat(schedules.pause("c")).isFalse();
    assertThat(schedules.resume("c")).isFalse();
    assertThat(schedules.runNow("c")).isEmpty();
    assertThat(schedules.find("c")).isEmpty();
  }

  @Test
  void invalidScheduleIsRefusedAndNothingIsWritten() {
    Schedules schedules = node().baton.schedules();
    refused(schedules, cron("0 0 0 31 2 *"), "would never tick");
    refused(schedules, cron("0 0 9 31W * *"), "'0 0 9 31W * *'", "day of month '31W'", "LW");
    refused(schedules, cron("every day"), "Schedule c: ", "not a valid cron expression");
    refused(
        schedules,
        Schedule.of("x", new Timing.Unknown("moon full")).adds(TaskRequest.of(TaskType.of("T"))),
        "newer version of Baton");
    refused(
        schedules,
        cron("@daily").adds(TaskRequest.of(TaskType.of("T")).context("a", "x".repeat(9_000))),
        "context");
    assertThatThrownBy(() -> schedules.put(Schedule.fixedRate("m", MINUTE)))
        .hasMessageContaining("Call adds(...)");
    assertThatThrownBy(
            () ->
                cron("@daily").adds(TaskRequest.of(TaskType.of("T")).unique(Unique.whileLive("k"))))
        .hasMessageContaining("would have one identity")
        .hasMessageContaining("remove unique(...) and id(...) from the request");
    TaskType<Void, Void> singleton = TaskType.of("T").unique(nothing -> Unique.singleton());
    assertThatThrownBy(() -> cron("@daily").adds(TaskRequest.of(singleton)))
        .hasMessageContaining("type T")
        .hasMessageContaining("use a type without unique(...)");
    assertThatThrownBy(() -> Schedule.fixedRate("m", Duration.ofMillis(10)))
        .hasMessageContaining("at least a second")
        .hasMessageContaining("not 10 ms");
    assertThatThrownBy(() -> Schedule.fixedRate(" m", MINUTE)).hasMessageContaining("name");
    assertThat(schedules.list().page(10).items()).isEmpty();
  }

  @Test
  void schedulesAreListedByNamePartByPart() {
    Schedules schedules = node().baton.schedules();
    for (String name : List.of("c", "a", "b")) {
      schedules.put(Schedule.fixedRate(name, MINUTE).adds(TaskRequest.of(TaskType.of("T"))));
    }
    assertThat(schedules.list().page(2).items())
        .extracting(ScheduleState::name)
        .containsExactly("a", "b");
    assertThat(schedules.list().from(Cursor.name("b")).page(2).items())
        .extracting(ScheduleState::name)
        .containsExactly("c");
    assertThat(schedules.list().from(Cursor.name("c")).page(2).items()).isEmpty();
  }

  @Test
  void nodeWithoutAScheduleStoreReportsIt() {
    try (TestNode alone = TestNode.start(UnaryOperator.identity())) {
      assertThatThrownBy(() -> alone.baton.schedules().list().page(1).items())
          .hasMessageContaining("Stores.schedules");
    }
    assertThatThrownBy(() -> TestNode.start(b -> b.schedule(minutely())))
        .hasMessageContainingAll("[m]", "doesn't have the capability schedules");
  }

  @Test
  void aClientChangesSchedulesAndDeclaresNone() {
    TestNode client = cluster.node(b -> b.client().schedule(minutely()));
    assertThat(client.baton.schedules().list().page(10).items()).isEmpty();
    client.baton.schedules().put(cron("0 0 18 * * *"));
    assertThat(next("c")).isEqualTo("2026-11-20T18:00:00Z");
  }

  /** No store would keep these values, so they would be lost without a message. */
  @Test
  void scheduleWithUnsupportedTaskOptionsIsRefused() {
    TaskRequest<?, ?> task = TaskRequest.of(TaskType.of("T"));
    Map.of(
            "labels", task.label("partner", "acme"),
            "tasks to wait for", task.waitForDone(List.of(UUID.randomUUID())),
            "a hold", task.onHold())
        .forEach(
            (what, request) ->
                assertThatThrownBy(() -> minutely().adds(request))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("can't have " + what));
  }

  @Test
  void aRunByHandMovesNoTick() throws Exception {
    TestNode node = node();
    node.baton.schedules().put(cron("0 0 18 * * *"));
    cluster.pass(Duration.ofSeconds(5));
    UUID task = node.baton.schedules().runNow("c").orElseThrow();
    node.completed(task);
    assertThat(cluster.ticks).containsExactly(at(5));
    assertThat(next("c")).isEqualTo("2026-11-20T18:00:00Z");
    assertThat(cluster.state("c").past().lastTask()).isEqualTo(task);
    UUID next = node.baton.schedules().runNow("c").orElseThrow();
    assertThat(cluster.state("c").past().lastTask()).isEqualTo(next);
    assertThat(cluster.state("c").past().earlierTasks()).containsExactly(task);
    assertThat(cluster.state("c").past().lastTick()).isNull();
    assertThat(node.events.all(NodeEvent.Ticked.class)).isEmpty();
  }

  private static void refused(Schedules schedules, Schedule schedule, String... why) {
    assertThatThrownBy(() -> schedules.put(schedule))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(why);
  }

  private String next(String name) {
    Instant next = cluster.state(name).nextTick();
    return String.valueOf(next);
  }

  private TestNode node() {
    return node(UnaryOperator.identity());
  }

  private TestNode node(UnaryOperator<Baton.Builder> with) {
    return cluster.node(b -> with.apply(b.define(brief)));
  }

  private static Schedule cron(String expression) {
    return Schedule.cron("c", expression, UTC).adds(TaskRequest.of(TaskType.of("T")));
  }

  private static Schedule minutely() {
    return Schedule.fixedRate("m", MINUTE).adds(TaskRequest.of(TaskType.of("T")));
  }
}
