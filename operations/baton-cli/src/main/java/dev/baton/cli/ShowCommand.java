package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

@Command(
    name = "show",
    description = "Shows one task: its status, why it has it, and its earlier errors.")
final class ShowCommand extends OperationsCommand {
  private static final String[][] MEMBERS = {
    {"Task", "id"},
    {"Status", "status"},
    {"Version", "version"},
    {"Type", "type"},
    {"Sub-type", "subType"},
    {"Key", "key"},
    {"Bucket", "bucket"},
    {"State", "state"},
    {"Priority", "priority"},
    {"Attempts", "attempts"},
    {"Created", "createdAt"},
    {"Run at", "runAt"},
    {"Next event", "nextEventAt"},
    {"Node", "node"},
    {"Runs since", "claimedAt"},
    {"Lease until", "leaseUntil"},
    {"Finished", "finishedAt"},
    {"Deleted at", "deletesAt"},
    {"Waits for", "waitsFor"},
    {"Parent", "parent"},
    {"Correlation", "correlation"},
    {"Progress", "progress"},
    {"Payload bytes", "payloadSize"},
    {"Error", "error"},
    {"Actions", "actions"}
  };

  private static final Table ATTEMPTS =
      new Table()
          .number("ATTEMPT", "number")
          .column("ENDED", item -> ListCommand.seconds(item, "endedAt"))
          .column("TOOK", ShowCommand::took)
          .column("OUTCOME", "outcome")
          .sentence("ERROR", "error")
          .detail("NODE", "node");

  private static final Table STEPS =
      new Table()
          .number("STEP", "number")
          .column("NAME", "name")
          .column("PROGRESS", "progress")
          .column("AT", item -> ListCommand.seconds(item, "at"))
          .column("UNTIL", item -> ListCommand.seconds(item, "until"))
          .column("CHILDREN", item -> String.valueOf(item.path("children").size()));

  @Parameters(
      paramLabel = "ID",
      description = "The task's id, or enough of its first characters to be unique.")
  private TaskId typed = new TaskId("");

  @Option(
      names = "--payload",
      description =
          "Also shows the payload. Payloads can be secret: with an access policy, this needs"
              + " a separate right, and the audit records each read.")
  private boolean payload;

  @Override
  int call(OperationsClient client, Output output) {
    UUID id = typed.whole(client);
    ObjectNode task = client.task(id);
    ObjectNode explanation = client.explanation(id);
    ObjectNode attempts = client.attempts(id);
    ObjectNode steps = client.steps(id);
    if (output.isJson()) {
      ObjectNode all = Json.object();
      all.set("task", task);
      all.set("explanation", explanation);
      all.set("attempts", attempts.path("items"));
      all.set("steps", steps.path("items"));
      if (payload) {
        // Prints the payload unparsed, because parsing and writing it could change a number.
        all.putRawValue("payload", new RawValue(client.payload(id)));
      }
      output.json(all);
      return 0;
    }
    Map<String, String> members = new LinkedHashMap<>();
    for (String[] member : MEMBERS) {
      members.put(member[0], words(task.path(member[1])));
    }
    members.put("Labels", ListCommand.labels(task));
    members.put("Why", Json.text(explanation, "text"));
    members.put("Payload", payload ? text((ObjectNode) Json.parse(client.payload(id))) : "");
    output.details(members);
    if (!steps.path("items").isEmpty()) {
      output.section("Steps", steps.path("items"), STEPS);
    }
    if (!attempts.path("items").isEmpty()) {
      output.section("Attempts, latest first", attempts.path("items"), ATTEMPTS);
    }
    return 0;
  }

  /** Returns the values of a member, separated by spaces. */
  private static String words(JsonNode member) {
    if (!member.isContainer()) {
      return member.isMissingNode() || member.isNull() ? "" : member.asString();
    }
    StringBuilder words = new StringBuilder();
    member.forEach(part -> words.append(words.isEmpty() ? "" : " ").append(words(part)));
    return words.toString();
  }

  /** Returns a duration such as {@code 1m2.5s}. */
  private static String took(JsonNode attempt) {
    return Json.text(attempt, "took").replace("PT", "").toLowerCase(Locale.ROOT);
  }

  /** Returns the payload with its line breaks. */
  private static String text(ObjectNode carried) {
    return Json.text(carried, "text") + Json.text(carried, "base64");
  }
}
