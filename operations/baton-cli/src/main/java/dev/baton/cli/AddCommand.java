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
    description = "Adds a task. If one with the same id or unique key exists, prints its id.")
final class AddCommand extends OperationsCommand {
  @Parameters(paramLabel = "TYPE", description = "The task's type.")
  private String type = "";

  @Option(names = "--text", paramLabel = "TEXT", description = "The payload: JSON or any text.")
  private @Nullable String text;

  @Option(
      names = "--bucket",
      paramLabel = "BUCKET",
      description = "The bucket; required if the node doesn't know the type.")
  private @Nullable String bucket;

  @Option(names = "--key", paramLabel = "KEY", description = "The flow key.")
  private @Nullable String key;

  @Option(names = "--sub-type", paramLabel = "WORD", description = "The sub-type.")
  private @Nullable String subType;

  @Option(names = "--priority", paramLabel = "0-9", description = "0 is the most urgent.")
  private @Nullable Integer priority;

  @Option(
      names = "--delay",
      paramLabel = "LENGTH",
      converter = Times.Length.class,
      description = "Delay before the first start.")
  private @Nullable Duration delay;

  @Option(
      names = "--run-at",
      paramLabel = "TIME",
      converter = Times.Moment.class,
      description = "Time of the first start.")
  private @Nullable Instant runAt;

  @Option(names = "--id", paramLabel = "ID", description = "The task's id; generated if not given.")
  private @Nullable UUID id;

  @Option(
      names = "--unique-key",
      paramLabel = "TEXT",
      description = "At most one live task of the type can have this key.")
  private @Nullable String uniqueKey;

  @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label; may be repeated.")
  private Map<String, String> labels = Map.of();

  @Option(names = "--held", description = "Holds the task until you release it.")
  private boolean held;

  @Option(
      names = "--ordered",
      description = "Runs the task in the order of its key, as if its type was ordered.")
  private boolean ordered;

  @Option(names = "--dry-run", description = "Checks the task but doesn't add it.")
  private boolean dryRun;

  @Option(names = "--reason", paramLabel = "TEXT", description = "The reason, for the audit.")
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
    output.result(
        answer,
        switch (Json.text(answer, "verdict")) {
          case "ADDED" -> "Added task " + Json.text(answer, "id");
          case "WOULD_ADD" -> "The task would be added.";
          default -> "This task already exists: " + Json.text(answer, "id");
        });
    return 0;
  }
}
