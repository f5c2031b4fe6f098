package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "signal",
    description =
        "Sends a signal to a task. If the task doesn't await it yet, the signal is kept for it.")
final class SignalCommand extends OperationsCommand {
  @Parameters(
      index = "0",
      paramLabel = "ID",
      description = "The task's id, or enough of its first characters to be unique.")
  private TaskId typed = new TaskId("");

  @Parameters(index = "1", paramLabel = "NAME", description = "The signal's name.")
  private String name = "";

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "The signal's value: JSON or any text.")
  private @Nullable String text;

  @Option(names = "--reason", paramLabel = "TEXT", description = "The reason, for the audit.")
  private @Nullable String reason;

  @Override
  int call(OperationsClient client, Output output) {
    UUID id = typed.whole(client);
    ObjectNode signal = Json.object();
    Json.put(signal, "name", name);
    Json.put(signal, "text", text);
    Json.put(signal, "reason", reason);
    ObjectNode answer = client.signal(id, signal);
    boolean awaited = Json.text(answer, "verdict").equals("AWAITED");
    output.result(
        answer,
        id
            + (awaited
                ? " awaited the signal and continues"
                : " gets the signal when it awaits it"));
    return 0;
  }
}
