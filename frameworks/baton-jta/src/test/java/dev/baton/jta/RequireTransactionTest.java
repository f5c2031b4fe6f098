package dev.baton.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import io.agroal.api.AgroalDataSource;
import jakarta.transaction.TransactionManager;
import org.junit.jupiter.api.Test;

/** The error of a node that requires a transaction says how to begin one with JTA. */
class RequireTransactionTest {
  private final DatabaseAddress address = LocalH2.newDatabase();
  private final TransactionManager manager = Narayana.manager();

  @Test
  void addIsRefusedOutsideTransactionAndCommittedInside() throws Exception {
    try (AgroalDataSource pool = Narayana.xa(address)) {
      JtaTransactions transactions = JtaTransactions.of(pool, manager, Narayana.registry());
      BatonSchema.apply(transactions.outside());
      try (Baton baton =
          Baton.builder(JdbcStore.of(transactions.outside()))
              .transactions(transactions)
              .requireTransaction()
              .client()
              .start()) {
        TaskRequest<?, ?> ship = TaskRequest.of(TaskType.of("SHIP"));
        assertThatThrownBy(() -> baton.tasks().add(ship))
            .isInstanceOf(IllegalStateException.class)
            .hasMessage(
                "add(TaskRequest(SHIP)) was called outside of any transaction, and this node"
                    + " requires one (Baton.Builder.requireTransaction, baton.require-transaction)."
                    + " Nothing was written. Put @Transactional on the method that makes the change"
                    + " and the call, and call that method through its bean: without an interceptor"
                    + " the annotation has no effect. In plain Java, begin the transaction with the"
                    + " TransactionManager first");
        assertThat(added(transactions)).isZero();
        manager.begin();
        baton.tasks().add(ship);
        manager.commit();
        assertThat(added(transactions)).isOne();
      }
    }
  }

  private static int added(JtaTransactions transactions) throws Exception {
    return JtaApplication.names(transactions.outside(), "SELECT type FROM baton_task").size();
  }
}
