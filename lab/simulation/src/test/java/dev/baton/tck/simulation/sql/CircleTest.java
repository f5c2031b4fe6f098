package dev.baton.tck.simulation.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.tck.simulation.SimulatedNode;
import dev.baton.tck.simulation.Simulation;
import dev.baton.tck.simulation.Trace;
import dev.baton.tck.simulation.Verb;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests statements that wait for one another, with the waits of real servers. */
@Tag("deep")
final class CircleTest {
  private static final String LOCK =
      "SELECT name FROM baton_sim_effect WHERE name IN (%s) ORDER BY name FOR UPDATE";

  private static final String CHANGE =
      "WITH locked AS (%s) INSERT INTO baton_sim_log (session, kind, name)"
          + " SELECT pg_backend_pid(), 't', '00000000-0000-0000-0000-00000000000%d'"
          + " FROM (SELECT count(*) FROM locked) c";

  @Test
  void deadlockOfTwoWaitingStatementsIsFoundOnPostgresql() throws Exception {
    assertThat(ends(SqlKind.postgresql())).containsExactlyInAnyOrder("done", "done", "deadlock");
  }

  /**
   * Callers lock rows in any order, so a deadlock counts as Baton's own only if all waiting calls
   * are store calls.
   */
  @Test
  void onlyDeadlocksOfStoreCallsAreBatonsOwnOnPostgresql() throws Exception {
    assertThat(ownCircles(null)).isEmpty();
    assertThat(ownCircles(Verb.APPLY))
        .singleElement()
        .satisfies(circle -> assertThat(circle).contains("APPLY of n", "baton_sim_effect"));
  }

  private static List<String> ownCircles(@Nullable Verb verb) throws Exception {
    List<String> own = new ArrayList<>();
    during(
        SqlKind.postgresql(),
        new Trace(0),
        (database, node) -> {
          for (List<String> rows : List.of(List.of("'a'", "'b'"), List.of("'b'", "'a'"))) {
            node.start(
                "locks " + rows.get(0),
                () -> {
                  database.doing(verb);
                  end(database, node, rows.get(0), 300, rows.get(1));
                });
          }
          node.simulation().pass(Duration.ofSeconds(3));
          own.addAll(database.ownCircles());
        });
    return own;
  }

  /**
   * Runs three transactions. The second and the third wait for the first. When the first commits,
   * the second continues, and then waits for the third.
   */
  private static List<String> ends(SqlKind kind) throws Exception {
    List<String> ends = new ArrayList<>();
    during(
        kind,
        new Trace(0),
        (database, node) -> {
          node.start("first", () -> ends.add(end(database, node, 0, "'a'", 900)));
          node.start("second", () -> ends.add(end(database, node, 300, "'a', 'b'", 0)));
          node.start("third", () -> ends.add(end(database, node, 0, "'b'", 600, "'a'")));
        });
    return ends;
  }

  /** Starts threads on a node of a database with three rows, and gives them five seconds. */
  private static void during(
      SqlKind kind, Trace trace, BiConsumer<SqlDatabase, SimulatedNode> start) throws Exception {
    Simulation.run(
        1,
        trace,
        simulation -> {
          SqlDatabase database = kind.open(simulation, UnaryOperator.identity());
          try {
            List.of("a", "b", "c").forEach(database::effectApart);
            SimulatedNode node = new SimulatedNode(simulation, "n");
            database.watch(node);
            start.accept(database, node);
            simulation.pass(Duration.ofSeconds(5));
          } finally {
            kind.close(database);
          }
        });
  }

  /**
   * The second and the third wait for the first. When it commits, the second continues and waits
   * for the third, which has already locked a row.
   */
  @Test
  void commitsAreSeenInTheirOrderOnPostgresql() throws Exception {
    Trace trace = new Trace(100);
    during(
        SqlKind.postgresql(),
        trace,
        (database, node) -> {
          node.start("first", () -> changeLater(database, node, 0, 1, "'a', 'c'", 900));
          node.start("second", () -> changeLater(database, node, 300, 2, "'a', 'b'", 0));
          node.start("third", () -> changeLater(database, node, 600, 3, "'b', 'c'", 0));
        });
    assertThat(trace.lines())
        .filteredOn(line -> line.contains("changes"))
        .extracting(line -> line.substring(line.length() - 2))
        .containsExactly("1]", "3]", "2]");
  }

  /**
   * Locks the rows in their order and records a change, in one statement. Commits after {@code
   * open} milliseconds.
   */
  private static void changeLater(
      SqlDatabase database, SimulatedNode node, int after, int task, String rows, int open) {
    node.simulation().pass(Duration.ofMillis(after));
    try (Connection connection = database.dataSource(node).getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(open == 0);
      statement.execute(String.format(CHANGE, String.format(LOCK, rows), task));
      if (open > 0) {
        node.simulation().pass(Duration.ofMillis(open));
        connection.commit();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Locks rows and waits as the plan says: a number is milliseconds to wait, a text names rows to
   * lock. Then commits.
   */
  private static String end(SqlDatabase database, SimulatedNode node, Object... plan) {
    try (Connection connection = database.dataSource(node).getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (Object next : plan) {
        if (next instanceof Integer millis) {
          node.simulation().pass(Duration.ofMillis(millis));
        } else {
          statement.executeQuery(String.format(LOCK, next)).close();
        }
      }
      connection.commit();
      return "done";
    } catch (SQLException e) {
      return e.getSQLState().equals(database.server().deadlock().getSQLState())
          ? "deadlock"
          : e.toString();
    }
  }
}
