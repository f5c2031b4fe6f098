package dev.baton.cli;

import dev.baton.local.LocalDatabase;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Straight to a database server. */
@ParameterizedClass
@MethodSource("servers")
final class CommandsOnServerIT extends CommandsContract {
  @Parameter private LocalDatabase database;
  private static Place place;

  static Stream<LocalDatabase> servers() {
    return LocalDatabase.chosen().filter(database -> database != LocalDatabase.H2);
  }

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
