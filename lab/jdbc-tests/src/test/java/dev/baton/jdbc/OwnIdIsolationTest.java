package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreException;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.tck.contract.StoreScenario;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests adds with ids of version 7, which Baton's ids also have, in transactions of callers. */
class OwnIdIsolationTest {
  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.TestDatabase#atEachIsolation")
  void idOfATaskFromAfterTheSnapshotIsNotAddedAgain(TestDatabase database, int isolation)
      throws Exception {
    // At serializable, the reads of MariaDB and MySQL lock all rows, so no other add comes between.
    assumeThat(database.isMySql() && isolation == Connection.TRANSACTION_SERIALIZABLE).isFalse();
    DataSource pool = database.clean();
    JdbcTransactions transactions = JdbcTransactions.of(pool, isolation);
    try (Baton baton = node(pool, transactions)) {
      // Only a locking read of MariaDB and MySQL finds a task that has finished since the snapshot.
      boolean sees = database.isMySql() || isolation == Connection.TRANSACTION_READ_COMMITTED;
      for (boolean finished : sees ? List.of(false, true) : List.of(false)) {
        List<UUID> late = new ArrayList<>();
        List<AddResult> results = new ArrayList<>();
        try {
          transactions.run(
              transaction -> {
                try (Statement look = transaction.connection().createStatement()) {
                  look.executeQuery("SELECT count(*) FROM baton_finished").close();
                  look.executeQuery("SELECT count(*) FROM baton_task").close();
                }
                late.add(StoreScenario.promptly(() -> addedBefore(baton, finished)));
                results.add(
                    baton
                        .tasks()
                        .add(
                            transaction,
                            TaskRequest.of(TaskType.of("HELD")).id(late.get(0)).onHold()));
              });
          assertThat(results).containsExactly(new AddResult.AlreadyExists(late.get(0)));
        } catch (StoreException refused) {
          assertThat(refused).hasMessageContaining("again");
        }
      }
    }
  }

  private static UUID addedBefore(Baton baton, boolean finished) {
    UUID id = baton.tasks().add(TaskRequest.of(TaskType.of("HELD")).onHold()).taskId();
    if (finished) {
      baton.operations().task(id).cancel("test");
    }
    return id;
  }

  private static Baton node(DataSource pool, JdbcTransactions transactions) throws SQLException {
    return Baton.builder(JdbcStore.of(pool))
        .transactions(transactions)
        .define(RawDefinition.of("HELD", attempt -> Outcome.done()))
        .start();
  }
}
