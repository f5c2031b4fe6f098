package dev.baton.testkit.simulation.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.simulation.SimulatedNode;
import dev.baton.testkit.simulation.Simulation;
import dev.baton.testkit.simulation.Trace;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Statements that wait for one another, as the servers let them. */
final class CircleTest {
  private static final String LOCK =
      "SELECT name FROM baton_sim_effect WHERE name IN (%s) ORDER BY name FOR UPDATE";

  @Test
  void aCircleThatClosesBetweenTwoThatWaitAlreadyIsFoundOnPostgresql() throws Exception {
    assertThat(ends(SqlKind.postgresql())).containsExactlyInAnyOrder("done", "done", "deadlock");
  }

  /**
   * The second waits for the first, and the third behind it. When the first commits, the second
   * goes on, and comes to wait for the third.
   */
  private static List<String> ends(SqlKind kind) throws Exception {
    List<String> ends = new ArrayList<>();
    Simulation.run(
        1,
        new Trace(0),
        simulation -> {
          SqlDatabase database = kind.open(simulation, UnaryOperator.identity());
          try {
            database.effectApart("a");
            database.effectApart("b");
            SimulatedNode node = new SimulatedNode(simulation, "n");
            database.watch(node);
            node.start("first", () -> ends.add(end(database, node, 0, "'a'", 900)));
            node.start("second", () -> ends.add(end(database, node, 300, "'a', 'b'", 0)));
            node.start("third", () -> ends.add(end(database, node, 0, "'b'", 600, "'a'")));
            simulation.pass(Duration.ofSeconds(5));
          } finally {
            kind.close(database);
          }
        });
    return ends;
  }

  /** Locks these rows after so many milliseconds, and others after so many more; then commits. */
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
