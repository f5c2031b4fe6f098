package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.chaos.check.Report;
import dev.baton.chaos.check.Result;
import dev.baton.chaos.fault.FaultKind;
import dev.baton.chaos.fault.Options;
import dev.baton.chaos.process.Database;
import dev.baton.chaos.process.EarlierService;
import dev.baton.chaos.process.Fleet;
import dev.baton.chaos.process.LaterService;
import dev.baton.chaos.process.Links;
import dev.baton.chaos.process.Plan;
import dev.baton.chaos.process.ServerKind;
import dev.baton.chaos.record.Wait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that nodes of a release and of this source run on one database under load, while processes
 * are replaced by the release, killed, and replaced by this source again. The tables are those of
 * this source, as the upgrade guide says, and are migrated further meanwhile.
 */
@Tag("deep")
class UpgradeIT {
  private static final List<FaultKind> BACK_AND_FORTH =
      List.of(FaultKind.OTHER_VERSION, FaultKind.KILL_WORKER, FaultKind.OTHER_VERSION);

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int ROUNDS = 3;
  private static final int TASKS_IN_A_ROUND = 200;
  private static final String EARLIER = "earlier";
  private static final String LATER = "later";
  private static final String ENDED = "SELECT COUNT(*) FROM baton_kept";
  private static final String LIVE = "SELECT COUNT(*) FROM baton_task WHERE ";
  private static final List<String> UNKNOWN_TO_THE_RELEASE =
      List.of(
          "type = '" + LaterService.NEWS + "'",
          "type = '" + EarlierService.PAY + "' AND traits LIKE '%v2%'",
          "type = '" + EarlierService.WALK + "' AND state = '" + LaterService.BETWEEN + "'");
  private static final String LOST =
      "SELECT COUNT(*) FROM chaos_business b WHERE NOT EXISTS (SELECT 1 FROM chaos_effect e"
          + " WHERE e.add_id = b.add_id AND e.step = "
          + EarlierService.LAST_STEP
          + ")";

  /** The effects of states are outside the task's transaction: a lost attempt may repeat them. */
  private static final String DOUBLED =
      "SELECT COUNT(*) FROM (SELECT e.add_id FROM chaos_effect e JOIN chaos_business b"
          + " ON b.add_id = e.add_id WHERE b.kind <> '"
          + EarlierService.WALK
          + "' GROUP BY e.add_id HAVING COUNT(*) > 1) d";

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

  /**
   * Half of each round, only the release runs: a newer payload version, state and type wait for
   * this source. Both are killed alternately.
   */
  @ParameterizedTest
  @EnumSource(
      value = ServerKind.class,
      names = {"POSTGRESQL", "MARIADB"})
  void whatTheReleaseDoesNotKnowWaitsForThisSource(ServerKind kind) throws Exception {
    Path folder = ChaosRun.emptyFolder("services-" + kind.name().toLowerCase(Locale.ROOT));
    try (ServerKind.Server server = kind.start();
        Database database = new Database(server);
        Fleet fleet = new Fleet(folder, database, Fleet.Ways.usual(Links.usual()), 1)) {
      database.migrateFurther();
      fleet.switchVersion(EARLIER);
      launch(fleet, EARLIER, EarlierService.class);
      launch(fleet, LATER, LaterService.class);
      for (int round = 1; round <= ROUNDS; round++) {
        int enough = database.number(ENDED) + TASKS_IN_A_ROUND;
        assertThat(Wait.until(PATIENCE, () -> database.number(ENDED) > enough)).isTrue();
        fleet.worker(LATER).kill();
        Wait.pause(2 * Plan.LEASE.toMillis());
        for (String unknown : UNKNOWN_TO_THE_RELEASE) {
          assertThat(database.number(LIVE + unknown)).as("live, " + unknown).isPositive();
        }
        assertThat(database.number(LIVE + "status = 4")).as("tasks in ERROR").isZero();
        launch(fleet, LATER, LaterService.class);
        fleet.worker(EARLIER).kill();
        launch(fleet, EARLIER, EarlierService.class);
      }
      fleet.stopLocalAdders();
      boolean ended = Wait.until(PATIENCE, () -> database.live(true).isEmpty());
      String figures =
          kind
              + ": tasks %d, killed %d, lost %d, doubled %d"
                  .formatted(
                      database.number("SELECT COUNT(*) FROM chaos_business"),
                      2 * ROUNDS,
                      database.number(LOST),
                      database.number(DOUBLED));
      System.out.println(figures);
      assertThat(ended).as("all have ended; %s", figures).isTrue();
      assertThat(figures).endsWith("lost 0, doubled 0");
      assertThat(fleet.dead()).isEmpty();
    }
  }

  private static void launch(Fleet fleet, String name, Class<?> program) throws Exception {
    fleet.launchWorker(name, program);
    fleet.worker(name).awaitReady();
  }

  private static void check(ServerKind kind) throws Exception {
    Result result = Chaos.run(kind, Options.faults(BACK_AND_FORTH));
    assertThat(result.isSound()).as(Report.table(result)).isTrue();
  }
}
