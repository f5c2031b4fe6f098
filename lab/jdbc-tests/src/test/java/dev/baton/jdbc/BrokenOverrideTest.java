package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.operate.JdbcOverrideStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideValue;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that broken rows of overrides are left out, and that nodes use all others. */
class BrokenOverrideTest {
  private static final List<String> BROKEN =
      List.of(
          "-1, 'T', 'many'",
          "-2, 'T', '0'",
          "-4, 'backwards', '1 PT-1S 1'",
          "-4, 'endless', '1 PT8760H 1000000'",
          "-5, 'shrinks', 'PT1S 0.5 3 PT1S'",
          "-5, 'backwards', 'PT-1S 1.0 3 PT1S'",
          "-99, 'of a later version', '1'");

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void brokenOverrideIsLeftOutAlone(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    try (Connection connection = fixture.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (String row : BROKEN) {
        insert(statement, row);
      }
      insert(statement, "-3, 'bank', '7'");
    }
    assertThat(new JdbcClusterStore(Database.of(fixture.dataSource())).switches().overrides())
        .isEqualTo(new JdbcOverrideStore(Database.of(fixture.dataSource())).overrides())
        .extracting(ActiveOverride::value)
        .containsExactly(new OverrideValue.Slots(7));
  }

  private static void insert(Statement statement, String row) throws Exception {
    statement.execute(
        "INSERT INTO baton_override (kind, name, numbers, set_by, reason, set_at) VALUES ("
            + row
            + ", 'ann', '', CURRENT_TIMESTAMP)");
  }
}
