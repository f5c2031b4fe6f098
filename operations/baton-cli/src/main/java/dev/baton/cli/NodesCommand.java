package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "nodes", description = "Lists the nodes heard of within a day.")
final class NodesCommand extends OperationsCommand {
  private static final Table NODES =
      new Table()
          .column("NAME", "name")
          .column("PRESENCE", "presence")
          .column("ROLE", "role")
          .column("VERSION", "version")
          .column("STARTED", item -> ListCommand.seconds(item, "startedAt"))
          .column("HEARD", item -> ListCommand.seconds(item, "heardAt"))
          .column("BUCKETS", item -> words(item, "buckets"))
          .sentence("TYPES", "types");

  private static String words(JsonNode item, String name) {
    StringBuilder words = new StringBuilder();
    item.path(name)
        .forEach(word -> words.append(words.isEmpty() ? "" : " ").append(word.asString()));
    return words.toString();
  }

  @Override
  int call(OperationsClient client, Output output) {
    output.list(client.nodes(), NODES, "There is no node");
    return 0;
  }

  @Command(
      name = "database",
      description = {
        "Lists what weakens the database, as the node that is asked found it; with --accept says"
            + " that an OLDER_SERVER is the right one, for that node."
      })
  static final class Database extends OperationsCommand {
    private static final Table WARNINGS =
        new Table()
            .column("KIND", "kind")
            .column("STARTS", item -> item.path("stopsStarts").asBoolean() ? "stopped" : "go on")
            .sentence("FOUND", "message");

    @Option(
        names = "--accept",
        paramLabel = "REASON",
        description = "Why it is the right one. Over --url only, and for each node by itself.")
    private @Nullable String accept;

    @Override
    int call(OperationsClient client, Output output) {
      if (accept == null) {
        output.list(client.databaseWarnings(), WARNINGS, "Nothing weakens the database");
        return 0;
      }
      ObjectNode answer = client.acceptDatabase(accept);
      if (output.isJson()) {
        output.json(answer);
      } else {
        output.say("Accepted: that node starts tasks again within a second");
      }
      return 0;
    }
  }
}
