package dev.baton.jta;

import dev.baton.api.Transaction;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.tck.contract.transactions.TransactionsContract;
import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;

/** Runs the contract of transactions with JTA and both kinds of resources. */
class JtaTransactionsContractTest {

  @Nested
  class WithXaOnPostgres extends OnJta {
    WithXaOnPostgres() {
      super(Shared.XA_POSTGRES);
    }
  }

  @Nested
  class WithOnePhaseOnPostgres extends OnJta {
    WithOnePhaseOnPostgres() {
      super(Shared.LOCAL_POSTGRES);
    }
  }

  @Nested
  class WithXaOnH2 extends OnJta {
    WithXaOnH2() {
      super(Shared.XA_H2);
    }
  }

  @Nested
  class WithOnePhaseOnH2 extends OnJta {
    WithOnePhaseOnH2() {
      super(Shared.LOCAL_H2);
    }
  }

  private static final class Shared {
    static final Way XA_POSTGRES = Way.of(JtaDatabase.POSTGRES, Narayana::xa);
    static final Way LOCAL_POSTGRES = Way.of(JtaDatabase.POSTGRES, Narayana::local);
    static final Way XA_H2 = Way.of(JtaDatabase.H2, Narayana::xa);
    static final Way LOCAL_H2 = Way.of(JtaDatabase.H2, Narayana::local);
  }

  private record Way(TaskStore store, JtaTransactions transactions) {
    static Way of(JtaDatabase database, Function<DatabaseAddress, AgroalDataSource> pool) {
      JtaTransactions transactions =
          JtaTransactions.of(
              pool.apply(database.newDatabase()), Narayana.manager(), Narayana.registry());
      BatonSchema.apply(transactions.outside());
      return new Way(JdbcTaskStore.of(transactions.outside()), transactions);
    }
  }

  abstract static class OnJta extends TransactionsContract {
    private final Way way;

    OnJta(Way way) {
      this.way = way;
    }

    @Override
    public TaskStore store() {
      return way.store();
    }

    @Override
    public Transactions transactions() {
      return way.transactions();
    }

    @Override
    public Undo savepoint(Transaction transaction) throws Exception {
      Connection connection = transaction.unwrap(Connection.class);
      Savepoint savepoint = connection.setSavepoint();
      return () -> connection.rollback(savepoint);
    }

    @Override
    public void passTime(Duration duration) {
      throw new UnsupportedOperationException("The tests of transactions don't use this");
    }
  }
}
