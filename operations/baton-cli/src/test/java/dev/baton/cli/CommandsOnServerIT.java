package dev.baton.cli;

import dev.baton.local.LocalDatabase;
import java.util.List;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the contract on a database server. */
@ParameterizedClass
@MethodSource(LocalDatabase.SERVERS)
final class CommandsOnServerIT extends CommandsContract {
  @Parameter private LocalDatabase database;
  private static Place place;

  @BeforeParameterizedClassInvocation
  static void open(LocalDatabase database) {
    place = new Place(database.newDatabase());
  }

  @AfterParameterizedClassInvocation
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
