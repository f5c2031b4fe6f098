package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.check.Result;
import dev.baton.chaos.fault.FaultKind;
import dev.baton.chaos.fault.Options;
import dev.baton.chaos.process.Bugs;
import dev.baton.chaos.process.Fleet;
import dev.baton.chaos.process.ServerKind;
import dev.baton.chaos.record.Verdict;
import dev.baton.chaos.record.Verdict.Promise;
import dev.baton.chaos.record.Wait;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the checker catches processes with a bug on purpose. Runs in parallel with other
 * tests, since most of a run is waiting.
 */
@Tag("deep")
@Execution(ExecutionMode.CONCURRENT)
class CanaryIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  /**
   * Time limit for tasks to end. Some tasks of an unfenced store never end, but their effects are
   * recorded anyway.
   */
  private static final Duration SETTLING = Duration.ofSeconds(3);

  private static final int MOST_TRIES = 4;

  private static final List<ServerKind> KINDS = List.of(ServerKind.POSTGRESQL, ServerKind.MARIADB);

  private static final Map<ServerKind, ServerKind.Server> SERVERS = new EnumMap<>(ServerKind.class);

  @BeforeAll
  static void start() {
    for (ServerKind kind : KINDS) {
      SERVERS.put(kind, kind.start());
    }
  }

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(ServerKind.Server::close);
  }

  /**
   * Returns the databases to use. The checker is the same for all databases, so the short form
   * tries each bug on one of them.
   */
  private static List<ServerKind> kinds(ServerKind inShort) {
    return Options.length().isPresent() ? KINDS : List.of(inShort);
  }

  static List<ServerKind> fenceless() {
    return kinds(ServerKind.POSTGRESQL);
  }

  static List<ServerKind> apart() {
    return kinds(ServerKind.MARIADB);
  }

  static List<ServerKind> forgetful() {
    return kinds(ServerKind.POSTGRESQL);
  }

  @ParameterizedTest
  @MethodSource("fenceless")
  void aStoreThatDoesNotFenceItsHoldersIsCaught(ServerKind kind) throws Exception {
    Verdict verdict = run(kind, Bugs.UNFENCED, 2, "attempts lost", CanaryIT::manyLost);
    assertThat(verdict.count(Promise.DOUBLED)).isPositive();
  }

  /** Three bugs in one run, because runs are long. Each breaks another guarantee. */
  @ParameterizedTest
  @MethodSource("apart")
  void effectsAndAddsOutsideTheTransactionAndForgottenWaitsAreCaught(ServerKind kind)
      throws Exception {
    String bugs = Bugs.together(Bugs.EFFECT_OUTSIDE, Bugs.ADD_OUTSIDE, Bugs.WAITS_FORGOTTEN);
    Verdict verdict = run(kind, bugs, 1, "tasks", CanaryIT::manyDoneAndOneEarly);
    assertThat(verdict.count(Promise.DOUBLED)).isPositive();
    assertThat(verdict.count(Promise.PHANTOM)).isPositive();
    assertThat(verdict.count(Promise.EARLY)).isPositive();
  }

  /** Four bugs in one run, because runs are long. */
  @ParameterizedTest
  @MethodSource("forgetful")
  void workersAndAddersThatIgnoreTheRulesAreCaught(ServerKind kind) throws Exception {
    String bugs = Bugs.together(Bugs.HEEDLESS, Bugs.ORDER_FORGOTTEN);
    ChaosRun.Setting setting = new ChaosRun.Setting(7, 2, 1, Fleet.Ways.brokenWithMore(bugs));
    try (ChaosRun run = ChaosRun.start(name(kind, bugs), server(kind), setting)) {
      run.inject(FaultKind.STOP_BUCKET);
      // A forgotten lease expires in this run only if the nodes have enough running tasks.
      for (int i = 0; i < MOST_TRIES && (i == 0 || run.lapses() == 0); i++) {
        run.inject(FaultKind.SLOW_DATABASE);
      }
      Result result = run.finish(SETTLING);
      assertThat(result.verdict().count(Promise.LIMIT)).isPositive();
      assertThat(result.verdict().count(Promise.STOPPED)).isPositive();
      assertThat(result.verdict().count(Promise.ORDER)).isPositive();
      assertThat(result.lapsed()).as("leases that ran out").isPositive();
    }
  }

  private static boolean manyDoneAndOneEarly(ChaosRun run) throws Exception {
    // Most awaited tasks are too quick to show the bug.
    String early =
        "SELECT b.add_id FROM chaos_business b JOIN chaos_effect e ON e.add_id = b.add_id"
            + " JOIN chaos_effect w ON w.add_id = b.after_id WHERE e.at_millis < w.at_millis";
    return run.database().query("SELECT id FROM baton_kept").size() > 120
        && !run.database().query(early).isEmpty();
  }

  private static boolean manyLost(ChaosRun run) throws Exception {
    // Tasks of the other kinds may have more than one effect.
    String lapsed =
        "SELECT a.task_id FROM baton_attempt a JOIN baton_kept f ON f.id = a.task_id"
            + " WHERE a.outcome = 3 AND f.type IN ('EXACT', 'KEYED')";
    return run.database().query(lapsed).size() >= 6;
  }

  private interface Enough {
    boolean isEnough(ChaosRun run) throws Exception;
  }

  private static String name(ServerKind kind, String bugs) {
    return "canary-" + bugs + "-" + kind.name().toLowerCase(Locale.ROOT);
  }

  private static ServerKind.Server server(ServerKind kind) {
    return Objects.requireNonNull(SERVERS.get(kind));
  }

  private static Verdict run(ServerKind kind, String bugs, int workers, String what, Enough enough)
      throws Exception {
    ChaosRun.Setting setting = new ChaosRun.Setting(7, workers, 1, Fleet.Ways.broken(bugs));
    try (ChaosRun run = ChaosRun.start(name(kind, bugs), server(kind), setting)) {
      assertThat(Wait.until(PATIENCE, () -> enough.isEnough(run))).as("enough " + what).isTrue();
      return run.finish(SETTLING).verdict();
    }
  }
}
