package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.Attempt;
import dev.baton.api.Outcome;
import dev.baton.api.Retry;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.api.cluster.NodeSettings;
import dev.baton.api.operate.TaskFilter;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
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

/** Tasks whose names and bytes are odd, added, run, kept and found by way of odd connections. */
final class RoundTrip {
  private static final int TASKS = 30;

  /** What SQL, drivers and arrays in text give a meaning of their own. */
  private static final List<String> NAMES =
      List.of("NULL", "null", "'", "\\", "\\'", "\"", "{a,b}", "%_", "a\\b", "ü漢😀", "{}", "1e5");

  private RoundTrip() {}

  /**
   * @param pool what a node works through
   * @param plain plain connections to the same tables
   */
  static void through(HikariDataSource pool, HikariDataSource plain) throws Exception {
    Bytes payload = everyByte();
    List<TaskRequest> requests = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      String name = NAMES.get(i % NAMES.size());
      requests.add(
          TaskRequest.of("T").key(name).subType(name).payload(payload).context("name", name));
    }
    Set<UUID> ids = new TreeSet<>();
    try (Baton node =
        JdbcBaton.on(pool)
            .settings(
                NodeSettings.defaults()
                    .poll(Duration.ofMillis(100))
                    .sweep(Duration.ofMillis(50))
                    .keepDone(Duration.ofDays(1)))
            .define(
                TaskDefinition.of("T", RoundTrip::echo),
                TaskDefinition.of(
                        "FAILS",
                        attempt -> {
                          throw new IllegalStateException(String.join(" ", NAMES));
                        })
                    .retry(Retry.never()))
            .start()) {
      node.tasks().addAll(requests).forEach(added -> ids.add(added.taskId()));
      UUID failed = node.tasks().add(TaskRequest.of("FAILS").runAfter(Duration.ZERO)).taskId();
      assertKeyed(node);
      await(plain, "SELECT count(*) FROM baton_kept", TASKS + 1L + NAMES.size());
      await(plain, "SELECT count(*) FROM baton_task WHERE status = 4", 1);
      assertThat(node.operations().find(TaskFilter.all().ids(ids), null, TASKS).items())
          .hasSize(TASKS)
          .allSatisfy(found -> assertThat(found.spec().subType()).isEqualTo(found.spec().key()));
      for (UUID id : ids) {
        FinishedTask done = node.operations().findFinished(id).orElseThrow();
        assertThat(done.status()).isEqualTo(Status.DONE);
        assertThat(done.result()).isEqualTo(payload);
        assertThat(done.spec().payload()).isEqualTo(payload);
        assertThat(done.spec().context()).containsEntry("name", done.spec().key());
        assertThat(NAMES).contains(done.spec().key());
      }
      assertThat(node.operations().latestErrors(Set.of(failed)).get(failed))
          .contains(String.join(" ", NAMES));
    }
  }

  private static Outcome echo(Attempt attempt) {
    Bytes payload = attempt.payload();
    return payload == null ? Outcome.done() : Outcome.done(payload);
  }

  private static void assertKeyed(Baton node) {
    for (String name : NAMES) {
      AddResult first = node.tasks().add(TaskRequest.of("T").uniqueBy(name));
      assertThat(first).as(name).isInstanceOf(AddResult.Added.class);
    }
    AddResult again = node.tasks().add(TaskRequest.of("T").uniqueBy("n").held());
    assertThat(again).isInstanceOf(AddResult.Added.class);
    assertThat(node.tasks().add(TaskRequest.of("T").uniqueBy("n")))
        .isInstanceOf(AddResult.AlreadyExists.class);
    node.tasks().add(TaskRequest.of("T").uniqueBy("m"));
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
