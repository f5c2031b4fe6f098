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
        "Sends a task a signal by its name. One that the task doesn't await yet is kept for it.")
final class SignalCommand extends OperationsCommand {
  @Parameters(
      index = "0",
      paramLabel = "ID",
      description = "The task, or as much of its id's beginning as is its own.")
  private TaskId typed = new TaskId("");

  @Parameters(index = "1", paramLabel = "NAME", description = "The signal's name.")
  private String name = "";

  @Option(names = "--text", paramLabel = "TEXT", description = "Its value: JSON or any text.")
  private @Nullable String text;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit.")
  private @Nullable String reason;

  @Override
  int call(OperationsClient client, Output output) {
    UUID id = typed.whole(client);
    ObjectNode signal = Json.object();
    Json.put(signal, "name", name);
    Json.put(signal, "text", text);
    Json.put(signal, "reason", reason);
    ObjectNode answer = client.signal(id, signal);
    if (output.isJson()) {
      output.json(answer);
    } else {
      boolean awaited = Json.text(answer, "verdict").equals("AWAITED");
      output.say(id + (awaited ? " awaited it, and goes on" : " is given it when it awaits it"));
    }
    return 0;
  }
}
