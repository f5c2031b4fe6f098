package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.task.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests the tasks of processes that die between the phases of a JTA commit. */
@Tag("deep")
class JtaCrashTest {
  @TempDir Path folder;

  @Test
  void taskInDoubtRunsOnceOrNeverAfterRecovery() throws Exception {
    assertThat(run(DyingJta.PREPARE)).isEqualTo(DyingJta.EXIT);
    assertThat(run(DyingJta.COMMIT)).isEqualTo(DyingJta.EXIT);
    try (HikariDataSource database = SpringFixture.pool(DyingJta.database(folder))) {
      assertThat(inDoubt(database)).as("with %s booked", booked(database)).hasSize(2);
      assertThat(booked(database)).isEmpty();
      assertThat(runAll(database)).containsExactly("marker");
    }

    assertThat(run(DyingJta.RECOVER)).isZero();
    try (HikariDataSource database = SpringFixture.pool(DyingJta.database(folder))) {
      assertThat(inDoubt(database)).isEmpty();
      assertThat(booked(database)).containsExactly(DyingJta.COMMIT);
      assertThat(runAll(database)).containsExactlyInAnyOrder(DyingJta.COMMIT, "marker");
      assertThat(runAll(database)).containsExactly("marker");
    }
  }

  /**
   * Runs a node until a task of this test has run and no other is left. Returns the tasks that ran.
   */
  private static List<String> runAll(HikariDataSource database) {
    List<String> ran = new CopyOnWriteArrayList<>();
    TaskDefinition<?, ?> note =
        RawDefinition.of(
            "NOTE",
            attempt -> {
              ran.add(attempt.payloadText());
              return Outcome.done();
            });
    try (Baton baton = Baton.builder(JdbcStore.of(database)).define(note).start()) {
      baton.tasks().add(TaskType.of("NOTE", Bytes.class).with(Bytes.of("marker")));
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> ran.contains("marker") && live(database) == 0);
    }
    return ran;
  }

  private static long live(HikariDataSource database) {
    return new JdbcTemplate(database)
        .queryForObject("SELECT COUNT(*) FROM baton_task WHERE type = 'NOTE'", Long.class);
  }

  private static List<String> inDoubt(HikariDataSource database) {
    return new JdbcTemplate(database)
        .queryForList("SELECT TRANSACTION_NAME FROM INFORMATION_SCHEMA.IN_DOUBT", String.class);
  }

  private static List<String> booked(HikariDataSource database) {
    return new JdbcTemplate(database).queryForList("SELECT name FROM booking", String.class);
  }

  private int run(String what) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                DyingJta.class.getName(),
                folder.toString(),
                what)
            .inheritIO()
            .start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
