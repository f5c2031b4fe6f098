package dev.baton.cli;

import dev.baton.cli.client.AuditQuery;
import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import dev.baton.cli.text.Times;
import dev.baton.operate.Page;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "audit", description = "Lists changes by operators, latest first.")
final class AuditCommand extends OperationsCommand {
  private static final Table ENTRIES =
      new Table()
          .column("AT", item -> ListCommand.seconds(item, "at"))
          .column("ACTOR", "actor")
          .column("ACTION", "action")
          .sentence("REASON", "reason")
          .sentence("DETAIL", "detail")
          .detail("TASK", item -> ListCommand.shortId(item, "task"))
          .numberDetail("VERSION", "version");

  @Option(names = "--task", paramLabel = "ID", description = "Only changes to this task.")
  private @Nullable TaskId task;

  @Option(names = "--actor", paramLabel = "NAME", description = "Only changes by this person.")
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
      description = "Before this time.")
  private @Nullable Instant to;

  @Mixin private Paging paging = new Paging();

  @Override
  int call(OperationsClient client, Output output) {
    AuditQuery query = new AuditQuery(task == null ? null : task.whole(client), actor, from, to);
    output.list(
        client.audit(query, paging.after(), paging.limit(Page.MAX_SIZE)),
        ENTRIES,
        "No operator has changed anything");
    return 0;
  }
}
