package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "explain", description = "Explains why a task isn't running now.")
final class ExplainCommand extends OperationsCommand {
  @Parameters(
      paramLabel = "ID",
      description = "The task's id, or enough of its first characters to be unique.")
  private TaskId id = new TaskId("");

  @Override
  int call(OperationsClient client, Output output) {
    ObjectNode explanation = client.explanation(id.whole(client));
    output.result(explanation, Json.text(explanation, "text"));
    return 0;
  }
}
