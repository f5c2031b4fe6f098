package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.check.Report;
import dev.baton.chaos.check.Result;
import dev.baton.chaos.process.Fleet;
import dev.baton.chaos.process.Plan;
import dev.baton.chaos.process.ServerKind;
import dev.baton.chaos.record.Spans;
import dev.baton.chaos.record.Wait;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests a database that is unavailable for longer than the leases last, first for one worker and
 * then for all. Runs in parallel with other tests, since it mostly waits.
 */
@Tag("deep")
@Execution(ExecutionMode.CONCURRENT)
class OutageIT {
  /**
   * Longest time until an interrupt works. It needs a thread that gets a processor, and the machine
   * may be busy. Without the interrupt a handler would run for seconds in parallel with the next
   * one.
   */
  private static final long INTERRUPT_MILLIS = 1_500;

  private static final long AWAY_MILLIS = Plan.LEASE.toMillis() + 4_000;

  /**
   * Largest number of messages. Each loop logs once that it failed and once that it works again.
   * Failed attempts are logged, too.
   */
  private static final long MOST_MESSAGES = 60;

  private static final Fleet.Ways LONG_WORK = new Fleet.Ways("", Plan.LEASE, 100, 7_500);

  @Test
  void holdersStopInTimeEverythingResumesAndTheLogStaysShort() throws Exception {
    ChaosRun.Setting setting = new ChaosRun.Setting(11, 2, 1, LONG_WORK);
    try (ServerKind.Server server = ServerKind.POSTGRESQL.start();
        ChaosRun run = ChaosRun.start("outage", server, setting)) {
      awaitLongWork(run);
      run.fleet().proxy("worker-1").refuse(true);
      Wait.pause(AWAY_MILLIS);
      run.fleet().proxy("worker-1").refuse(false);

      awaitLongWork(run);
      Map<String, Long> before = messages(run);
      run.faults().killDatabase(AWAY_MILLIS);
      Map<String, Long> after = messages(run);

      Result result = run.finish();
      assertThat(result.isSound()).as(Report.table(result)).isTrue();
      // A holder that lives may renew its lease before the sweeper acts, so leases may or may not
      // expire.
      System.out.println("outage: " + result.lapsed() + " leases lapsed");
      long overlap = Spans.worstMillis(run.fleet().folder(), run.fleet().workerNames());
      System.out.println("outage: a task ran twice at once for at most " + overlap + " ms");
      assertThat(overlap).isLessThan(INTERRUPT_MILLIS);
      before.forEach(
          (worker, count) -> {
            long said = after.get(worker) - count;
            System.out.println("outage: " + worker + " logged " + said + " messages meanwhile");
            assertThat(said).as("messages of " + worker).isLessThan(MOST_MESSAGES);
          });
    }
  }

  /** Waits until handlers run that will not end by themselves before their lease expires. */
  private static void awaitLongWork(ChaosRun run) throws Exception {
    for (String worker : run.fleet().workerNames()) {
      boolean busy =
          Wait.until(Duration.ofSeconds(60), () -> Spans.isBusy(run.fleet().folder(), worker));
      if (!busy) {
        run.fleet().dumpThreads();
      }
      assertThat(busy).as("%s works; see its log for its threads", worker).isTrue();
    }
  }

  private static Map<String, Long> messages(ChaosRun run) throws Exception {
    Map<String, Long> counts = new TreeMap<>();
    for (String worker : run.fleet().workerNames()) {
      counts.put(worker, run.fleet().worker(worker).messages());
    }
    return counts;
  }
}
