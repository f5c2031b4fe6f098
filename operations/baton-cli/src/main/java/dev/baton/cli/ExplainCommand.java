package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "explain", description = "Says why a task isn't running now, or that it is.")
final class ExplainCommand extends OperationsCommand {
  @Parameters(
      paramLabel = "ID",
      description = "The task, or as much of its id's beginning as is its own.")
  private TaskId id = new TaskId("");

  @Override
  int call(OperationsClient client, Output output) {
    ObjectNode explanation = client.explanation(id.whole(client));
    if (output.isJson()) {
      output.json(explanation);
    } else {
      output.say(Json.text(explanation, "text"));
    }
    return 0;
  }
}
