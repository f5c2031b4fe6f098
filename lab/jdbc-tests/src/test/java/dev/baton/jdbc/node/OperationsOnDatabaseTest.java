package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.BulkAction;
import dev.baton.operate.BulkReport;
import dev.baton.operate.FoundTask;
import dev.baton.operate.Operations;
import dev.baton.operate.Operations.Verdict;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.WaitReason;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@link JdbcStore} puts together for operators; each part has its contract on each store. */
class OperationsOnDatabaseTest {
  private static final TaskFilter LIVE = TaskFilter.all().type("MAIL").status(Status.BLOCKED);

  @Test
  void aClientOnADatabaseFindsExplainsChangesAndNotes() {
    try (HikariDataSource pool = pool(LocalH2.newDatabase())) {
      BatonSchema.apply(pool);
      try (Baton client = Baton.builder(JdbcStore.of(pool)).client().start()) {
        Operations operations = client.operations().as("alice", "ticket 42");
        UUID id =
            client
                .tasks()
                .add(TaskType.of("MAIL", Bytes.class).with(Bytes.of("to bub")).onHold())
                .taskId();
        assertThat(operations.find(LIVE, null, 10).items())
            .extracting(FoundTask::id)
            .containsExactly(id);
        assertThat(operations.explain(id).reasons()).containsExactly(new WaitReason.Held());
        assertThat(operations.edit(id, 1, Bytes.of("to bob"))).isEqualTo(new Verdict.Applied());
        assertThat(operations.release(id, 2)).isEqualTo(new Verdict.Applied());
        assertThat(operations.explain(id).reasons())
            .hasAtLeastOneElementOfType(WaitReason.NoNode.class);
        assertThat(operations.cancel(id, 3, "no such person")).isEqualTo(new Verdict.Applied());
        assertThat(operations.findFinished(id).orElseThrow().spec().payload())
            .isEqualTo(Bytes.of("to bob"));
        assertThat(operations.attempts(id)).hasSize(1);
        assertThat(operations.audit(AuditFilter.all().actor("alice"), null, 10).items())
            .extracting(AuditEntry::action)
            .containsExactly("CANCEL", "RELEASE", "EDIT");
      }
    }
  }

  @Test
  @Tag("deep")
  void aBulkOverSeveralBatchesChangesEveryTaskOnce() {
    try (HikariDataSource pool = pool(LocalH2.newDatabase())) {
      BatonSchema.apply(pool);
      try (Baton client = Baton.builder(JdbcStore.of(pool)).client().start()) {
        client
            .tasks()
            .addAll(
                IntStream.range(0, 450)
                    .mapToObj(i -> TaskRequest.of(TaskType.of("MAIL")).onHold())
                    .toList());
        BulkAction cancel = new BulkAction.Cancel("not wanted");
        Operations operations = client.operations();
        assertThat(operations.bulk(LIVE, cancel, null, 1_000, result -> true))
            .isEqualTo(new BulkReport(450, 0, null));
        assertThat(operations.bulk(LIVE, cancel, null, 1_000, result -> true))
            .isEqualTo(new BulkReport(0, 0, null));
        assertThat(operations.audit(AuditFilter.all(), null, 500).items()).hasSize(450);
      }
    }
  }

  private static HikariDataSource pool(DatabaseAddress address) {
    return Pools.of(address, 10);
  }
}
