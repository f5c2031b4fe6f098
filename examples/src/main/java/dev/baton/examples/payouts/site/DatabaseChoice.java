package dev.baton.examples.payouts.site;

import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The database that the user chose with {@code --database}. */
public sealed interface DatabaseChoice {
  /** Name of the demo's database on embedded servers. */
  String NAME = "payouts";

  /** PostgreSQL from a Maven artifact; its data is kept. */
  record EmbeddedPostgres() implements DatabaseChoice {}

  /** MariaDB from a Maven artifact; its data is kept. */
  record EmbeddedMariaDb() implements DatabaseChoice {}

  /** H2 inside this process; its data is in a file. */
  record H2File(Path file) implements DatabaseChoice {}

  /** Apache Cassandra from a Maven artifact; its data is kept. */
  record EmbeddedCassandra() implements DatabaseChoice {}

  /** An existing database. */
  record Given(String url) implements DatabaseChoice {}

  /** Parses {@code postgres}, {@code mariadb}, {@code cassandra}, {@code h2:FILE} or a JDBC URL. */
  static DatabaseChoice of(String text) throws CannotRun {
    if (text.equals("postgres") || text.equals("postgresql")) {
      return new EmbeddedPostgres();
    }
    if (text.equals("mariadb")) {
      return new EmbeddedMariaDb();
    }
    if (text.equals("cassandra")) {
      return new EmbeddedCassandra();
    }
    if (text.startsWith("h2:")) {
      return new H2File(h2File(text.substring("h2:".length())));
    }
    if (text.startsWith("jdbc:")) {
      return new Given(text);
    }
    throw new CannotRun(
        "The database '" + text + "' isn't postgres, mariadb, cassandra, h2:FILE or a JDBC URL");
  }

  private static Path h2File(String file) throws CannotRun {
    if (file.isBlank() || file.indexOf(';') >= 0 || file.indexOf('\0') >= 0) {
      throw new CannotRun("h2: needs the name of a file, without a semicolon: h2:/tmp/payouts");
    }
    return Path.of(file).toAbsolutePath().normalize();
  }

  /** Returns whether several processes can use the database at once. */
  default boolean isShareable() {
    if (this instanceof H2File) {
      return false;
    }
    if (this instanceof Given given) {
      String url = given.url().toLowerCase(Locale.ROOT);
      boolean inProcess = url.startsWith("jdbc:h2:") && !url.matches("jdbc:h2:(tcp|ssl):.*");
      return !inProcess || url.contains("auto_server=true");
    }
    return true;
  }

  /**
   * Starts the database, or connects to the running one, for this number of nodes. The cleanup
   * closes what this opens.
   */
  default Site site(Path folder, int nodes, Cleanup cleanup)
      throws CannotRun, InterruptedException {
    return this instanceof EmbeddedCassandra
        ? CassandraSite.open(folder.resolve("cassandra"), cleanup)
        : SqlSite.open(this, folder, nodes, cleanup);
  }

  /** Starts an SQL database, or connects to the running one, and checks that it responds. */
  default Database open(Path folder) throws CannotRun {
    Database database = start(folder);
    try {
      database.check();
      return database;
    } catch (CannotRun unusable) {
      database.stop();
      throw unusable;
    }
  }

  /**
   * Changes two settings of H2. H2 writes errors to a trace file, or to the screen if it can't: the
   * demo reports them itself. And H2 closes itself as soon as the JVM starts to shut down, while
   * the demo's tasks still need it.
   */
  private static String tamed(String url) {
    boolean inProcess = url.startsWith("jdbc:h2:") && !url.matches("jdbc:h2:(tcp|ssl):.*");
    String upper = url.toUpperCase(Locale.ROOT);
    String tamed = url;
    for (String setting : List.of("TRACE_LEVEL_FILE=0", "DB_CLOSE_ON_EXIT=FALSE")) {
      boolean given = upper.contains(setting.substring(0, setting.indexOf('=')));
      tamed = inProcess && !given ? tamed + ";" + setting : tamed;
    }
    return tamed;
  }

  private Database start(Path folder) throws CannotRun {
    if (this instanceof H2File h2) {
      DatabaseAddress address = LocalH2.at(h2.file());
      return new Database(
          "H2 in " + h2.file(),
          new DatabaseAddress(tamed(address.url()), address.user(), address.password()),
          () -> {});
    }
    if (this instanceof Given given) {
      String url = given.url().replaceFirst("^jdbc:mysql:", "jdbc:mariadb:");
      String shown = url.replaceFirst("[?;].*", "").replaceFirst("//[^/@]*@", "//");
      return new Database(shown, new DatabaseAddress(tamed(url), "", ""), () -> {});
    }
    try {
      if (this instanceof EmbeddedMariaDb) {
        LocalMariaDb server = LocalMariaDb.at(folder.resolve("mariadb"));
        return new Database("embedded MariaDB", server.database(NAME), server::stop);
      }
      LocalPostgres server = LocalPostgres.at(folder.resolve("postgres"));
      return new Database("embedded PostgreSQL", server.database(NAME), server::stop);
    } catch (RuntimeException broken) {
      throw new CannotRun("The embedded database can't be started: " + broken.getMessage());
    }
  }
}
