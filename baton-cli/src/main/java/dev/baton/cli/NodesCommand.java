package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

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
}
