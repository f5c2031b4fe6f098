package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import dev.baton.operate.cluster.Pause;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Commands that list and change pauses, which apply to all nodes. */
final class PauseCommands {
  private static final Table PAUSES =
      new Table()
          .column("BUCKET", "bucket")
          .column("TYPE", "type")
          .column("KEY", "key")
          .column("SINCE", item -> ListCommand.seconds(item, "since"))
          .sentence("REASON", "reason");

  private PauseCommands() {}

  /** Options that name what is paused. */
  static final class Named {
    @Option(
        names = {"-t", "--type"},
        paramLabel = "TYPE",
        description = "Tasks of this type.")
    private @Nullable String type;

    @Option(names = "--bucket", paramLabel = "BUCKET", description = "Tasks in this bucket.")
    private @Nullable String bucket;

    @Option(names = "--key", paramLabel = "KEY", description = "Tasks with this flow key.")
    private @Nullable String key;

    Pause pause() {
      return new Pause(bucket, type, key);
    }
  }

  @Command(name = "pauses", description = "Lists what is paused.")
  static final class Pauses extends OperationsCommand {
    @Override
    int call(OperationsClient client, Output output) {
      output.list(client.pauses(), PAUSES, "Nothing is paused");
      return 0;
    }
  }

  @Command(
      name = "pause",
      description = {
        "Stops all nodes from starting tasks that match all options, until you resume them. Running"
            + " tasks continue."
      })
  static final class PauseStarts extends OperationsCommand {
    @Mixin private Named named = new Named();

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "The reason.")
    private String reason = "";

    @Option(
        names = "--unknown",
        description = "Also if no node runs the type or bucket and no task has it.")
    private boolean unknown;

    @Override
    int call(OperationsClient client, Output output) {
      ObjectNode answer = client.pause(named.pause(), reason, unknown);
      output.result(
          answer,
          answer.path("changed").asBoolean(true)
              ? "Paused"
              : "It was paused already; its reason is unchanged");
      return 0;
    }
  }

  @Command(name = "resume", description = "Ends exactly this pause.")
  static final class Resume extends OperationsCommand {
    @Mixin private Named named = new Named();

    @Override
    int call(OperationsClient client, Output output) {
      ObjectNode answer = client.resume(named.pause());
      if (!answer.path("changed").asBoolean(true)) {
        throw Failure.refused("No such pause exists: `baton pauses` lists the active ones");
      }
      output.result(answer, "Resumed");
      return 0;
    }
  }
}
