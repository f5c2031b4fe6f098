package dev.baton.spring;

import com.arjuna.ats.arjuna.common.CoordinatorEnvironmentBean;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.internal.arjuna.objectstore.TwoPhaseVolatileStore;
import com.arjuna.ats.jdbc.TransactionalDriver;
import com.arjuna.ats.jta.TransactionManager;
import com.arjuna.ats.jta.UserTransaction;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.transaction.jta.JtaTransactionManager;

/** Narayana, a JTA transaction manager, with H2 databases that it enlists. */
final class Narayana {
  private Narayana() {}

  /** Its log is in memory: nothing here recovers after a crash. */
  static JtaTransactionManager manager() {
    for (String store : new String[] {"default", "stateStore", "communicationStore"}) {
      BeanPopulator.getNamedInstance(
              ObjectStoreEnvironmentBean.class, store.equals("default") ? null : store)
          .setObjectStoreType(TwoPhaseVolatileStore.class.getName());
    }
    BeanPopulator.getDefaultInstance(CoordinatorEnvironmentBean.class).setDefaultTimeout(300);
    JtaTransactionManager manager =
        new JtaTransactionManager(
            UserTransaction.userTransaction(), TransactionManager.transactionManager());
    manager.afterPropertiesSet();
    return manager;
  }

  /** Its connections take part in the transaction of the thread, where there is one. */
  static DataSource enlisting(DatabaseAddress address) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(address.url());
    database.setUser(address.user());
    database.setPassword(address.password());
    return new Enlisting(database);
  }

  private static final class Enlisting extends AbstractDataSource {
    private final TransactionalDriver driver = new TransactionalDriver();
    private final XADataSource database;

    Enlisting(XADataSource database) {
      this.database = database;
    }

    @Override
    public Connection getConnection() throws SQLException {
      Properties properties = new Properties();
      properties.put(TransactionalDriver.XADataSource, database);
      return driver.connect(TransactionalDriver.arjunaDriver + "h2", properties);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      return getConnection();
    }
  }
}
