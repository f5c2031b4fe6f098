package dev.baton.cli;

import dev.baton.api.operate.Page;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "audit", description = "Lists what was changed by hand, latest first.")
final class AuditCommand extends DeskCommand {
  private static final Table ENTRIES =
      new Table()
          .column("AT", item -> ListCommand.seconds(item, "at"))
          .column("ACTOR", "actor")
          .column("ACTION", "action")
          .column("TASK", "task")
          .number("VERSION", "version")
          .sentence("REASON", "reason")
          .sentence("DETAIL", "detail");

  @Option(names = "--task", paramLabel = "ID", description = "What was done with this task.")
  private @Nullable UUID task;

  @Option(names = "--actor", paramLabel = "NAME", description = "What this one did.")
  private @Nullable String actor;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = Times.Moment.class,
      description = "At this time or later, such as 2026-05-01T08:00:00Z or 2h (ago).")
  private @Nullable Instant from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = Times.Moment.class,
      description = "Before.")
  private @Nullable Instant to;

  @Mixin private Paging paging = new Paging();

  @Override
  int call(Desk desk, Output output) {
    AuditQuery query = new AuditQuery(task, actor, from, to);
    output.list(
        desk.audit(query, paging.after(), paging.limit(Page.MAX_SIZE)),
        ENTRIES,
        "Nothing was changed by hand");
    return 0;
  }

  /** Which entries of the audit are asked for; what is null isn't asked for. */
  record AuditQuery(
      @Nullable UUID task, @Nullable String actor, @Nullable Instant from, @Nullable Instant to) {}
}
