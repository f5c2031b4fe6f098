package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.jdbc.BatonAddTest.Answer;
import dev.baton.tck.contract.StoreScenario;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests baton_add in parallel with other adds of the same id or key. */
class BatonAddRaceTest {
  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.TestDatabase#atEachIsolation")
  void oneOfManyAddsOfAKeyAtOnceWins(TestDatabase database, int isolation) throws Exception {
    if (database == TestDatabase.H2) {
      return;
    }
    DataSource tables = BatonAddTest.tables(database);
    try (Baton java = Baton.builder(JdbcStore.of(tables)).client().start()) {
      for (int round = 0; round < 4; round++) {
        String key = "round " + round;
        String options = "{\"uniqueKey\":\"" + key + "\"}";
        AtomicInteger writers = new AtomicInteger();
        List<Answer> answers =
            StoreScenario.race(
                8,
                () ->
                    writers.getAndIncrement() % 2 == 0
                        ? again(() -> in(tables, isolation, options))
                        : answer(
                            java.tasks()
                                .add(
                                    TaskRequest.of(TaskType.of("T"))
                                        .unique(Unique.whileLive(key)))));
        assertThat(answers.stream().filter(Answer::added)).hasSize(1);
        assertThat(answers).extracting(Answer::task).containsOnly(answers.get(0).task());
      }
    }
    assertThat(TestDatabase.number(tables, "SELECT count(*) FROM baton_task")).isEqualTo(4);
  }

  private static Answer answer(AddResult added) {
    return new Answer(added.taskId(), added.wasAdded());
  }

  private static Answer in(DataSource tables, int isolation, String options) throws SQLException {
    try (Connection connection = tables.getConnection()) {
      connection.setTransactionIsolation(isolation);
      connection.setAutoCommit(false);
      Answer answer = BatonAddTest.add(connection, "T", null, options);
      connection.commit();
      return answer;
    }
  }

  /** Runs the transaction again if it conflicted with another, as a writer does. */
  private static <T> T again(Callable<T> transaction) throws Exception {
    for (int i = 0; ; i++) {
      try {
        return transaction.call();
      } catch (SQLException conflict) {
        boolean busy =
            List.of("40001", "40P01").contains(conflict.getSQLState())
                || conflict.getErrorCode() == 1020;
        if (!busy || i == 20) {
          throw conflict;
        }
      }
    }
  }
}
