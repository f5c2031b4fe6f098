package dev.baton.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The folders that Flyway is given. */
class MigrationFoldersTest {

  /** Flyway reports every other file at each start. */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "mysql", "postgresql"})
  void aFolderHoldsMigrationsAndNothingElse(String database) throws Exception {
    URI main = SchemaMigrations.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    File folder = Path.of(main).resolve("db/baton/" + database).toFile();
    assertThat(folder.list()).containsExactlyInAnyOrderElementsOf(SchemaMigrations.FILES);
  }
}
