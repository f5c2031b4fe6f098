package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "export",
    description = {
      "Writes everything that is stored about a task as one JSON document, for a test.",
      "Without the right to see payloads, letters become a and digits become 1."
    })
final class ExportCommand extends OperationsCommand {
  @Parameters(
      paramLabel = "ID",
      description = "The task's id, or enough of its first characters to be unique.")
  private TaskId id = new TaskId("");

  @Override
  int call(OperationsClient client, Output output) {
    output.json(client.history(id.whole(client)));
    return 0;
  }
}
