package dev.baton.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.baton.Baton;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;

/** The code of docs/cassandra.md. */
final class DocumentedCassandra {
  private DocumentedCassandra() {}

  static Baton start(CqlSession session) {
    // region start
    CassandraSchema.create(session, "payouts");
    Baton baton =
        CassandraBaton.on(session, "payouts")
            .define(TaskDefinition.of("SEND_RECEIPT", attempt -> Outcome.done()))
            .start();
    // endregion
    return baton;
  }

  static void add(Baton baton) {
    // region add
    baton.tasks().add(TaskRequest.of(TaskType.of("SEND_RECEIPT")).uniqueBy("payout 4711"));
    // endregion
  }
}
