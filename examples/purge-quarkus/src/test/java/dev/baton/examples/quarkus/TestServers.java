package dev.baton.examples.quarkus;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;

/** Starts PostgreSQL and makes a folder for the files. */
public class TestServers implements QuarkusTestResourceLifecycleManager {
  @Override
  public Map<String, String> start() {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    try {
      return Map.of(
          "quarkus.http.test-port", "0",
          "quarkus.datasource.jdbc.url", address.url(),
          "quarkus.datasource.username", address.user(),
          "quarkus.datasource.password", address.password(),
          "warehouse.folder", Files.createTempDirectory("warehouse").toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void stop() {}
}
