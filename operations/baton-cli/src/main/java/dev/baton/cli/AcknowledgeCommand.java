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

@Command(
    name = "acknowledge",
    description =
        "Acknowledges a problem of the overview, until it or the time ends. All operators see your"
            + " name.")
final class AcknowledgeCommand extends OperationsCommand {
  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "The problem, as `baton overview` names it, such as 'ERROR POST_LEDGER'.")
  private String name = "";

  @Option(names = "--note", paramLabel = "TEXT", description = "A note for the others.")
  private @Nullable String note;

  @Option(
      names = "--for",
      paramLabel = "LENGTH",
      converter = Times.Length.class,
      description = "For how long, such as 3h; 8h by default.")
  private @Nullable Duration length;

  @Option(names = "--withdraw", description = "Withdraws the acknowledgement.")
  private boolean withdraw;

  @Override
  int call(OperationsClient client, Output output) {
    ObjectNode body = Json.object();
    Json.put(body, "name", name);
    if (withdraw) {
      output.result(client.withdrawAcknowledgement(body), "Withdrawn");
      return 0;
    }
    Json.put(body, "reason", note);
    Json.put(body, "until", length == null ? null : Clock.systemUTC().instant().plus(length));
    output.result(client.acknowledge(body), "Acknowledged");
    return 0;
  }
}
