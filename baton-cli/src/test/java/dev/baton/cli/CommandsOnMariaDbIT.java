package dev.baton.cli;

import dev.baton.local.LocalMariaDb;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Straight to a server of the other kind. */
final class CommandsOnMariaDbIT extends CommandsContract {
  private static Place place;

  @BeforeAll
  static void open() {
    place = new Place(LocalMariaDb.temporary().newDatabase());
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
    return place.straight();
  }

  @Override
  String actor() {
    return System.getProperty("user.name");
  }
}
