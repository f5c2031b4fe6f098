package dev.baton.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the folders that Flyway gets. */
class MigrationFoldersTest {

  /** Flyway reports every other file at each start. */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "mysql", "postgresql"})
  void aFolderHoldsMigrationsAndNothingElse(String database) {
    File folder = new File("../../core/baton-jdbc/src/main/resources/db/baton/" + database);
    assertThat(folder.list()).containsExactlyInAnyOrderElementsOf(SchemaMigrations.FILES);
  }
}
