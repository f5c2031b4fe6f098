package dev.baton.benchmarks;

import dev.baton.benchmarks.micro.MicroBenchmarks;
import dev.baton.benchmarks.report.Charts;
import dev.baton.benchmarks.report.Results;
import dev.baton.benchmarks.report.ResultsFile;
import dev.baton.benchmarks.report.Table;
import dev.baton.benchmarks.report.Targets;
import dev.baton.benchmarks.trial.ChildJvm;
import dev.baton.benchmarks.trial.DistantServer;
import dev.baton.benchmarks.trial.Entrant;
import dev.baton.benchmarks.trial.MariaDbServer;
import dev.baton.benchmarks.trial.PostgresServer;
import dev.baton.benchmarks.trial.Scale;
import dev.baton.benchmarks.trial.Server;
import dev.baton.benchmarks.trial.WarmNodes;
import dev.baton.benchmarks.work.Work;
import dev.baton.benchmarks.work.Works;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures Baton next to plain JDBC and other libraries, on a database server that it starts
 * itself.
 */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description =
        "Measures Baton next to plain JDBC and other libraries, on a real database with durable"
            + " commits that it starts itself.")
public final class Bench implements Callable<Integer> {
  private enum Kind {
    postgresql,
    mariadb
  }

  private static final int MAX_DELAY_MILLIS = 1_000;

  @Spec @Nullable CommandSpec spec;

  @Option(names = "--quick", description = "Short rounds; with --only, minutes.")
  boolean quick;

  @Option(names = "--tiny", hidden = true, description = "Checks only that it works.")
  boolean tiny;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "WORK",
      description = "Only these works, such as B1,B3.")
  List<String> only = new ArrayList<>();

  @Option(
      names = "--contenders",
      split = ",",
      paramLabel = "NAME",
      description = "Only these contenders, such as baton,limit.")
  List<String> contenders = new ArrayList<>();

  @Option(
      names = "--beside",
      paramLabel = "NAME=CLASSES",
      description =
          "Measures Baton alternately with a variant that has these classes, as baton-NAME.")
  Map<String, String> beside = new LinkedHashMap<>();

  @Option(names = "--database", description = "One of ${COMPLETION-CANDIDATES}.")
  Kind database = Kind.postgresql;

  @Option(
      names = "--delay",
      paramLabel = "MILLIS",
      description = "Simulates a network: each call takes this much longer, up to 1000.")
  double delayMillis;

  @Option(
      names = "--rounds",
      description = "Rounds of each work, three times as many for B9; at least 1.")
  @Nullable Integer rounds;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the results there.")
  @Nullable Path json;

  @Option(names = "--charts", paramLabel = "DIR", description = "Draws SVG charts there.")
  @Nullable Path charts;

  @Option(
      names = "--profile",
      paramLabel = "DIR",
      description = "Writes a flight recording of each contender's JVM there; slows down.")
  @Nullable Path recordings;

  @Option(names = "--micro", description = "Runs the micro-benchmarks instead, with JMH.")
  boolean micro;

  @Override
  public Integer call() throws Exception {
    if (micro) {
      MicroBenchmarks.run(quick);
      return 0;
    }
    List<Work> works = chosenWorks();
    List<Entrant> entrants = chosenEntrants();
    if (rounds != null && rounds < 1) {
      throw refused("--rounds takes 1 or more, not " + rounds);
    }
    if (!(delayMillis >= 0 && delayMillis <= MAX_DELAY_MILLIS)) {
      throw refused("--delay takes 0 to " + MAX_DELAY_MILLIS + " ms, not " + delayMillis);
    }
    if (recordings != null) {
      System.setProperty(ChildJvm.RECORDINGS, Files.createDirectories(recordings).toString());
    }
    Scale scale = tiny ? Scale.TINY : quick ? Scale.QUICK : Scale.FULL;
    PrintWriter out = command().getOut();
    try (Server server = server();
        WarmNodes processes = new WarmNodes()) {
      say(out, server.description());
      say(out, "each process: java " + String.join(" ", ChildJvm.OPTIONS));
      say(out, "contenders that can delete finished tasks do so, unless a metric says otherwise");
      entrants.forEach(entrant -> say(out, entrant.name() + ": " + entrant.about()));
      Run run =
          new Run(server, processes, scale, rounds == null ? 0 : rounds, line -> say(out, line));
      Results results = run.measure(works, entrants);
      report(out, results);
      run.troubles().forEach(trouble -> say(out, "FAILED  " + trouble));
      return run.troubles().isEmpty() ? 0 : 1;
    }
  }

  private Server server() throws SQLException {
    Server near = database == Kind.mariadb ? new MariaDbServer() : new PostgresServer();
    Duration delay = Duration.ofNanos(Math.round(delayMillis * 1e6));
    return delay.isZero() ? near : new DistantServer(near, delay);
  }

  private void report(PrintWriter out, Results results) throws Exception {
    say(out, "");
    new Table(results).lines().forEach(line -> say(out, line));
    say(out, "");
    Targets.lines(results, database == Kind.mariadb).forEach(line -> say(out, line));
    if (charts != null) {
      say(out, "charts: " + Charts.write(results, charts));
    }
    if (json != null) {
      new ResultsFile(results.rows()).write(json);
    }
  }

  private List<Work> chosenWorks() {
    for (String name : only) {
      if (!Works.names().contains(name)) {
        throw refused(
            "There is no work " + name + "; there are " + String.join(", ", Works.names()));
      }
    }
    return Works.all().stream()
        .filter(work -> only.isEmpty() || only.contains(work.name()) || isPartOfCosts(work))
        .toList();
  }

  /** B5 reports the costs of B1 and B2, so it needs both. */
  private boolean isPartOfCosts(Work work) {
    return only.contains("B5") && Set.of("B1", "B2").contains(work.name());
  }

  private List<Entrant> chosenEntrants() {
    for (String name : contenders) {
      if (Roster.named(name).isEmpty()) {
        throw refused(
            "There is no contender " + name + "; there are " + String.join(", ", Roster.names()));
      }
    }
    List<Entrant> chosen =
        new ArrayList<>(contenders.isEmpty() ? Roster.all() : Roster.named(contenders));
    Entrant own = Roster.named("baton").orElseThrow();
    beside.forEach((name, classes) -> chosen.add(own.beside(name, classes)));
    return chosen;
  }

  private CommandLine command() {
    if (spec == null) {
      throw new IllegalStateException("Not run by picocli");
    }
    return spec.commandLine();
  }

  private ParameterException refused(String why) {
    return new ParameterException(command(), why);
  }

  private static void say(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }

  /** Returns the configured command. */
  static CommandLine commandLine() {
    return new CommandLine(new Bench()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }
}
