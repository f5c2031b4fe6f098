package dev.baton.examples.testing;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.examples.ExampleDatabase;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.test.BatonExtension;
import dev.baton.test.Faults;
import dev.baton.test.TestBaton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OnDatabaseTest {
  private static final TaskType<Void, Void> BOOK = TaskType.of("BOOK");

  private static HikariDataSource database;

  @BeforeAll
  static void open() throws SQLException {
    database = ExampleDatabase.with("CREATE TABLE account (name varchar(40), cents bigint)");
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static void book(Transaction transaction) throws SQLException {
    execute(transaction, "UPDATE account SET cents = cents + 100");
  }

  // region database
  @RegisterExtension
  final BatonExtension extension =
      BatonExtension.on(
              () -> database,
              JdbcStore::of,
              b ->
                  b.define(
                      TaskDefinition.of(BOOK)
                          .transactional((nothing, attempt, transaction) -> book(transaction))))
          .given(baton -> baton.commit(t -> execute(t, "DELETE FROM account")))
          .given(baton -> baton.commit(t -> execute(t, "INSERT INTO account VALUES ('ada', 0)")));

  @Test
  void amountIsBookedOnceIfNodeDiesBeforeCommit(TestBaton baton, Faults faults)
      throws SQLException {
    faults.loseNodeAfter(BOOK);
    UUID booking = baton.add(TaskRequest.of(BOOK));

    baton.untilEnded(booking);

    assertThat(baton.task(booking)).isDone().hasLosses(1);
    assertThat(balance()).isEqualTo(100);
  }

  // endregion

  @Test
  void amountIsBookedOnceIfCommitReplyIsLost(TestBaton baton, Faults faults) throws SQLException {
    faults.loseCommitAnswerOf(BOOK);
    UUID booking = baton.add(TaskRequest.of(BOOK));
    baton.untilEnded(booking);
    assertThat(balance()).isEqualTo(100);
  }

  private static void execute(Transaction transaction, String sql) throws SQLException {
    try (Statement statement = transaction.unwrap(Connection.class).createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  private static long balance() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT cents FROM account")) {
      row.next();
      return row.getLong(1);
    }
  }
}
