package dev.baton.spring;

import dev.baton.api.error.ConfigurationException;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.sql.FirstConnection;
import dev.baton.spring.error.BatonSetupException;
import dev.baton.spring.transaction.ManagedSource;
import dev.baton.spring.transaction.SpringTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;

/** The application's data source for Baton, and its transaction manager. */
public final class BatonDatabase {
  private final DataSource dataSource;
  private final PlatformTransactionManager manager;

  private BatonDatabase(DataSource dataSource, PlatformTransactionManager manager) {
    this.dataSource = dataSource;
    this.manager = manager;
  }

  /**
   * @throws BatonSetupException if the choice isn't clear
   */
  static BatonDatabase of(ConfigurableListableBeanFactory beans, BatonSetup setup) {
    DataSource dataSource = SpringTransactions.target(dataSource(beans, setup));
    return new BatonDatabase(dataSource, manager(beans, setup, dataSource));
  }

  public DataSource dataSource() {
    return dataSource;
  }

  public PlatformTransactionManager manager() {
    return manager;
  }

  /** Returns the folder under {@code db/baton} with the migrations of this database. */
  String migrations() {
    try (Connection connection = FirstConnection.open(dataSource)) {
      return Dialect.of(connection).name();
    } catch (ConfigurationException unknown) {
      throw new BatonSetupException(
          "Baton can't use this database: " + unknown.getMessage(),
          "Use one of these. If you have several data sources, select Baton's by"
              + " baton.data-source or @BatonDataSource");
    } catch (SQLException e) {
      throw new BatonSetupException(
          "Baton's database can't be reached: " + e.getMessage(),
          "Check the URL and the user, and that the database runs");
    }
  }

  private static DataSource dataSource(ConfigurableListableBeanFactory beans, BatonSetup setup) {
    if (setup.database().dataSource() != null) {
      return named(beans, DataSource.class, setup.database().dataSource(), "baton.data-source");
    }
    List<String> names =
        Arrays.asList(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, DataSource.class));
    List<String> marked =
        names.stream()
            .filter(name -> beans.findAnnotationOnBean(name, BatonDataSource.class) != null)
            .toList();
    if (marked.size() == 1) {
      return beans.getBean(marked.get(0), DataSource.class);
    }
    DataSource unique = beans.getBeanProvider(DataSource.class).getIfUnique();
    if (unique == null) {
      throw new BatonSetupException(
          names.isEmpty()
              ? "Baton needs a data source, but none exists"
              : "Several data sources exist and none is the primary one: " + names,
          names.isEmpty()
              ? "Set spring.datasource.url, or declare a DataSource bean"
              : "Set baton.data-source to one of these names, or put @BatonDataSource on one");
    }
    return unique;
  }

  private static PlatformTransactionManager manager(
      ConfigurableListableBeanFactory beans, BatonSetup setup, DataSource dataSource) {
    if (setup.database().transactionManager() != null) {
      return named(
          beans,
          PlatformTransactionManager.class,
          setup.database().transactionManager(),
          "baton.transaction-manager");
    }
    Map<String, PlatformTransactionManager> all =
        beans.getBeansOfType(PlatformTransactionManager.class, false, true);
    List<PlatformTransactionManager> fitting = new ArrayList<>();
    for (PlatformTransactionManager one : all.values()) {
      if (SpringTransactions.isJta(one) || ManagedSource.isSame(one, dataSource)) {
        fitting.add(one);
      }
    }
    if (fitting.size() == 1) {
      return fitting.get(0);
    }
    PlatformTransactionManager primary =
        beans.getBeanProvider(PlatformTransactionManager.class).getIfUnique();
    if (primary == null || !fitting.contains(primary)) {
      throw new BatonSetupException(
          fitting.isEmpty()
              ? "No transaction manager uses Baton's data source; existing ones: " + all.keySet()
              : "Several transaction managers use Baton's data source: " + all.keySet(),
          "Declare one (JdbcTransactionManager, JpaTransactionManager), or set"
              + " baton.transaction-manager to the name of the one that your services use");
    }
    return primary;
  }

  private static <T> T named(
      ConfigurableListableBeanFactory beans, Class<T> type, String name, String property) {
    try {
      return beans.containsBean(name)
          ? beans.getBean(name, type)
          : BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, type, name);
    } catch (NoSuchBeanDefinitionException none) {
      throw new BatonSetupException(
          property + " is " + name + ", but no " + type.getSimpleName() + " has that name",
          "Existing beans: "
              + Arrays.toString(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type)));
    }
  }
}
