package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.operate.JdbcIncidentStore;
import dev.baton.jdbc.sql.Database;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Tests that broken rows of nodes and incidents are left out of their lists. */
class BrokenListRowsTest {
  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void aBrokenNodeOrIncidentIsLeftOutAndLoggedOnce(TestDatabase database) throws Exception {
    DataSource tables = new JdbcFixture(database).dataSource();
    node(database, tables, 1, "one", "");
    node(database, tables, 2, "two", "%zz");
    incident(database, tables, 1, 0, "GOOD");
    incident(database, tables, 2, 99, "BAD");
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger baton = (Logger) LoggerFactory.getLogger("dev.baton.jdbc");
    baton.addAppender(log);
    try {
      JdbcClusterStore cluster = new JdbcClusterStore(Database.of(tables));
      JdbcIncidentStore incidents = new JdbcIncidentStore(Database.of(tables));
      for (int i = 0; i < 3; i++) {
        assertThat(cluster.nodes(Duration.ofDays(1)))
            .extracting(node -> node.card().name())
            .containsExactly("one");
        assertThat(incidents.incidents())
            .extracting(one -> one.topic().name())
            .containsExactly("GOOD");
      }
    } finally {
      baton.detachAppender(log);
    }
    for (String table : List.of("baton_node", "baton_incident")) {
      assertThat(log.list)
          .filteredOn(line -> line.getFormattedMessage().contains(table))
          .as(table)
          .hasSize(1);
    }
  }

  private static void node(
      TestDatabase database, DataSource tables, int id, String name, String types)
      throws Exception {
    TestDatabase.execute(
        tables,
        "INSERT INTO baton_node (id, started_at, heard_at, role, lease_micros, name, version,"
            + " types, buckets) VALUES (%s, %s, %s, 0, 1, '%s', '', '%s', '')"
                .formatted(id(database, id), now(database), now(database), name, types));
  }

  private static void incident(
      TestDatabase database, DataSource tables, int id, int kind, String type) throws Exception {
    TestDatabase.execute(
        tables,
        "INSERT INTO baton_incident (id, version, tasks, opened_at, noticed_at, notice, returns,"
            + " kind, reason, name) VALUES (%s, 1, 1, %s, %s, 1, 0, %d, 0, '%s')"
                .formatted(id(database, id), now(database), now(database), kind, type));
  }

  private static String id(TestDatabase database, int id) {
    return database.isMySql()
        ? "UNHEX('%032x')".formatted(id)
        : "CAST('00000000-0000-0000-0000-%012x' AS UUID)".formatted(id);
  }

  private static String now(TestDatabase database) {
    return database.isMySql() ? "UTC_TIMESTAMP(6)" : "CURRENT_TIMESTAMP";
  }
}
