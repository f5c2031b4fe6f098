package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.spi.AuditNote;
import dev.baton.spi.OperationsStore;
import dev.baton.tck.contract.StoreFixture;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for audit entries in a transaction of the caller. */
public interface AuditInTransactionContract extends StoreFixture {

  /** Returns the operations store on the store's database. */
  OperationsStore operations();

  @Test
  default void aNoteInATransactionIsThereWhenThatHasCommitted() throws Exception {
    AuditNote note =
        new AuditNote(UUID.randomUUID(), new UUID(0, 7), 1L, "alice", "ADD", null, "T");
    transactions()
        .call(
            transaction -> {
              operations().note(transaction, note);
              Undo undo = savepoint(transaction);
              operations().note(transaction, note);
              undo.run();
              return true;
            });
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          operations().note(transaction, note);
                          throw new IllegalStateException("no");
                        }))
        .hasMessageContaining("no");
    List<AuditEntry> entries = operations().audit(AuditFilter.all(), null, 100);
    assertThat(entries).hasSize(1);
    AuditEntry entry = entries.get(0);
    assertThat(entry.action()).isEqualTo("ADD");
    assertThat(entry.taskId()).isEqualTo(new UUID(0, 7));
    assertThat(entry.actor()).isEqualTo("alice");
  }
}
