package dev.baton.local;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The databases that Baton's tests run on. A test class that runs on each of them is a
 * {@code @ParameterizedClass} with a {@code @MethodSource} of {@link #CHOSEN}.
 */
@SuppressWarnings("ImmutableEnumChecker") // a supplier of new databases holds no state
public enum LocalDatabase {
  POSTGRES(() -> LocalPostgres.temporary().newDatabase()),
  MARIADB(() -> LocalMariaDb.temporary().newDatabase()),
  H2(LocalH2::newDatabase);

  /** The method source {@link #chosen()}. */
  public static final String CHOSEN = "dev.baton.local.LocalDatabase#chosen";

  private final Supplier<DatabaseAddress> newDatabase;

  LocalDatabase(Supplier<DatabaseAddress> newDatabase) {
    this.newDatabase = newDatabase;
  }

  /** A new, empty database. */
  public DatabaseAddress newDatabase() {
    return newDatabase.get();
  }

  /** All, or those that the system property {@code baton.databases} names: {@code H2,POSTGRES}. */
  public static Stream<LocalDatabase> chosen() {
    String names = System.getProperty("baton.databases", "");
    return names.isEmpty()
        ? Stream.of(values())
        : List.of(names.split(",")).stream().map(LocalDatabase::valueOf);
  }
}
