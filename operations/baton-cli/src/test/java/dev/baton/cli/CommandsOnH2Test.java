package dev.baton.cli;

import dev.baton.local.LocalH2;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract on a database in a file. */
final class CommandsOnH2Test extends CommandsContract {
  @TempDir private static Path folder;
  private static Place place;

  @BeforeAll
  static void open() {
    place = new Place(LocalH2.at(folder.resolve("tasks")));
  }

  @AfterAll
  static void close() {
    place.close();
  }

  @Override
  Place place() {
    return place;
  }

  @Override
  List<String> where() {
    return List.of("--jdbc", place.address().url(), "--user", "sa", "--as", "alice");
  }

  @Override
  String actor() {
    return "alice";
  }
}
