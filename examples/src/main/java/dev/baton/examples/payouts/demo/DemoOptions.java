package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.examples.payouts.input.PayoutInput;
import dev.baton.examples.payouts.site.DatabaseChoice;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of the {@code ./demo} command. */
@Command(
    name = "./demo",
    sortOptions = false,
    header = "Makes payouts from a CSV file with Baton and checks that none was made twice.",
    description = {
      "%nEach row of the file becomes a payout and a task, in one transaction. The task calls a"
          + " simulated bank and writes a ledger row. You can kill the demo with kill -9 at any"
          + " moment; start it again with the same input, and it continues. The dashboard shows"
          + " every task and stays up until you press Ctrl-C.%n"
    },
    footer = {
      "%nThe file begins with the header id,partner,amount,currency,priority,due_in_seconds,bank."
          + " The column bank is what the simulated bank does: ok (pays), slow:200 (pays after"
          + " 200 ms), busy:3 (is busy three times, then pays) or refuse (never pays).",
      "%nExit codes: 0 each payout was made once; 1 a payout was lost or made twice, or the demo"
          + " failed; 2 the options or the database can't be used."
    })
final class DemoOptions {
  private static final int MOST_NODES = 6;
  private static final int MOST_PORT = 65_535;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "A CSV file of payouts. Default: 10,000 payouts that come with the demo.")
  private @Nullable String input;

  @Option(
      names = "--database",
      paramLabel = "DATABASE",
      description =
          "postgres (the default), mariadb or cassandra: a server that the demo starts; h2:FILE; or"
              + " the JDBC URL of a PostgreSQL, MySQL, MariaDB or H2 database, in which the demo"
              + " makes its own tables. Put a URL with a password into the environment variable"
              + " DEMO_DATABASE instead, so that other users of this machine don't see it.",
      defaultValue = "${env:DEMO_DATABASE:-postgres}")
  private String database = "";

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes the summary to this file as JSON and exits when all payouts are done.")
  private @Nullable String json;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Number of processes that share the work. Default: 1.")
  private int nodes = 1;

  @Option(
      names = "--kill",
      description = "Kills one of several nodes with kill -9 when 40 percent is done.")
  private boolean kill;

  @Option(names = "--exit", description = "Exits when all payouts are done.")
  private boolean exit;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port of the dashboard, on localhost only. Default: 8417.")
  private @Nullable Integer port;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  private boolean help;

  boolean wantsHelp() {
    return help;
  }

  PayoutInput input() throws CannotRun {
    return input == null ? PayoutInput.shipped() : PayoutInput.of(path("input", input));
  }

  DatabaseChoice database() throws CannotRun {
    DatabaseChoice choice = DatabaseChoice.of(database);
    if (nodes > 1 && !choice.isShareable()) {
      throw new CannotRun(
          "H2 runs inside one process: "
              + nodes
              + " nodes need another database, for example --database postgres");
    }
    return choice;
  }

  Optional<JsonFile> json() throws CannotRun {
    return json == null ? Optional.empty() : Optional.of(JsonFile.at(path("json", json)));
  }

  int nodes() throws CannotRun {
    if (nodes < 1 || nodes > MOST_NODES) {
      throw new CannotRun("--nodes takes 1 to " + MOST_NODES + ", not " + nodes);
    }
    if (kill && nodes == 1) {
      throw new CannotRun("--kill needs --nodes 2 or more, so that a node survives");
    }
    return nodes;
  }

  boolean kill() {
    return kill;
  }

  /** Returns whether the demo exits when all payouts are done, instead of serving the dashboard. */
  boolean endsByItself() {
    return exit || json != null;
  }

  /** Returns the port of the dashboard; null for the default port. */
  @Nullable Integer port() throws CannotRun {
    if (port != null && (port < 1 || port > MOST_PORT)) {
      throw new CannotRun("--port takes 1 to " + MOST_PORT + ", not " + port);
    }
    return port;
  }

  private static Path path(String option, String text) throws CannotRun {
    try {
      if (text.isEmpty()) {
        throw new CannotRun("--" + option + " needs the name of a file");
      }
      return Path.of(text);
    } catch (InvalidPathException impossible) {
      throw new CannotRun("--" + option + " names no file: " + impossible.getMessage());
    }
  }
}
