package dev.baton.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.TaskDefinition;

/** The code of docs/cassandra.md. */
final class DocumentedCassandra {
  private DocumentedCassandra() {}

  record Receipt(String payout) {}

  /** A mail provider. */
  interface Mail {
    void send(Receipt receipt);
  }

  private static final TaskType<Receipt, Void> SEND_RECEIPT =
      TaskType.of("SEND_RECEIPT", Receipt.class);

  static Baton start(CqlSession session, Mail mail) {
    // region start
    CassandraSchema.create(session, "payouts");
    Baton baton =
        Baton.builder(CassandraStore.of(session, "payouts"))
            .define(
                TaskDefinition.of(SEND_RECEIPT).handler((receipt, attempt) -> mail.send(receipt)))
            .start();
    // endregion
    return baton;
  }

  static void add(Baton baton, Receipt receipt) {
    // region add
    baton.tasks().add(SEND_RECEIPT.with(receipt).unique(Unique.whileKept("payout 4711")));
    // endregion
  }
}
