package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "nodes", description = "Lists the nodes that sent a heartbeat within a day.")
final class NodesCommand extends OperationsCommand {
  private static final Table NODES =
      new Table()
          .column("NAME", "name")
          .column("PRESENCE", "presence")
          .column("HEARD", item -> ListCommand.seconds(item, "heardAt"))
          .sentence("TYPES", "types")
          .detail("VERSION", "version")
          .detail("ROLE", "role")
          .detail("STARTED", item -> ListCommand.seconds(item, "startedAt"))
          .detail("BUCKETS", item -> words(item, "buckets"));

  private static String words(JsonNode item, String name) {
    StringBuilder words = new StringBuilder();
    item.path(name)
        .forEach(word -> words.append(words.isEmpty() ? "" : " ").append(word.asString()));
    return words.toString();
  }

  @Override
  int call(OperationsClient client, Output output) {
    output.list(client.nodes(), NODES, "No node exists");
    return 0;
  }

  @Command(
      name = "database",
      description = {
        "Lists the warnings of the live nodes about their database, their clocks and their limits."
            + " --accept confirms to the node at --url that an OLDER_SERVER is the right one."
      })
  static final class Database extends OperationsCommand {
    private static final Table WARNINGS =
        new Table()
            .column("KIND", "kind")
            .column("NODE", "node")
            .column("SINCE", item -> ListCommand.seconds(item, "since"))
            .column("STARTS", item -> item.path("stopsStarts").asBoolean() ? "stopped" : "continue")
            .sentence("FOUND", "message");

    @Option(
        names = "--accept",
        paramLabel = "REASON",
        description = "Reason to accept the server. Works only with --url, and only for one node.")
    private @Nullable String accept;

    @Override
    int call(OperationsClient client, Output output) {
      if (accept == null) {
        output.list(client.databaseWarnings(), WARNINGS, "No node has a warning");
        return 0;
      }
      ObjectNode answer = client.acceptDatabase(accept);
      output.result(answer, "Accepted: that node starts tasks again within a second");
      return 0;
    }
  }
}
