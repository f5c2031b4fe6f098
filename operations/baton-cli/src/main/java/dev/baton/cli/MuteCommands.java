package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Times;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Commands that mute and unmute errors of one cause. Muted errors raise no alert. */
final class MuteCommands {
  private MuteCommands() {}

  /** Options that name the errors of one cause. */
  static final class Group {
    @Option(
        names = {"-t", "--type"},
        required = true,
        paramLabel = "TYPE",
        description = "The type of the tasks.")
    private String type = "";

    @Option(
        names = "--cause",
        required = true,
        paramLabel = "ID",
        description = "The cause, as `baton errors` lists it.")
    private String cause = "";

    @Option(names = "--reason", paramLabel = "TEXT", description = "The reason, for the audit.")
    private @Nullable String reason;

    ObjectNode body() {
      ObjectNode body = Json.object();
      Json.put(body, "type", type);
      Json.put(body, "cause", cause);
      Json.put(body, "reason", reason);
      return body;
    }
  }

  @Command(
      name = "mute",
      description =
          "Stops opening incidents for a type's errors of one cause, until you unmute it or for a"
              + " time.")
  static final class Mute extends OperationsCommand {
    @Mixin private Group group = new Group();

    @Option(
        names = "--for",
        paramLabel = "LENGTH",
        converter = Times.Length.class,
        description = "How long to mute, such as 3h; by default until you unmute it.")
    private @Nullable Duration length;

    @Override
    int call(OperationsClient client, Output output) {
      ObjectNode body = group.body();
      Json.put(body, "until", length == null ? null : Clock.systemUTC().instant().plus(length));
      output.result(client.mute(body), "Muted");
      return 0;
    }
  }

  @Command(name = "unmute", description = "Opens incidents for errors of this cause again.")
  static final class Unmute extends OperationsCommand {
    @Mixin private Group group = new Group();

    @Override
    int call(OperationsClient client, Output output) {
      ObjectNode answer = client.unmute(group.body());
      if (answer.path("causes").asInt() == 0) {
        throw Failure.refused("Errors of this cause aren't muted: `baton errors` shows which are");
      }
      output.result(answer, "Unmuted");
      return 0;
    }
  }
}
