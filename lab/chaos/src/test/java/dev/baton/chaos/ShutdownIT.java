package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.check.Recovery;
import dev.baton.chaos.check.Report;
import dev.baton.chaos.check.Result;
import dev.baton.chaos.fault.FaultKind;
import dev.baton.chaos.process.Fleet;
import dev.baton.chaos.process.ServerKind;
import dev.baton.chaos.process.WorkerMain;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests workers that are stopped and started again under load, one after the other. */
@Tag("deep")
class ShutdownIT {
  /**
   * Long, so that no lease expires on a slow machine, and a task that waits for its lease to expire
   * is noticed.
   */
  private static final Duration LEASE = Duration.ofSeconds(50);

  @Test
  void gracefulRestartLosesAndDoublesNoTaskAndNoLeaseExpires() throws Exception {
    Fleet.Ways ways = new Fleet.Ways("", LEASE, 60, 1_500);
    try (ServerKind.Server server = ServerKind.POSTGRESQL.start();
        ChaosRun run = ChaosRun.start("shutdown", server, new ChaosRun.Setting(13, 2, 1, ways))) {
      Recovery recovery = run.inject(FaultKind.ROLLING_RESTART);
      Result result = run.finish();

      assertThat(result.isSound()).as(Report.table(result)).isTrue();
      assertThat(result.lapsed()).as("leases that lapsed").isZero();
      assertThat(result.fenced()).as("completions that came too late").isZero();
      assertThat(run.count(WorkerMain.STOPPED + " true")).isEqualTo(2);
      assertThat(recovery.millis()).isLessThan(LEASE.toMillis());
      assertThat(result.probeWorstMillis()).isLessThan(LEASE.toMillis());
    }
  }
}
