package dev.baton.cli;

import dev.baton.local.LocalPostgres;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Straight to a server. */
final class CommandsOnPostgresIT extends CommandsContract {
  private static Place place;

  @BeforeAll
  static void open() {
    place = new Place(LocalPostgres.temporary().newDatabase());
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
