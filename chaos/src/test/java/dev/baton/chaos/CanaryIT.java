package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.Verdict.Promise;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Processes with a bug on purpose: a checker that doesn't catch them would catch nothing. Beside
 * others: most of a run is waiting.
 */
@Execution(ExecutionMode.CONCURRENT)
class CanaryIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  /** Some of an unfenced store's tasks never end: what they did is told all the same. */
  private static final Duration SETTLING = Duration.ofSeconds(3);

  private static ServerKind.Server server;

  @BeforeAll
  static void start() {
    server = ServerKind.POSTGRESQL.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aStoreThatDoesNotFenceItsHoldersIsCaught() throws Exception {
    Verdict verdict = run(Bugs.UNFENCED, 2, "attempts lost", CanaryIT::manyLost);
    assertThat(verdict.count(Promise.DOUBLED)).isPositive();
  }

  @Test
  void anEffectWrittenOutsideTheTransactionIsCaught() throws Exception {
    Verdict verdict = run(Bugs.EFFECT_OUTSIDE, 1, "tasks", CanaryIT::manyDone);
    assertThat(verdict.count(Promise.DOUBLED)).isPositive();
  }

  @Test
  void anAddOutsideTheTransactionIsCaught() throws Exception {
    Verdict verdict = run(Bugs.ADD_OUTSIDE, 1, "tasks", CanaryIT::manyDone);
    assertThat(verdict.count(Promise.PHANTOM)).isPositive();
  }

  @Test
  void aWaitThatIsForgottenIsCaught() throws Exception {
    Verdict verdict = run(Bugs.WAITS_FORGOTTEN, 1, "tasks", CanaryIT::manyDone);
    assertThat(verdict.count(Promise.EARLY)).isPositive();
  }

  /** Three bugs in one run, each of which breaks a promise of its own: runs are long. */
  @Test
  void workersThatForgetLimitsStopsAndLeasesAreCaught() throws Exception {
    ChaosRun.Setting setting =
        new ChaosRun.Setting(7, 2, 1, Fleet.Ways.brokenWithMore(Bugs.HEEDLESS));
    try (ChaosRun run = ChaosRun.start("canary-" + Bugs.HEEDLESS, server, setting)) {
      run.inject(FaultKind.STOP_BUCKET);
      run.inject(FaultKind.SLOW_DATABASE);
      Result result = run.finish(SETTLING);
      assertThat(result.verdict().count(Promise.LIMIT)).isPositive();
      assertThat(result.verdict().count(Promise.STOPPED)).isPositive();
      assertThat(result.lapsed()).as("leases that ran out").isPositive();
    }
  }

  private static boolean manyDone(ChaosRun run) throws Exception {
    return run.database().query("SELECT id FROM baton_kept").size() > 120;
  }

  private static boolean manyLost(ChaosRun run) throws Exception {
    // Those of the other kinds may have more than one effect.
    String lapsed =
        "SELECT a.task_id FROM baton_attempt a JOIN baton_kept f ON f.id = a.task_id"
            + " WHERE a.outcome = 3 AND f.type IN ('EXACT', 'KEYED')";
    return run.database().query(lapsed).size() >= 6;
  }

  private interface Enough {
    boolean isEnough(ChaosRun run) throws Exception;
  }

  private static Verdict run(String bug, int workers, String what, Enough enough) throws Exception {
    ChaosRun.Setting setting = new ChaosRun.Setting(7, workers, 1, Fleet.Ways.broken(bug));
    try (ChaosRun run = ChaosRun.start("canary-" + bug, server, setting)) {
      assertThat(Wait.until(PATIENCE, () -> enough.isEnough(run))).as("enough " + what).isTrue();
      return run.finish(SETTLING).verdict();
    }
  }
}
