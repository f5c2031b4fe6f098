package dev.baton.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import io.agroal.api.AgroalDataSource;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A set-up that can't work is reported before anything is written. */
class WrongSetUpTest {
  private final DatabaseAddress address = LocalH2.newDatabase();
  private final TransactionManager manager = Narayana.manager();

  @AfterEach
  void endTransaction() throws Exception {
    if (manager.getStatus() != Status.STATUS_NO_TRANSACTION) {
      manager.rollback();
    }
  }

  /** Also a pool without auto-commit, whose connections seem to take part. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dataSourceThatIsNotEnlistedIsRefused(boolean autoCommit) throws Exception {
    try (AgroalDataSource pool = Narayana.notEnlisted(address, autoCommit)) {
      refusesToAdd(JtaTransactions.of(pool, manager, Narayana.registry()), "don't take part");
    }
  }

  @Test
  void registryOfAnotherManagerIsRefused() throws Exception {
    try (AgroalDataSource pool = Narayana.xa(address)) {
      TransactionSynchronizationRegistryImple elsewhere =
          new TransactionSynchronizationRegistryImple() {
            private static final long serialVersionUID = 1;

            @Override
            public int getTransactionStatus() {
              return Status.STATUS_NO_TRANSACTION;
            }
          };
      assertThatThrownBy(
              () -> JtaTransactions.of(pool, manager, elsewhere).call(transaction -> true))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("the registry and the manager of the same container");
    }
  }

  /**
   * A transaction can have one resource with a single phase. A second resource must support both
   * phases.
   */
  @Test
  void dataSourceThatCannotJoinAnotherOneIsRefused() throws Exception {
    try (AgroalDataSource pool = Narayana.local(address);
        AgroalDataSource elsewhere = Narayana.local(LocalH2.newDatabase())) {
      JtaTransactions transactions = JtaTransactions.of(pool, manager, Narayana.registry());
      BatonSchema.apply(transactions.outside());
      try (Baton baton =
          Baton.builder(JdbcStore.of(transactions.outside())).transactions(transactions).start()) {
        manager.begin();
        JtaApplication.execute(elsewhere, "CREATE TABLE entry (name VARCHAR(100))");
        assertThatThrownBy(() -> baton.tasks().add(TaskRequest.of(TaskType.of("NOTE"))))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("Failed to enlist");
        assertThat(JtaApplication.names(transactions.outside(), "SELECT type FROM baton_task"))
            .isEmpty();
      }
    }
  }

  private void refusesToAdd(JtaTransactions transactions, String reason) throws Exception {
    BatonSchema.apply(transactions.outside());
    try (Baton baton =
        Baton.builder(JdbcStore.of(transactions.outside())).transactions(transactions).start()) {
      manager.begin();
      assertThatThrownBy(() -> baton.tasks().add(TaskRequest.of(TaskType.of("NOTE"))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(reason)
          .hasMessageContaining("Nothing was written");
      manager.rollback();
      assertThat(JtaApplication.names(transactions.outside(), "SELECT type FROM baton_task"))
          .isEmpty();
    }
  }
}
