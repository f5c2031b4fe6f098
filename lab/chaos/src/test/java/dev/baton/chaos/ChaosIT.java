package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.check.Report;
import dev.baton.chaos.check.Result;
import dev.baton.chaos.fault.FaultKind;
import dev.baton.chaos.fault.Options;
import dev.baton.chaos.process.ServerKind;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests real processes on a real database under faults: no task is lost, doubled or left behind,
 * and the service recovers by itself.
 */
@Tag("deep")
class ChaosIT {
  /** Faults that only the long form injects, because others have nearly the same effect. */
  private static final EnumSet<FaultKind> LONG_ONLY =
      EnumSet.of(FaultKind.SLOW_NETWORK, FaultKind.SILENT_NETWORK, FaultKind.CUT_NETWORK);

  /** Faults for the other database and the other channels, which respond differently. */
  private static final List<FaultKind> SOME =
      List.of(
          FaultKind.KILL_DATABASE,
          FaultKind.CUT_BEFORE_COMMIT,
          FaultKind.SLOW_DATABASE,
          FaultKind.KILL_KAFKA,
          FaultKind.KILL_ZOOKEEPER);

  @Test
  void everyGuaranteeHoldsOnPostgresqlWhateverFails() throws Exception {
    Result result = Chaos.run(ServerKind.POSTGRESQL, faults(EnumSet.complementOf(LONG_ONLY)));
    assertThat(result.isSound()).as(Report.table(result)).isTrue();
  }

  @Test
  void everyGuaranteeHoldsOnMariaDbWhateverFails() throws Exception {
    Result result = Chaos.run(ServerKind.MARIADB, faults(SOME));
    assertThat(result.isSound()).as(Report.table(result)).isTrue();
  }

  @Test
  void everyGuaranteeHoldsOnMySqlWhateverFails() throws Exception {
    List<FaultKind> ofDatabase =
        List.of(
            FaultKind.KILL_WORKER,
            FaultKind.KILL_DATABASE,
            FaultKind.CUT_BEFORE_COMMIT,
            FaultKind.SLOW_DATABASE);
    Result result = Chaos.run(ServerKind.MYSQL, Options.faults(ofDatabase));
    assertThat(result.isSound()).as(Report.table(result)).isTrue();
  }

  private static List<FaultKind> faults(Collection<FaultKind> inShort) {
    return Options.faults(
        Options.length().isPresent() ? List.of(FaultKind.values()) : List.copyOf(inShort));
  }
}
