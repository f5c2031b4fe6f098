package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "add",
    description = "Adds a task, unless one has its id or unique key: then that one is named.")
final class AddCommand extends OperationsCommand {
  @Parameters(paramLabel = "TYPE", description = "Its type.")
  private String type = "";

  @Option(names = "--text", paramLabel = "TEXT", description = "Its payload: JSON or any text.")
  private @Nullable String text;

  @Option(
      names = "--bucket",
      paramLabel = "BUCKET",
      description = "Its bucket; needed where the node that is asked doesn't know the type.")
  private @Nullable String bucket;

  @Option(names = "--key", paramLabel = "KEY", description = "Its flow key.")
  private @Nullable String key;

  @Option(names = "--sub-type", paramLabel = "WORD", description = "Its sub-type.")
  private @Nullable String subType;

  @Option(names = "--priority", paramLabel = "0-9", description = "0 is the most urgent.")
  private @Nullable Integer priority;

  @Option(
      names = "--delay",
      paramLabel = "LENGTH",
      converter = Times.Length.class,
      description = "Runs so much later.")
  private @Nullable Duration delay;

  @Option(
      names = "--run-at",
      paramLabel = "TIME",
      converter = Times.Moment.class,
      description = "When it runs.")
  private @Nullable Instant runAt;

  @Option(names = "--id", paramLabel = "ID", description = "An id of your own.")
  private @Nullable UUID id;

  @Option(
      names = "--unique-key",
      paramLabel = "TEXT",
      description = "A text that one live task of its type may have.")
  private @Nullable String uniqueKey;

  @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label; may be repeated.")
  private Map<String, String> labels = Map.of();

  @Option(names = "--held", description = "It doesn't run until it is released.")
  private boolean held;

  @Option(
      names = "--ordered",
      description = "It runs in the order of its key, as all do of a type that is ordered.")
  private boolean ordered;

  @Option(names = "--dry-run", description = "Checks all and adds nothing.")
  private boolean dryRun;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit.")
  private @Nullable String reason;

  @Override
  int call(OperationsClient client, Output output) {
    ObjectNode task = Json.object();
    Json.put(task, "type", type);
    Json.put(task, "text", text);
    Json.put(task, "bucket", bucket);
    Json.put(task, "key", key);
    Json.put(task, "subType", subType);
    Json.put(task, "priority", priority);
    Json.put(task, "delay", delay);
    Json.put(task, "runAt", runAt);
    Json.put(task, "id", id);
    Json.put(task, "uniqueKey", uniqueKey);
    Json.put(task, "held", held ? true : null);
    Json.put(task, "ordered", ordered ? true : null);
    Json.put(task, "dryRun", dryRun ? true : null);
    Json.put(task, "reason", reason);
    if (!labels.isEmpty()) {
      ObjectNode all = task.putObject("labels");
      labels.forEach(all::put);
    }
    ObjectNode answer = client.add(task);
    if (output.isJson()) {
      output.json(answer);
    } else {
      output.say(
          switch (Json.text(answer, "verdict")) {
            case "ADDED" -> "Added task " + Json.text(answer, "id");
            case "WOULD_ADD" -> "The task would be added.";
            default -> "There is already task " + Json.text(answer, "id");
          });
    }
    return 0;
  }
}
