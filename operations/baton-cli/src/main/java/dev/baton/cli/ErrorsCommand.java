package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "errors",
    description = {
      "Lists errors by cause: of tasks in ERROR, of tasks that wait for a retry, and of FAILED"
          + " tasks.",
      "Change a group with `baton bulk VERB --type T --cause ID`: retry for tasks in ERROR,",
      "reschedule --retrying for tasks that wait for a retry, run-again --status FAILED for",
      "FAILED tasks."
    })
final class ErrorsCommand extends OperationsCommand {
  private static final Table GROUPS =
      new Table()
          .column("STANDING", "standing")
          .column("TYPE", "type")
          .column("COUNT", ErrorsCommand::count)
          .sentence("ERROR", "text")
          .column("CAUSE", "cause")
          .detail("MUTED", ErrorsCommand::muted)
          .detail("MOST", ErrorsCommand::common)
          .detail("LATEST", item -> ListCommand.seconds(item, "latestAt"));

  @Option(
      names = {"-t", "--type"},
      paramLabel = "TYPE",
      description = "Only errors of this type.")
  private @Nullable String type;

  private static String count(JsonNode item) {
    String count = Json.text(item, "count");
    return item.path("atLeast").asBoolean(false) ? "at least " + count : count;
  }

  /** Returns the key or label that most of the tasks have. */
  private static String common(JsonNode item) {
    JsonNode common = item.path("common");
    String value = Json.text(common, "value");
    return common.has("label") ? Json.text(common, "label") + "=" + value : value;
  }

  private static String muted(JsonNode item) {
    JsonNode muted = item.path("muted");
    return !muted.isObject()
        ? ""
        : muted.has("until") ? "until " + ListCommand.seconds(muted, "until") : "forever";
  }

  @Override
  int call(OperationsClient client, Output output) {
    output.list(client.errors(type), GROUPS, "No task has an error");
    return 0;
  }
}
