package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Times;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Commands that show the other operators that a person has seen a problem. */
final class AcknowledgeCommands {
  private AcknowledgeCommands() {}

  @Command(
      name = "acknowledge",
      description = "Shows all operators that you have seen a trouble, until it or the time ends.")
  static final class Acknowledge extends OperationsCommand {
    @Parameters(
        index = "0",
        paramLabel = "NAME",
        description = "The trouble, as `baton overview` names it, such as 'ERROR POST_LEDGER'.")
    private String name = "";

    @Option(names = "--note", paramLabel = "TEXT", description = "A note for the others.")
    private @Nullable String note;

    @Option(
        names = "--for",
        paramLabel = "LENGTH",
        converter = Times.Length.class,
        description = "For how long, such as 3h; 8h by default.")
    private @Nullable Duration length;

    @Override
    int call(OperationsClient client, Output output) {
      ObjectNode body = Json.object();
      Json.put(body, "name", name);
      Json.put(body, "reason", note);
      Json.put(body, "until", length == null ? null : Clock.systemUTC().instant().plus(length));
      output.result(client.acknowledge(body), "The others see your name");
      return 0;
    }
  }

  @Command(name = "unacknowledge", description = "Withdraws the acknowledgement of a trouble.")
  static final class Unacknowledge extends OperationsCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The trouble.")
    private String name = "";

    @Override
    int call(OperationsClient client, Output output) {
      ObjectNode body = Json.object();
      Json.put(body, "name", name);
      output.result(client.unacknowledge(body), "Withdrawn");
      return 0;
    }
  }
}
