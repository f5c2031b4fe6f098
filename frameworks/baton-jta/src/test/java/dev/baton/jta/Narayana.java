package dev.baton.jta;

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
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import dev.baton.local.DatabaseAddress;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.h2.jdbcx.JdbcDataSource;
import org.postgresql.xa.PGXADataSource;

/** Narayana as the transaction manager, with Agroal pools that enlist in it. */
final class Narayana {
  private static final String NODE = "tasks";

  private Narayana() {}

  /** Returns a manager whose log is in memory, so that nothing recovers after a crash. */
  static TransactionManager manager() {
    for (ObjectStoreEnvironmentBean store : stores()) {
      store.setObjectStoreType(TwoPhaseVolatileStore.class.getName());
    }
    return managerOnItsStores();
  }

  /**
   * Returns a manager whose log is in files. A later process can resolve transactions in doubt by
   * {@link #recover}.
   */
  static TransactionManager managerWithLog(Path folder) throws CoreEnvironmentBeanException {
    for (ObjectStoreEnvironmentBean store : stores()) {
      store.setObjectStoreDir(folder.toString());
    }
    BeanPopulator.getDefaultInstance(CoreEnvironmentBean.class).setNodeIdentifier(NODE);
    return managerOnItsStores();
  }

  private static List<ObjectStoreEnvironmentBean> stores() {
    return List.of(
        BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class),
        BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, "stateStore"),
        BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, "communicationStore"));
  }

  private static TransactionManager managerOnItsStores() {
    BeanPopulator.getDefaultInstance(CoordinatorEnvironmentBean.class).setDefaultTimeout(300);
    return com.arjuna.ats.jta.TransactionManager.transactionManager();
  }

  static TransactionSynchronizationRegistry registry() {
    return new TransactionSynchronizationRegistryImple();
  }

  /** Returns a data source whose connections take part with both phases. */
  static AgroalDataSource xa(DatabaseAddress address) {
    return pool(address, source(address).getClass(), integration());
  }

  /** Returns a data source whose connections take part with one phase, as drivers without XA do. */
  static AgroalDataSource local(DatabaseAddress address) {
    return pool(address, null, integration());
  }

  /** Returns a data source without a transaction manager. */
  static AgroalDataSource notEnlisted(DatabaseAddress address, boolean autoCommit) {
    AgroalDataSourceConfigurationSupplier pool = configuration(address, null);
    pool.connectionPoolConfiguration().connectionFactoryConfiguration().autoCommit(autoCommit);
    return made(pool);
  }

  private static TransactionIntegration integration() {
    return new NarayanaTransactionIntegration(
        com.arjuna.ats.jta.TransactionManager.transactionManager(), registry());
  }

  private static AgroalDataSource pool(
      DatabaseAddress address, Class<?> provider, TransactionIntegration integration) {
    AgroalDataSourceConfigurationSupplier pool = configuration(address, provider);
    pool.connectionPoolConfiguration().transactionIntegration(integration);
    return made(pool);
  }

  private static AgroalDataSourceConfigurationSupplier configuration(
      DatabaseAddress address, Class<?> provider) {
    AgroalDataSourceConfigurationSupplier pool = new AgroalDataSourceConfigurationSupplier();
    pool.connectionPoolConfiguration()
        .maxSize(24)
        .connectionFactoryConfiguration()
        .connectionProviderClass(provider)
        .jdbcUrl(address.url())
        .principal(new NamePrincipal(address.user()))
        .credential(new SimplePassword(address.password()));
    return pool;
  }

  private static AgroalDataSource made(AgroalDataSourceConfigurationSupplier pool) {
    try {
      return AgroalDataSource.from(pool);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static XADataSource source(DatabaseAddress address) {
    if (address.url().startsWith("jdbc:h2")) {
      JdbcDataSource h2 = new JdbcDataSource();
      h2.setURL(address.url());
      h2.setUser(address.user());
      h2.setPassword(address.password());
      return h2;
    }
    PGXADataSource postgres = new PGXADataSource();
    postgres.setUrl(address.url());
    postgres.setUser(address.user());
    postgres.setPassword(address.password());
    return postgres;
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
    XAResource inDoubt = source(address).getXAConnection().getXAResource();
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
}
