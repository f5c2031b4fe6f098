package dev.baton.jta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.task.Bytes;
import io.agroal.api.AgroalDataSource;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the tasks of a process that is killed between the phases of a commit. */
class CrashBetweenPhasesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void taskInDoubtRunsOnlyIfRecoveryCommitsItsBusinessRow(JtaDatabase database) throws Exception {
    // An in-memory H2 would end with its process.
    DatabaseAddress address =
        database == JtaDatabase.H2 ? LocalH2.at(folder.resolve("tasks")) : database.newDatabase();
    try (AgroalDataSource pool = Narayana.notEnlisted(address, true)) {
      JtaApplication.execute(pool, "CREATE TABLE booking (name VARCHAR(100))");
    }
    killBetweenPhases(address);
    try (AgroalDataSource pool = Narayana.notEnlisted(address, true)) {
      assertThat(inDoubt(pool, database)).hasSize(2);
      assertThat(booked(pool)).isEmpty();
      assertThat(runAll(pool)).containsExactly("marker");
    }

    Process recovery = start(DyingProcess.RECOVER, address);
    assertThat(recovery.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(recovery.exitValue()).isZero();
    try (AgroalDataSource pool = Narayana.notEnlisted(address, true)) {
      assertThat(inDoubt(pool, database)).isEmpty();
      assertThat(booked(pool)).containsExactly(DyingProcess.COMMIT);
      assertThat(runAll(pool)).containsExactlyInAnyOrder(DyingProcess.COMMIT, "marker");
      assertThat(runAll(pool)).containsExactly("marker");
    }
  }

  private static List<String> inDoubt(AgroalDataSource pool, JtaDatabase database)
      throws Exception {
    return JtaApplication.names(
        pool,
        database == JtaDatabase.H2
            ? "SELECT transaction_name FROM information_schema.in_doubt"
            : "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()");
  }

  private static List<String> booked(AgroalDataSource pool) throws Exception {
    return JtaApplication.names(pool, "SELECT name FROM booking");
  }

  /**
   * Runs a node until a task of this test has run and no other is left. Returns the tasks that ran.
   */
  private static List<String> runAll(AgroalDataSource pool) throws Exception {
    List<String> ran = new CopyOnWriteArrayList<>();
    TaskDefinition<?, ?> note =
        RawDefinition.of(
            "NOTE",
            attempt -> {
              ran.add(attempt.payloadText());
              return Outcome.done();
            });
    try (Baton baton = Baton.builder(JdbcStore.of(pool)).define(note).start()) {
      baton.tasks().add(TaskType.of("NOTE", Bytes.class).with(Bytes.of("marker")));
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!(ran.contains("marker") && live(pool)) && System.nanoTime() < until) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
    return ran;
  }

  private static boolean live(AgroalDataSource pool) throws Exception {
    return JtaApplication.names(pool, "SELECT type FROM baton_task").isEmpty();
  }

  /** Kills a process as soon as both of its transactions have stopped in their phases. */
  private void killBetweenPhases(DatabaseAddress address) throws Exception {
    Process process = start(DyingProcess.DIE, address);
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(said.lines().filter(DyingProcess.REACHED::equals).limit(2)).hasSize(2);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private Process start(String what, DatabaseAddress address) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            DyingProcess.class.getName(),
            folder.resolve("log").toString(),
            what,
            address.url(),
            address.user(),
            address.password())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
