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

/** What the user asked for. */
@Command(
    name = "./demo",
    sortOptions = false,
    header = "Executes payouts from a CSV file with Baton, and proves that none was paid twice.",
    description = {
      "%nEach row of the file becomes a payout and a task in one transaction; the task calls a"
          + " simulated partner bank and writes the ledger. Kill it with kill -9 at any moment and"
          + " start it again with the same input: it goes on. The dashboard shows all of it, also"
          + " when all is done, until you press Ctrl-C.%n"
    },
    footer = {
      "%nThe file begins with the header id,partner,amount,currency,priority,due_in_seconds,bank;"
          + " bank says how the partner's bank answers: ok, slow:200 (after 200 ms), busy:3 (fails"
          + " three times), refuse (fails for good).",
      "%nExit codes: 0 all is well, 1 a payout was lost or paid twice or something broke,"
          + " 2 it can't be run like that."
    })
final class DemoOptions {
  private static final int MOST_NODES = 6;
  private static final int MOST_PORT = 65_535;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "The payouts; 10,000 that come with the demo unless given.")
  private @Nullable String input;

  @Option(
      names = "--database",
      paramLabel = "DATABASE",
      description =
          "postgres (embedded, the default), mariadb or cassandra (embedded), h2:FILE, or a JDBC"
              + " URL of PostgreSQL, MySQL, MariaDB or H2. The demo keeps its own tables there. A"
              + " URL with a password is better given as DEMO_DATABASE in the environment, where"
              + " others on this machine don't see it.",
      defaultValue = "${env:DEMO_DATABASE:-postgres}")
  private String database = "";

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also writes the summary to this file, as JSON, and then ends by itself.")
  private @Nullable String json;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "How many JVMs execute payouts on the one database; 1 unless given.")
  private int nodes = 1;

  @Option(names = "--kill", description = "Kills one of several nodes midway, with kill -9.")
  private boolean kill;

  @Option(
      names = "--exit",
      description = "Ends by itself when all is done, in place of serving the dashboard.")
  private boolean exit;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Where the dashboard is served, on this machine only; 8417 unless given.")
  private @Nullable Integer port;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this.")
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
      throw new CannotRun("--kill needs a node that survives: say --nodes 2 or more");
    }
    return nodes;
  }

  boolean kill() {
    return kill;
  }

  /** Whether it ends when all is done; if not, it serves the dashboard until it is stopped. */
  boolean endsByItself() {
    return exit || json != null;
  }

  /** Null for the usual one. */
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
