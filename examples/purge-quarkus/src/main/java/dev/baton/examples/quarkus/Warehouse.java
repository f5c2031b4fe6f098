package dev.baton.examples.quarkus;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The files of all tables. Each table has a folder with a manifest that lists its files. */
@ApplicationScoped
public class Warehouse {
  private static final String MANIFEST = "manifest.txt";

  private final Path folder;

  Warehouse(@ConfigProperty(name = "warehouse.folder") Path folder) {
    this.folder = folder;
  }

  /** Returns the names of a table's files. */
  public List<String> manifest(String location) throws IOException {
    return Files.readAllLines(folder.resolve(location).resolve(MANIFEST));
  }

  /** Deletes a file if it exists. */
  public void delete(String location, String name) throws IOException {
    Files.deleteIfExists(folder.resolve(location).resolve(name));
  }

  /** Deletes the manifest and the folder. */
  public void deleteManifest(String location) throws IOException {
    delete(location, MANIFEST);
    Files.deleteIfExists(folder.resolve(location));
  }
}
