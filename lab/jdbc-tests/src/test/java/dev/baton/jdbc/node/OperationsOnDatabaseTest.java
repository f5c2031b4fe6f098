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
import dev.baton.operate.BulkReport;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.WaitReason;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests how {@link JdbcStore} combines the parts for operators; each part has its contract for each
 * store.
 */
class OperationsOnDatabaseTest {
  private static final TaskFilter LIVE = TaskFilter.all().type("MAIL").status(Status.BLOCKED);

  @Test
  void clientFindsExplainsAndChangesTasks() {
    try (HikariDataSource pool = pool(LocalH2.newDatabase())) {
      BatonSchema.apply(pool);
      try (Baton client = Baton.builder(JdbcStore.of(pool)).client().start()) {
        Operations operations = client.operations().by("alice", "ticket 42");
        UUID id =
            client
                .tasks()
                .add(TaskType.of("MAIL", Bytes.class).with(Bytes.of("to bub")).onHold())
                .taskId();
        assertThat(operations.search(LIVE).page(10).items())
            .extracting(TaskInfo::id)
            .containsExactly(id);
        assertThat(operations.task(id).explain().reasons()).containsExactly(new WaitReason.Held());
        assertThat(operations.task(id).ifUnchangedSince(1).edit(Bytes.of("to bob")))
            .matches(ChangeResult::isDone);
        assertThat(operations.task(id).ifUnchangedSince(2).release()).matches(ChangeResult::isDone);
        assertThat(operations.task(id).explain().reasons())
            .hasAtLeastOneElementOfType(WaitReason.NoNode.class);
        assertThat(operations.task(id).ifUnchangedSince(3).cancel("no such person"))
            .matches(ChangeResult::isDone);
        assertThat(operations.task(id).content().orElseThrow().payload())
            .contains(Bytes.of("to bob"));
        assertThat(operations.task(id).attempts()).hasSize(1);
        assertThat(operations.audit(AuditFilter.all().actor("alice")).page(10).items())
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
        Operations operations = client.operations();
        assertThat(operations.bulk(LIVE).cancel("not wanted"))
            .isEqualTo(new BulkReport(450, 450, 0, Optional.empty()));
        assertThat(operations.bulk(LIVE).cancel("not wanted"))
            .isEqualTo(new BulkReport(0, 0, 0, Optional.empty()));
        assertThat(operations.audit(AuditFilter.all()).page(500).items()).hasSize(450);
      }
    }
  }

  private static HikariDataSource pool(DatabaseAddress address) {
    return Pools.of(address, 10);
  }
}
