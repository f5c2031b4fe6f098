package dev.baton.spring;

import com.arjuna.ats.arjuna.common.CoordinatorEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.RecoveryEnvironmentBean;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.arjuna.objectstore.TwoPhaseVolatileStore;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jdbc.TransactionalDriver;
import com.arjuna.ats.jdbc.common.JDBCEnvironmentBean;
import com.arjuna.ats.jta.TransactionManager;
import com.arjuna.ats.jta.UserTransaction;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import dev.baton.local.DatabaseAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.transaction.jta.JtaTransactionManager;

/** Narayana, a JTA transaction manager, with H2 databases that it enlists. */
final class Narayana {
  private static final String NODE = "tasks";

  private Narayana() {}

  /** Returns a manager whose log is in memory, so that nothing recovers after a crash. */
  static JtaTransactionManager manager() {
    for (ObjectStoreEnvironmentBean store : stores()) {
      store.setObjectStoreType(TwoPhaseVolatileStore.class.getName());
    }
    return managerOnItsStores();
  }

  /**
   * Returns a manager whose log is in files. A later process can resolve transactions in doubt by
   * {@link #recover}.
   */
  static JtaTransactionManager managerWithLog(Path folder) throws CoreEnvironmentBeanException {
    for (ObjectStoreEnvironmentBean store : stores()) {
      store.setObjectStoreDir(folder.toString());
    }
    BeanPopulator.getDefaultInstance(CoreEnvironmentBean.class).setNodeIdentifier(NODE);
    return managerOnItsStores();
  }

  /**
   * Commits the transactions in the log, and rolls back the database's other transactions in doubt.
   */
  static void recover(DatabaseAddress address) throws SQLException {
    RecoveryEnvironmentBean recovery =
        BeanPopulator.getDefaultInstance(RecoveryEnvironmentBean.class);
    recovery.setRecoveryBackoffPeriod(1);
    recovery.setRecoveryListener(false);
    recovery.setRecoveryModuleClassNames(
        List.of(AtomicActionRecoveryModule.class.getName(), XARecoveryModule.class.getName()));
    JTAEnvironmentBean jta = BeanPopulator.getDefaultInstance(JTAEnvironmentBean.class);
    jta.setOrphanSafetyInterval(0);
    jta.setXaRecoveryNodes(List.of(NODE));
    jta.setXaResourceOrphanFilterClassNames(
        List.of(
            JTATransactionLogXAResourceOrphanFilter.class.getName(),
            JTANodeNameXAResourceOrphanFilter.class.getName()));
    RecoveryManager manager = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
    XAResource inDoubt = h2(address).getXAConnection().getXAResource();
    XARecoveryModule.getRegisteredXARecoveryModule()
        .addXAResourceRecoveryHelper(
            new XAResourceRecoveryHelper() {
              @Override
              public boolean initialise(String properties) {
                return true;
              }

              @Override
              public XAResource[] getXAResources() {
                return new XAResource[] {inDoubt};
              }
            });
    // A transaction without a log is checked twice before its rollback.
    manager.scan();
    manager.scan();
    manager.terminate();
  }

  private static List<ObjectStoreEnvironmentBean> stores() {
    return List.of(
        BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class),
        BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, "stateStore"),
        BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, "communicationStore"));
  }

  private static JtaTransactionManager managerOnItsStores() {
    BeanPopulator.getDefaultInstance(CoordinatorEnvironmentBean.class).setDefaultTimeout(300);
    JtaTransactionManager manager =
        new JtaTransactionManager(
            UserTransaction.userTransaction(), TransactionManager.transactionManager());
    manager.afterPropertiesSet();
    return manager;
  }

  /**
   * Returns a data source whose connections take part in the thread's transaction, if there is one.
   */
  static DataSource enlisting(DatabaseAddress address) {
    // Narayana's default isolation is serializable.
    BeanPopulator.getDefaultInstance(JDBCEnvironmentBean.class)
        .setIsolationLevel(Connection.TRANSACTION_READ_COMMITTED);
    return new Enlisting(h2(address));
  }

  private static JdbcDataSource h2(DatabaseAddress address) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(address.url());
    database.setUser(address.user());
    database.setPassword(address.password());
    return database;
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
