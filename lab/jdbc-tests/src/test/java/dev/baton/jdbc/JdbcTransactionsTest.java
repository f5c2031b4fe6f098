package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.Transaction.End;
import dev.baton.api.error.CommitRefusedException;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransaction;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.jdbc.transaction.JoinedTransaction;
import dev.baton.local.DatabaseAddress;
import dev.baton.tck.contract.TaskDraft;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the special behaviour of JDBC transactions; the contract has the common tests. */
class JdbcTransactionsTest {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);
  private final JdbcTransactions transactions = fixture.transactions();

  @Test
  void userCodeCanNeitherEndNorCloseItsConnection() throws Exception {
    transactions.run(
        transaction -> {
          Connection connection = transaction.connection();
          refused(connection::commit);
          refused(connection::rollback);
          refused(connection::close);
          refused(() -> connection.setAutoCommit(true));
          assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
        });
  }

  @Test
  void transactionBelongsToBatonUntilItsConnectionIsPassedOn() throws Exception {
    transactions.call(
        transaction -> {
          fixture.store().insert(transaction, List.of(TaskDraft.ready("T").build()));
          assertThat(transaction.isExclusive()).isTrue();
          assertThat(transaction.unwrap(Connection.class).isClosed()).isFalse();
          assertThat(transaction.isExclusive()).isFalse();
          return true;
        });
  }

  @Test
  void refusedCommitIsRolledBackAndReported() throws Exception {
    TestDatabase.execute(
        fixture.dataSource(),
        "CREATE TABLE IF NOT EXISTS deferred (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)");
    List<End> ends = new ArrayList<>();
    assertThatThrownBy(
            () ->
                transactions.run(
                    transaction -> {
                      transaction.onEnd(ends::add);
                      try (Statement statement = transaction.connection().createStatement()) {
                        statement.execute("INSERT INTO deferred VALUES (1), (1)");
                      }
                    }))
        .isInstanceOf(CommitRefusedException.class)
        .isNotInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("rolled the transaction back");
    assertThat(ends).containsExactly(End.ROLLED_BACK);
  }

  @Test
  void aCommitWhoseConnectionIsLostIsUnknown() {
    List<End> ends = new ArrayList<>();
    assertThatThrownBy(
            () ->
                transactions.run(
                    transaction -> {
                      transaction.onEnd(ends::add);
                      kill(transaction.connection());
                    }))
        .isInstanceOf(CommitUnknownException.class);
    assertThat(ends).containsExactly(End.UNKNOWN);
  }

  @Test
  void aSingleStatementCommitsByItself() throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    List<End> ends = new ArrayList<>();
    transactions.run(first -> assertThat(first.connection().getAutoCommit()).isFalse());
    transactions.callSingle(
        transaction -> {
          transaction.onEnd(ends::add);
          assertThat(transactions.current()).isEmpty();
          assertThat(transaction.unwrap(Connection.class).getAutoCommit()).isTrue();
          fixture.store().insert(transaction, List.of(draft.build()));
          assertThat(fixture.store().find(draft.id())).as("seen by others").isPresent();
          assertThat(ends).isEmpty();
          return true;
        });
    assertThat(ends).containsExactly(End.COMMITTED);
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void aSingleStatementIsCommittedWhicheverModeEachConnectionIsIn(TestDatabase database)
      throws Exception {
    DatabaseAddress address = database.newAddress();
    try (HikariDataSource others = TestDatabase.pool(address);
        HeldConnection held = new HeldConnection(address)) {
      BatonSchema.apply(others);
      JdbcTaskStore store = JdbcTaskStore.of(others);
      JdbcTransactions onHeld = JdbcTransactions.of(held);
      for (boolean autoCommit : List.of(true, false, true)) {
        held.connection().setAutoCommit(autoCommit);
        TaskDraft draft = TaskDraft.ready("T");
        onHeld.callSingle(transaction -> store.insert(transaction, List.of(draft.build())));
        assertThat(store.find(draft.id())).as("seen by others").isPresent();
        assertThat(held.connection().getAutoCommit())
            .as("given back as it was")
            .isEqualTo(autoCommit);
      }
    }
  }

  @Test
  void aSingleStatementThatTheDatabaseRefusesHasDoneNothing() throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    transactions.run(transaction -> fixture.store().insert(transaction, List.of(draft.build())));
    List<End> ends = new ArrayList<>();
    assertThatThrownBy(() -> insertSingle(draft, ends))
        .isInstanceOf(RequestRefusedException.class)
        .isNotInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("baton_task_pk");
    assertThat(ends).containsExactly(End.ROLLED_BACK);
  }

  @Test
  void aSingleStatementWhoseConnectionIsLostIsUnknown() throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    List<End> ends = new ArrayList<>();
    transactions.run(first -> assertThat(first.connection().isClosed()).isFalse());
    assertThatThrownBy(
            () ->
                transactions.callSingle(
                    transaction -> {
                      transaction.onEnd(ends::add);
                      kill(transaction.unwrap(Connection.class));
                      return fixture.store().insert(transaction, List.of(draft.build()));
                    }))
        .isInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("it may have been applied");
    assertThat(ends).containsExactly(End.UNKNOWN);
  }

  private void insertSingle(TaskDraft draft, List<End> ends) throws Exception {
    transactions.callSingle(
        transaction -> {
          transaction.onEnd(ends::add);
          return fixture.store().insert(transaction, List.of(draft.build()));
        });
  }

  @Test
  void joinedTransactionReportsItsEndOnlyWhenTheCallerDoes() throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    List<End> ends = new ArrayList<>();
    try (Connection connection = fixture.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      JoinedTransaction joined = JdbcTransactions.join(connection);
      assertThat(joined.reportsEnd()).isFalse();
      joined.onEnd(ends::add);
      fixture.store().insert(joined, List.of(draft.build()));
      connection.commit();
      assertThat(ends).isEmpty();
      joined.committed();
    }
    assertThat(ends).containsExactly(End.COMMITTED);
    assertThat(fixture.store().find(draft.id())).isPresent();
  }

  @Test
  void anAddInAutoCommitIsRefused() throws Exception {
    try (Connection connection = fixture.dataSource().getConnection()) {
      JoinedTransaction joined = JdbcTransactions.join(connection);
      assertThatThrownBy(
              () -> fixture.store().insert(joined, List.of(TaskDraft.ready("T").build())))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("setAutoCommit(false)");
    }
  }

  @Test
  void aTransactionIsRefusedAfterItsEnd() throws Exception {
    JdbcTransaction[] kept = new JdbcTransaction[1];
    transactions.run(transaction -> kept[0] = transaction);
    assertThatThrownBy(() -> fixture.store().insert(kept[0], List.of(TaskDraft.ready("T").build())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has ended")
        .hasMessageContaining("Nothing was written");
  }

  @Test
  void commitsThatAreNotDurableAreNamedWithTheSetting() throws Exception {
    try (Connection connection = fixture.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      Dialect dialect = Dialect.of(connection);
      assertThat(dialect.warnings(connection)).isEmpty();
      statement.execute("SET synchronous_commit = off");
      assertThat(dialect.warnings(connection))
          .singleElement()
          .asString()
          .contains("synchronous_commit");
      statement.execute("RESET synchronous_commit");
    }
  }

  private void kill(Connection victim) throws SQLException {
    int pid;
    try (Statement statement = victim.createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
      rows.next();
      pid = rows.getInt(1);
    }
    TestDatabase.execute(fixture.dataSource(), "SELECT pg_terminate_backend(" + pid + ", 5000)");
  }

  private static void refused(Call call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("isn't allowed here");
  }

  private interface Call {
    void run() throws Exception;
  }
}
