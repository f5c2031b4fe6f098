package dev.baton.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests that SQL files of a checkout with CRLF line ends mean the same. */
class LineEndsTest {
  @Test
  void namesAndStatementsHaveNoCarriageReturns() {
    String file = "-- name: one\n-- words\nSELECT 1\nFROM t\n\n-- name: two\nSELECT 2\n";
    assertThat(SqlFiles.statements(crlf(file), "tasks"))
        .isEqualTo(SqlFiles.statements(file, "tasks"))
        .containsEntry("one", "SELECT 1\nFROM t")
        .containsEntry("two", "SELECT 2");
  }

  @Test
  void migrationsHaveNoCarriageReturns() {
    String file = "-- words\nCREATE TABLE t (\n  id INT\n);\nCREATE INDEX i\n  ON t (id);\n";
    assertThat(SchemaMigrations.statements(crlf(file)))
        .isEqualTo(SchemaMigrations.statements(file))
        .containsExactly("CREATE TABLE t (\n  id INT\n)", "CREATE INDEX i\n  ON t (id)");
  }

  private static String crlf(String file) {
    return file.replace("\n", "\r\n");
  }
}
