package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Transaction.End;
import dev.baton.api.error.CommitRefusedException;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.local.LocalH2;
import dev.baton.spring.transaction.SpringTransactions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tests that a commit whose response is lost differs from one that was refused and from one that
 * succeeded.
 */
class CommitOutcomeTest {
  private final LosesAnswers dataSource = new LosesAnswers();
  private final List<End> told = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lostCommitReplyIsUnknown(boolean translating) {
    dataSource.failure = new SQLException("connection reset", "08006");
    assertThatThrownBy(() -> commitOne(translating)).isInstanceOf(CommitUnknownException.class);
    assertThat(told).containsExactly(End.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refusedCommitIsRollback(boolean translating) {
    dataSource.failure = new SQLException("could not serialize", "40001");
    assertThatThrownBy(() -> commitOne(translating))
        .isInstanceOf(CommitRefusedException.class)
        .isNotInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("refused to commit");
    assertThat(told).containsExactly(End.ROLLED_BACK);
  }

  @Test
  void failingCallbackAfterTheCommitDoesNotUndoIt() throws Exception {
    String answer =
        transactions(true)
            .call(
                transaction -> {
                  transaction.onEnd(told::add);
                  TransactionSynchronizationManager.registerSynchronization(
                      new TransactionSynchronization() {
                        @Override
                        public void afterCommit() {
                          throw new IllegalStateException("somebody's callback");
                        }
                      });
                  return "committed";
                });
    assertThat(answer).isEqualTo("committed");
    assertThat(told).containsExactly(End.COMMITTED);
  }

  @Test
  void failingCallbackBeforeTheCommitRollsBack() {
    assertThatThrownBy(
            () ->
                transactions(true)
                    .call(
                        transaction -> {
                          transaction.onEnd(told::add);
                          TransactionSynchronizationManager.registerSynchronization(
                              new TransactionSynchronization() {
                                @Override
                                public void beforeCommit(boolean readOnly) {
                                  throw new IllegalStateException("a flush fails");
                                }
                              });
                          return true;
                        }))
        .hasMessage("a flush fails");
    assertThat(told).containsExactly(End.ROLLED_BACK);
  }

  private void commitOne(boolean translating) throws Exception {
    transactions(translating)
        .call(
            transaction -> {
              transaction.onEnd(told::add);
              transaction.unwrap(Connection.class);
              return true;
            });
  }

  private SpringTransactions transactions(boolean translating) {
    return SpringTransactions.of(
        dataSource,
        translating
            ? new JdbcTransactionManager(dataSource)
            : new DataSourceTransactionManager(dataSource));
  }

  /** A connection whose commits fail. */
  private static final class LosesAnswers extends DelegatingDataSource {
    private SQLException failure;

    LosesAnswers() {
      super(pool());
    }

    private static DataSource pool() {
      return SpringFixture.pool(LocalH2.newDatabase());
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connection connection = super.getConnection();
      return (Connection)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("commit") && failure != null) {
                  throw failure;
                }
                try {
                  return method.invoke(connection, arguments);
                } catch (InvocationTargetException thrown) {
                  throw thrown.getTargetException();
                }
              });
    }
  }
}
