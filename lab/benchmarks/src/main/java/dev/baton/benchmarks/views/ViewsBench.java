package dev.baton.benchmarks.views;

import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.spi.StatisticsStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures every operators' view on a PostgreSQL that is full of tasks. */
@Command(
    name = "bench --views",
    mixinStandardHelpOptions = true,
    description =
        "Fills a PostgreSQL with tasks and requests every view that operators have: how long it"
            + " takes, and how the database executes it. Needs 20 GB and half an hour.")
public final class ViewsBench implements Callable<Integer> {
  private static final int TIMES = 5;

  @Spec @Nullable CommandSpec spec;

  @Option(names = "--finished", description = "Finished tasks; ${DEFAULT-VALUE} by default.")
  long finished = 10_000_000;

  @Option(names = "--live", description = "Live tasks; ${DEFAULT-VALUE} by default.")
  long live = 1_000_000;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "Keeps the data there: the next run finds them, and continues a filling that was"
              + " interrupted. By default they are removed at the end.")
  @Nullable Path folder;

  @Option(names = "--fill-only", description = "Measures nothing.")
  boolean fillOnly;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      split = ",",
      description = "Views whose name contains this, or one of these.")
  List<String> only = List.of("");

  @Option(names = "--report", paramLabel = "FILE", description = "Writes the table there.")
  @Nullable Path report;

  public static void main(String[] args) {
    System.exit(new CommandLine(new ViewsBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Path kept = folder;
    Path data = kept == null ? Files.createTempDirectory("baton-views") : kept;
    try {
      run(data);
    } finally {
      LocalPostgres.stopAt(data);
      if (kept == null) {
        remove(data);
      }
    }
    return 0;
  }

  private void run(Path data) throws SQLException, IOException {
    set(LocalPostgres.at(data));
    // A restart applies the settings above and empties the buffers.
    LocalPostgres.stopAt(data);
    DatabaseAddress database = LocalPostgres.at(data).database("views");
    fill(database, finished, live, text -> say("bench: " + text));
    if (fillOnly) {
      return;
    }
    List<View> views;
    try (Connection connection = database.connect()) {
      views = Roster.of(Samples.from(connection));
    }
    LocalPostgres.stopAt(data);
    FileCache.forget(data);
    measure(LocalPostgres.at(data).database("views"), views);
  }

  private void measure(DatabaseAddress database, List<View> views)
      throws SQLException, IOException {
    StringBuilder table = new StringBuilder(Measurement.HEAD);
    say(Measurement.HEAD.strip());
    try (Watcher watcher = new Watcher(database)) {
      for (View view : views) {
        if (only.stream().anyMatch(view.name()::contains)) {
          String line = watcher.measure(view, TIMES).line();
          say(line);
          table.append(line).append('\n');
        }
      }
    }
    if (report != null) {
      Files.writeString(report, table);
    }
  }

  /** Fills Baton's tables with this number of tasks. */
  static void fill(
      DatabaseAddress database, long finished, long live, java.util.function.Consumer<String> say)
      throws SQLException {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setURL(database.url());
    dataSource.setUser(database.user());
    dataSource.setPassword(database.password());
    BatonSchema.apply(dataSource);
    try (Connection connection = database.connect()) {
      new Filling(connection, say).fill(finished, live);
      addUpHours(new JdbcStatisticsStore(Database.of(dataSource)));
      try (Statement statement = connection.createStatement()) {
        statement.execute("VACUUM (ANALYZE) baton_statistic_hour");
      }
    }
  }

  /** Sums up the statistics, like the node that prunes. */
  private static void addUpHours(StatisticsStore statistics) {
    boolean more = true;
    while (more) {
      more = statistics.addUpAnHour();
    }
  }

  /** Sets a small server's settings. All other settings are PostgreSQL's defaults. */
  private static void set(LocalPostgres server) throws SQLException {
    try (Connection connection = server.database("postgres").connect();
        Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> one :
          Map.of("shared_buffers", "1GB", "max_wal_size", "8GB").entrySet()) {
        statement.execute("ALTER SYSTEM SET " + one.getKey() + " = '" + one.getValue() + "'");
      }
    }
  }

  private void say(String text) {
    if (spec != null) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(text);
      out.flush();
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (UncheckedIOException broken) {
      throw broken.getCause();
    }
  }
}
