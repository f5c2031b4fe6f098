package dev.baton.cli;

import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Times;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** The options that define a schedule. */
final class ScheduleDefinition {
  private static final List<String> KEPT = List.of("timing", "missed", "overlap", "jitter");

  @Option(
      names = "--timing",
      paramLabel = "TIMING",
      description =
          "When: 'cron Europe/Berlin 0 30 8 * * MON-FRI', 'rate PT15M', 'delay PT10S' or 'rule"
              + " NAME'.")
  private @Nullable String timing;

  @Option(
      names = {"-t", "--type"},
      paramLabel = "TYPE",
      description = "Type of the tasks that it adds.")
  private @Nullable String type;

  @Option(names = "--bucket", paramLabel = "BUCKET", description = "Bucket of the tasks.")
  private @Nullable String bucket;

  @Option(names = "--key", paramLabel = "KEY", description = "Flow key of the tasks.")
  private @Nullable String key;

  @Option(names = "--priority", paramLabel = "0-9", description = "0 is the most urgent.")
  private @Nullable Integer priority;

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "Payload of the tasks: JSON or any text.")
  private @Nullable String text;

  @Option(
      names = "--missed",
      paramLabel = "WORD",
      description = "What late ticks do: ${COMPLETION-CANDIDATES}.")
  private @Nullable Missed missed;

  @Option(
      names = "--overlap",
      paramLabel = "WORD",
      description =
          "What happens to a tick while the previous run continues: ${COMPLETION-CANDIDATES}.")
  private @Nullable Overlap overlap;

  @Option(
      names = "--jitter",
      paramLabel = "LENGTH",
      converter = Times.Length.class,
      description = "Maximum random delay.")
  private @Nullable Duration jitter;

  @Option(names = "--reason", paramLabel = "TEXT", description = "The reason, for the audit.")
  private @Nullable String reason;

  boolean isSaid() {
    return Stream.of(timing, type, bucket, key, priority, text, missed, overlap, jitter, reason)
        .anyMatch(Objects::nonNull);
  }

  /** Returns whether the options can define a new schedule. */
  boolean isWhole() {
    return timing != null && type != null;
  }

  /**
   * Returns the definition in the form of the REST interface. Keeps the current timing, missed,
   * overlap and jitter where an option is missing. The options for the task are all replaced or all
   * kept.
   *
   * @param there the current schedule; null if it is new
   */
  ObjectNode over(@Nullable ObjectNode there) {
    ObjectNode body = Json.object();
    if (there != null) {
      KEPT.stream()
          .filter(there::has)
          .forEach(member -> Json.put(body, member, Json.text(there, member)));
    }
    Json.put(body, "timing", timing);
    Json.put(body, "missed", missed);
    Json.put(body, "overlap", overlap);
    Json.put(body, "jitter", jitter);
    Json.put(body, "reason", reason);
    if (type != null) {
      ObjectNode runs = body.putObject("runs");
      Json.put(runs, "type", type);
      Json.put(runs, "bucket", bucket);
      Json.put(runs, "key", key);
      Json.put(runs, "priority", priority);
      Json.put(runs, "text", text);
    } else if (Stream.of(bucket, key, priority, text).anyMatch(Objects::nonNull)) {
      throw Failure.usage("Add --type: the options of the task can only be replaced together");
    }
    return body;
  }
}
