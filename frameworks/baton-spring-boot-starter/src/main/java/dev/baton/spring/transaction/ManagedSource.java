package dev.baton.spring.transaction;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.transaction.PlatformTransactionManager;

/** Finds the data source of a transaction manager. */
public final class ManagedSource {
  private ManagedSource() {}

  /**
   * Reads the manager's property {@code dataSource}. The managers of JDBC, JPA and Hibernate have
   * it, so their libraries aren't needed. Returns null if the manager has no data source.
   */
  public static @Nullable DataSource of(PlatformTransactionManager manager) {
    BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(manager);
    return properties.isReadableProperty("dataSource")
            && properties.getPropertyValue("dataSource") instanceof DataSource found
        ? SpringTransactions.target(found)
        : null;
  }

  public static boolean isSame(PlatformTransactionManager manager, DataSource dataSource) {
    return dataSource.equals(of(manager));
  }

  public static void requireSame(PlatformTransactionManager manager, DataSource dataSource) {
    if (!isSame(manager, dataSource)) {
      throw new IllegalArgumentException(
          "The transaction manager "
              + name(manager)
              + (of(manager) == null
                  ? " doesn't show its data source"
                  : " is for another data source")
              + ", so tasks could not be added in its transactions. Give Baton the manager of its"
              + " own data source (baton.transaction-manager), or the data source of this manager"
              + " (baton.data-source)");
    }
  }

  public static String name(PlatformTransactionManager manager) {
    return manager.getClass().getSimpleName();
  }
}
