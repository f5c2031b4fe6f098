package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Real processes on a real database under faults: no task is lost, doubled or left behind, and
 * everything comes back by itself.
 */
class ChaosIT {
  /** What the other database's short form may leave out to stay short. */
  private static final List<FaultKind> SOME =
      List.of(
          FaultKind.KILL_WORKER,
          FaultKind.KILL_DATABASE,
          FaultKind.CUT_BEFORE_COMMIT,
          FaultKind.KILL_KAFKA,
          FaultKind.KILL_ZOOKEEPER,
          FaultKind.PAUSE_ZOOKEEPER);

  @Test
  void everyPromiseHoldsOnPostgresqlWhateverFails() throws Exception {
    Result result = Chaos.run(ServerKind.POSTGRESQL, List.of(FaultKind.values()));
    assertThat(result.isSound()).as(Report.table(result)).isTrue();
  }

  @Test
  void everyPromiseHoldsOnMariaDbWhateverFails() throws Exception {
    Result result =
        Chaos.run(
            ServerKind.MARIADB, Options.length().isPresent() ? List.of(FaultKind.values()) : SOME);
    assertThat(result.isSound()).as(Report.table(result)).isTrue();
  }
}
