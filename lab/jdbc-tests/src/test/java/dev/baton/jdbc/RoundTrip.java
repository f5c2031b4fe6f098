package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.Batch;
import dev.baton.api.SignalType;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.Incidents;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Adds, runs, keeps and finds tasks with unusual names and bytes over unusual connections. */
final class RoundTrip {
  private static final int TASKS = 30;

  /** Texts that have a special meaning in SQL, in drivers and in text arrays. */
  private static final List<String> NAMES =
      List.of("NULL", "null", "'", "\\", "\\'", "\"", "{a,b}", "%_", "a\\b", "ü漢😀", "{}", "1e5");

  private RoundTrip() {}

  /**
   * @param pool the connections of the node
   * @param plain plain connections to the same tables
   */
  static void through(HikariDataSource pool, HikariDataSource plain) throws Exception {
    Bytes payload = everyByte();
    List<TaskRequest<?, ?>> requests = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      String name = NAMES.get(i % NAMES.size());
      requests.add(
          TaskType.of("T", Bytes.class)
              .with(payload)
              .key(name)
              .subType(name)
              .context("name", name));
    }
    Set<UUID> ids = new TreeSet<>();
    Verbs verbs = new Verbs();
    try (Baton node =
        Baton.builder(JdbcStore.of(pool))
            .settings(
                s ->
                    s.poll(Duration.ofMillis(100))
                        .sweep(Duration.ofMillis(50))
                        .keepDone(Duration.ofDays(1)))
            .define(
                RawDefinition.of("T", RoundTrip::echo),
                RawDefinition.of(
                        "FAILS",
                        attempt -> {
                          throw new IllegalStateException(String.join(" ", NAMES));
                        })
                    .retry(Retry.never()),
                RawDefinition.of("STEPS", verbs::stepsAndFailsOnce),
                RawDefinition.of("WAITS", verbs::waitsForASignal),
                RawDefinition.of("PART", attempt -> Outcome.done()),
                RawDefinition.of("TICK", attempt -> Outcome.done()))
            .schedule(
                Schedule.fixedRate("ticks", Duration.ofSeconds(1))
                    .adds(TaskRequest.of(TaskType.of("TICK"))))
            .incidents(Incidents.to(verbs).lookEvery(Duration.ofMillis(100)))
            .start()) {
      node.tasks().addAll(requests).forEach(added -> ids.add(added.taskId()));
      UUID failed =
          node.tasks().add(TaskRequest.of(TaskType.of("FAILS")).runIn(Duration.ZERO)).taskId();
      assertKeyed(node);
      await(plain, "SELECT count(*) FROM baton_kept WHERE type = 'T'", TASKS + 1L + NAMES.size());
      await(plain, "SELECT count(*) FROM baton_task WHERE status = 4", 1);
      assertThat(node.operations().search(TaskFilter.all().ids(ids)).page(TASKS).items())
          .hasSize(TASKS)
          .allSatisfy(found -> assertThat(found.subType()).contains(found.key()));
      for (UUID id : ids) {
        TaskInfo done = node.operations().find(id).orElseThrow();
        assertThat(done.status()).isEqualTo(Status.DONE);
        TaskContent content = node.operations().task(id).content().orElseThrow();
        assertThat(content.result()).contains(payload);
        assertThat(content.payload()).contains(payload);
        assertThat(content.context()).containsEntry("name", done.key());
        assertThat(NAMES).contains(done.key());
      }
      assertThat(node.operations().find(failed).orElseThrow().error().orElseThrow())
          .contains(String.join(" ", NAMES));
      verbs.through(node, plain);
    }
  }

  /** Calls whose result depends on the number of rows that a statement changes. */
  private static final class Verbs implements IncidentSink {
    private static final OverrideTarget RETRY_OF_STEPS =
        new OverrideTarget(OverrideTarget.Kind.RETRY, "STEPS");

    private final AtomicInteger bodies = new AtomicInteger();
    private final AtomicInteger notices = new AtomicInteger();

    Outcome<?> stepsAndFailsOnce(Attempt attempt) throws Exception {
      String value = attempt.step("once", String.class, () -> "body " + bodies.incrementAndGet());
      assertThat(value).isEqualTo("body 1");
      if (attempt.number() == 1) {
        throw new IllegalStateException("first attempt");
      }
      return Outcome.done();
    }

    Outcome<?> waitsForASignal(Attempt attempt) {
      assertThat(attempt.awaitSignal(SignalType.of("go", String.class), Duration.ofHours(1)))
          .contains("now");
      return Outcome.done();
    }

    @Override
    public String name() {
      return "count";
    }

    @Override
    public Answer deliver(IncidentNotice notice) {
      notices.incrementAndGet();
      return new Answer.Accepted();
    }

    void through(Baton node, HikariDataSource plain) throws Exception {
      Overrides overrides = node.operations().overrides();
      for (int millis : List.of(20, 10)) {
        Duration delay = Duration.ofMillis(millis);
        assertThat(
                overrides.set(
                    RETRY_OF_STEPS, new OverrideValue.Backoff(delay, 1, 5, Duration.ofSeconds(1))))
            .isInstanceOf(Overrides.Answer.Changed.class);
      }
      node.tasks().add(TaskRequest.of(TaskType.of("STEPS")));
      UUID waiting = node.tasks().add(TaskRequest.of(TaskType.of("WAITS"))).taskId();
      node.tasks()
          .addBatch(
              Batch.of(
                      List.of(
                          TaskRequest.of(TaskType.of("PART")), TaskRequest.of(TaskType.of("PART"))))
                  .whenAllDone(TaskRequest.of(TaskType.of("PART"))));
      await(plain, "SELECT count(*) FROM baton_task WHERE type = 'WAITS' AND status = 1", 1);
      assertThat(node.tasks().signal(waiting, SignalType.of("go", String.class), "now"))
          .isEqualTo(Delivery.AWAITED);
      await(plain, "SELECT count(*) FROM baton_kept WHERE type = 'STEPS' AND status = 5", 1);
      await(plain, "SELECT count(*) FROM baton_kept WHERE type = 'WAITS' AND status = 5", 1);
      await(plain, "SELECT count(*) FROM baton_kept WHERE type = 'PART' AND status = 5", 3);
      await(plain, "SELECT CASE WHEN runs > 1 THEN 1 ELSE 0 END FROM baton_schedule", 1);
      assertThat(bodies).hasValue(1);
      assertThat(overrides.reset(RETRY_OF_STEPS)).isInstanceOf(Overrides.Answer.Changed.class);
      await(plain, "SELECT count(*) FROM baton_incident WHERE notice > 0", 1);
      long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (notices.get() == 0) {
        assertThat(System.nanoTime()).as("a notice of the incident").isLessThan(end);
        Thread.onSpinWait();
      }
    }
  }

  private static Outcome<?> echo(Attempt attempt) {
    Bytes payload = attempt.payload();
    return payload == null ? Outcome.done() : Outcome.done(payload);
  }

  private static void assertKeyed(Baton node) {
    for (String name : NAMES) {
      AddResult first =
          node.tasks().add(TaskRequest.of(TaskType.of("T")).unique(Unique.whileLive(name)));
      assertThat(first).as(name).isInstanceOf(AddResult.Added.class);
    }
    AddResult again =
        node.tasks().add(TaskRequest.of(TaskType.of("T")).unique(Unique.whileLive("n")).onHold());
    assertThat(again).isInstanceOf(AddResult.Added.class);
    assertThat(node.tasks().add(TaskRequest.of(TaskType.of("T")).unique(Unique.whileLive("n"))))
        .isInstanceOf(AddResult.AlreadyExists.class);
    node.tasks().add(TaskRequest.of(TaskType.of("T")).unique(Unique.whileLive("m")));
  }

  private static Bytes everyByte() {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    return Bytes.of(bytes);
  }

  private static void await(HikariDataSource pool, String query, long wanted)
      throws InterruptedException, SQLException {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    CountDownLatch pause = new CountDownLatch(1);
    while (TestDatabase.number(pool, query) != wanted) {
      assertThat(System.nanoTime()).as("%s isn't %s", query, wanted).isLessThan(end);
      assertThat(pause.await(20, TimeUnit.MILLISECONDS)).isFalse();
    }
  }
}
