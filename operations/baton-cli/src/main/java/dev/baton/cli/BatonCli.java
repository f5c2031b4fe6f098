package dev.baton.cli;

import static java.util.Locale.ROOT;

import dev.baton.cli.client.DatabaseAccess;
import dev.baton.cli.client.HttpTransport;
import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.client.SignIn;
import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Secrets;
import dev.baton.cli.text.Table;
import dev.baton.cli.text.Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The command {@code baton}. Defines the options that all its commands share. Used by one thread.
 */
@Command(
    name = "baton",
    versionProvider = JarVersion.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Shows and changes the tasks of a service.",
    description = {
      "%nChoose the connection: --url for a service that mounts Baton's management, or --jdbc for"
          + " the database itself.%n"
    },
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  done",
      "  1  refused, or not found",
      "  2  the command line has a mistake",
      "  3  unreachable; it is unknown whether a change was made",
      "",
      "Environment: BATON_URL, BATON_TOKEN, BATON_JDBC, BATON_USER, BATON_PASSWORD and BATON_AS"
          + " replace options; COLUMNS sets the width of tables."
    },
    subcommands = {
      ListCommand.class,
      ErrorsCommand.class,
      AcknowledgeCommand.class,
      MuteCommands.Mute.class,
      MuteCommands.Unmute.class,
      ShowCommand.class,
      ExplainCommand.class,
      ExportCommand.class,
      AddCommand.class,
      SignalCommand.class,
      TaskChanges.Retry.class,
      TaskChanges.Fail.class,
      TaskChanges.Reschedule.class,
      TaskChanges.Hold.class,
      TaskChanges.Release.class,
      TaskChanges.Cancel.class,
      TaskChanges.Prioritize.class,
      TaskChanges.RunAgain.class,
      EditPayloadCommand.class,
      BulkCommand.class,
      PauseCommands.Pauses.class,
      PauseCommands.PauseStarts.class,
      PauseCommands.Resume.class,
      ScheduleCommands.Schedules.class,
      ScheduleCommands.OneSchedule.class,
      OverviewCommands.Overview.class,
      OverviewCommands.Counts.class,
      OverviewCommands.Limits.class,
      OverviewCommands.Overrides.class,
      OverviewCommands.SetOverride.class,
      NodesCommand.class,
      NodesCommand.Database.class,
      AuditCommand.class,
      SchemaCommand.class,
      MoveCommand.class,
      CompletionCommand.class
    })
public final class BatonCli implements Runnable {
  private static final int LONGEST_SECRET_FILE = 10_000;

  @Option(
      names = "--url",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      description =
          "Address at which the service mounts Baton, such as https://payouts.example/baton.")
  private @Nullable String url;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      scope = ScopeType.INHERIT,
      description =
          "Sent as 'Authorization: Bearer TOKEN'. Other users can see it in the process list, so"
              + " prefer BATON_TOKEN.")
  private @Nullable String token;

  @Option(
      names = "--header",
      paramLabel = "'NAME: VALUE'",
      scope = ScopeType.INHERIT,
      description = "Sent with each request; may be repeated.")
  private List<String> headers = List.of();

  @Option(
      names = "--jdbc",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      description = "The database: jdbc:postgresql:..., jdbc:mariadb:... or jdbc:h2:...")
  private @Nullable String jdbc;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description = "The database user; with --url the user name for Basic authentication.")
  private @Nullable String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "File with the password of --user in its first line; or set BATON_PASSWORD.")
  private @Nullable String passwordFile;

  @Option(
      names = "--as",
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description =
          "Your name for the audit; by default the user of this machine. With --url the"
              + " service knows who you are.")
  private @Nullable String actor;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "Prints the response as JSON, for scripts.")
  private boolean json;

  @Option(
      names = "--width",
      paramLabel = "COLUMNS",
      scope = ScopeType.INHERIT,
      description = "Maximum width of tables; 0 for unlimited.")
  private @Nullable Integer width;

  @SuppressWarnings("UnusedVariable") // used by picocli
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Shows help for a command.")
  private boolean help;

  @SuppressWarnings("UnusedVariable") // used by picocli
  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Shows the version.")
  private boolean version;

  @SuppressWarnings("NullAway.Init") // set by picocli
  @Spec
  private CommandSpec spec;

  private final Map<String, String> environment;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Secrets secrets = new Secrets();

  BatonCli(Map<String, String> environment, PrintWriter out, PrintWriter err) {
    this.environment = environment;
    this.out = out;
    this.err = err;
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int exitCode = new BatonCli(System.getenv(), out, err).execute(arguments);
    out.flush();
    System.exit(exitCode);
  }

  /** Runs the command and returns its exit code. */
  int execute(String... arguments) {
    CommandLine commandLine =
        new CommandLine(this)
            .setOut(out)
            .setErr(err)
            // Turns colours off: this class can't know whether standard error is a terminal, and
            // NO_COLOR must be respected.
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .registerConverter(TaskId.class, new TaskId.Converter())
            .setParameterExceptionHandler((wrong, given) -> misused(wrong))
            .setExecutionExceptionHandler((failure, command, parsed) -> told(failure));
    secrets.add(environment.getOrDefault("BATON_PASSWORD", ""));
    secrets.add(environment.getOrDefault("BATON_TOKEN", ""));
    try {
      return commandLine.execute(arguments);
    } finally {
      out.flush();
      err.flush();
    }
  }

  /** Reports that no command was given. */
  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "Give a command: `baton --help` lists them");
  }

  /**
   * Escapes the message: it quotes what the user typed or pasted, which is as untrusted as stored
   * text.
   */
  private int misused(CommandLine.ParameterException wrong) {
    err.println(Text.harmless(secrets.hiddenIn(String.valueOf(wrong.getMessage()))));
    CommandLine command = wrong.getCommandLine();
    if (!CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err)) {
      command.usage(err);
    }
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private int told(Exception failure) {
    Problem problem = Problem.of(failure);
    err.println("baton: " + Text.harmless(secrets.hiddenIn(problem.words())));
    return problem.exitCode();
  }

  /** Returns a client for the connection that the options name. The caller closes it. */
  OperationsClient client() {
    if (url != null && jdbc != null) {
      throw Failure.usage("Use --url or --jdbc, not both");
    }
    String service = jdbc != null ? null : given(url, "BATON_URL");
    if (service != null) {
      return service(service);
    }
    if (given(jdbc, "BATON_JDBC") == null) {
      throw Failure.usage(
          "Give a connection: --url http://HOST/baton for a service, --jdbc URL for its database,"
              + " or set BATON_URL or BATON_JDBC");
    }
    return database().client(actor());
  }

  private OperationsClient service(String service) {
    if (actor != null) {
      throw Failure.usage(
          "--as works only with --jdbc: over REST the service knows who you are from --user,"
              + " --token or --header");
    }
    if (user != null && token != null) {
      throw Failure.usage("Use --user or --token, not both");
    }
    String bearer = user != null ? null : given(token, "BATON_TOKEN");
    boolean isSaid = headers.stream().anyMatch(one -> one.toLowerCase(ROOT).startsWith("authoriz"));
    String name = isSaid ? user : given(user, "BATON_USER");
    SignIn signIn = new SignIn(name, name == null ? null : password(), bearer, headers);
    secrets.addFrom(service);
    return new OperationsClient(HttpTransport.to(service, signIn.headers(secrets::add)));
  }

  /** Returns the database that the options name. */
  DatabaseAccess database() {
    String database = given(jdbc, "BATON_JDBC");
    if (database == null) {
      throw Failure.usage(
          "This command needs the database itself: use --jdbc URL, or set BATON_JDBC");
    }
    secrets.addFrom(database);
    return new DatabaseAccess(database, given(user, "BATON_USER"), password());
  }

  private @Nullable String password() {
    String password =
        passwordFile == null ? environment.get("BATON_PASSWORD") : secretIn(passwordFile);
    if (password != null) {
      secrets.add(password);
    }
    return password;
  }

  private String secretIn(String file) {
    try (BufferedReader reader = Files.newBufferedReader(Path.of(file))) {
      char[] text = new char[LONGEST_SECRET_FILE];
      int length = reader.read(text);
      return length < 0 ? "" : new String(text, 0, length).lines().findFirst().orElse("");
    } catch (IOException | InvalidPathException unreadable) {
      throw Failure.usage("Can't read the password from " + file + ": " + unreadable.getMessage());
    }
  }

  private String actor() {
    String named = given(actor, "BATON_AS");
    return named == null ? System.getProperty("user.name", "unknown") : named;
  }

  private @Nullable String given(@Nullable String option, String variable) {
    return option != null ? option : environment.get(variable);
  }

  /** Returns the destination of the command's output. */
  Output output() {
    return new Output(out, err, json, columns());
  }

  private int columns() {
    if (width != null) {
      return width <= 0 ? Table.UNLIMITED : width;
    }
    String columns = environment.getOrDefault("COLUMNS", "");
    return columns.matches("[1-9]\\d{0,5}") ? Integer.parseInt(columns) : Table.UNLIMITED;
  }
}
