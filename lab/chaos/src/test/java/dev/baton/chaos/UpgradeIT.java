package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.chaos.check.Report;
import dev.baton.chaos.check.Result;
import dev.baton.chaos.fault.FaultKind;
import dev.baton.chaos.fault.Options;
import dev.baton.chaos.process.Fleet;
import dev.baton.chaos.process.ServerKind;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that nodes of a release and of this source run on one database under load, while processes
 * are replaced by the release, killed, and replaced by this source again. The tables are those of
 * this source, as the upgrade guide says.
 */
@Tag("deep")
class UpgradeIT {
  private static final List<FaultKind> BACK_AND_FORTH =
      List.of(FaultKind.OTHER_VERSION, FaultKind.KILL_WORKER, FaultKind.OTHER_VERSION);

  @BeforeEach
  void needTheOtherVersion() {
    assumeTrue(
        Fleet.hasOtherVersion(),
        "No other version is given: `.ci/upgrade TAG` builds and names it");
  }

  @Test
  void nothingIsLostOrDoubledBetweenTwoVersionsOnPostgresql() throws Exception {
    check(ServerKind.POSTGRESQL);
  }

  @Test
  void nothingIsLostOrDoubledBetweenTwoVersionsOnMariaDb() throws Exception {
    check(ServerKind.MARIADB);
  }

  private static void check(ServerKind kind) throws Exception {
    Result result = Chaos.run(kind, Options.faults(BACK_AND_FORTH));
    assertThat(result.isSound()).as(Report.table(result)).isTrue();
  }
}
