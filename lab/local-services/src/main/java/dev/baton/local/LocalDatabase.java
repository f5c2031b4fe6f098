package dev.baton.local;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * The databases that Baton's tests run on. A test class for several databases is a
 * {@code @ParameterizedClass} with a {@code @MethodSource} of {@link #CHOSEN}.
 */
@SuppressWarnings("ImmutableEnumChecker") // a supplier of new databases has no state
public enum LocalDatabase {
  POSTGRES(() -> LocalPostgres.temporary().newDatabase()),
  MARIADB(() -> LocalMariaDb.temporary().newDatabase()),
  H2(LocalH2::newDatabase),
  /** MySQL 8.0. Its tests are skipped on machines where no such server can run. */
  MYSQL(() -> LocalMySql.temporary().newDatabase());

  /** Name of the method source {@link #chosen()}. */
  public static final String CHOSEN = "dev.baton.local.LocalDatabase#chosen";

  /** Name of the method source {@link #chosenServers()}. */
  public static final String SERVERS = "dev.baton.local.LocalDatabase#chosenServers";

  private final Supplier<DatabaseAddress> newDatabase;

  LocalDatabase(Supplier<DatabaseAddress> newDatabase) {
    this.newDatabase = newDatabase;
  }

  /** Creates a new, empty database. */
  public DatabaseAddress newDatabase() {
    return newDatabase.get();
  }

  /** Returns whether the database uses the SQL of MySQL: MariaDB and MySQL do. */
  public boolean isMySql() {
    return this == MARIADB || this == MYSQL;
  }

  /**
   * Returns the databases that the system property {@code baton.databases} names, such as {@code
   * H2,POSTGRES}. Without the property it returns all but {@link #MYSQL}, to keep the usual run
   * short.
   */
  public static Stream<LocalDatabase> chosen() {
    String names = System.getProperty("baton.databases", "");
    return names.isEmpty()
        ? Stream.of(POSTGRES, MARIADB, H2)
        : Stream.of(names.split(",")).map(LocalDatabase::valueOf);
  }

  /** Returns the chosen databases except {@link #H2}, which runs in this JVM. */
  public static Stream<LocalDatabase> chosenServers() {
    List<LocalDatabase> servers = chosen().filter(database -> database != H2).toList();
    if (servers.isEmpty()) {
      throw new TestAbortedException("The property baton.databases names no server");
    }
    return servers.stream();
  }
}
