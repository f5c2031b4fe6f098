package dev.baton.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Transaction.End;
import dev.baton.api.error.CommitRefusedException;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.proxy.FaultyProxy;
import dev.baton.local.proxy.FaultyProxy.CutAt;
import io.agroal.api.AgroalDataSource;
import jakarta.transaction.RollbackException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a commit whose response is lost differs from one that was refused. */
class CommitOutcomeTest {
  private final List<End> told = new ArrayList<>();
  private final DatabaseAddress address = JtaDatabase.POSTGRES.newDatabase();
  private FaultyProxy proxy;

  @BeforeEach
  void table() throws Exception {
    proxy = FaultyProxy.before(address);
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE entry (n INT UNIQUE DEFERRABLE INITIALLY DEFERRED)");
    }
  }

  @AfterEach
  void close() {
    proxy.close();
  }

  /** Agroal reports that it has rolled back a one-phase resource, although it has not. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lostCommitReplyIsUnknown(boolean xa) throws Exception {
    try (AgroalDataSource pool = pool(xa, proxied())) {
      JtaTransactions transactions = transactions(pool);
      assertThatThrownBy(() -> insert(transactions, 1, true))
          .isInstanceOf(CommitUnknownException.class);
      assertThat(told).containsExactly(End.UNKNOWN);
      assertThat(JtaApplication.names(pool, "SELECT n FROM entry")).containsExactly("1");
    }
  }

  @Test
  void lostCommitReplyInCallersTransactionIsUnknown() throws Exception {
    try (AgroalDataSource pool = pool(false, proxied())) {
      JtaTransactions transactions = transactions(pool);
      insert(transactions, 1, false);
      told.clear();
      Narayana.manager().begin();
      transactions.current().orElseThrow().onEnd(told::add);
      JtaApplication.execute(pool, "INSERT INTO entry VALUES (2)");
      proxy.cutCommits(1, CutAt.BEFORE_ANSWER);
      assertThatThrownBy(() -> Narayana.manager().commit()).isInstanceOf(RollbackException.class);
      assertThat(told).containsExactly(End.UNKNOWN);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refusedCommitIsRollback(boolean xa) throws Exception {
    try (AgroalDataSource pool = pool(xa, address)) {
      JtaTransactions transactions = transactions(pool);
      insert(transactions, 1, false);
      told.clear();
      assertThatThrownBy(() -> insert(transactions, 1, false))
          .isInstanceOf(CommitRefusedException.class)
          .isNotInstanceOf(CommitUnknownException.class)
          .hasMessageContaining("refused to commit");
      assertThat(told).containsExactly(End.ROLLED_BACK);
    }
  }

  private void insert(JtaTransactions transactions, int number, boolean losing) throws Exception {
    transactions.call(
        transaction -> {
          transaction.onEnd(told::add);
          try (Statement statement = transaction.unwrap(Connection.class).createStatement()) {
            statement.execute("INSERT INTO entry VALUES (" + number + ")");
          }
          if (losing) {
            proxy.cutCommits(1, CutAt.BEFORE_ANSWER);
          }
          return true;
        });
  }

  private static AgroalDataSource pool(boolean xa, DatabaseAddress where) {
    return xa ? Narayana.xa(where) : Narayana.local(where);
  }

  private static JtaTransactions transactions(AgroalDataSource pool) {
    return JtaTransactions.of(pool, Narayana.manager(), Narayana.registry());
  }

  private DatabaseAddress proxied() {
    String url = address.url().replaceFirst(":[0-9]+/", ":" + proxy.port() + "/");
    return new DatabaseAddress(url, address.user(), address.password());
  }
}
