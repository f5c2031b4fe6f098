package dev.baton.spring.test;

import dev.baton.test.TestDatabase;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Wraps each data source of the application, so that the test controls its clock and its faults.
 */
final class TestDatabases implements BeanPostProcessor {
  private final Map<DataSource, TestDatabase> bySeen =
      Collections.synchronizedMap(new IdentityHashMap<>());

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    if (!(bean instanceof DataSource plain)) {
      return bean;
    }
    TestDatabase database = TestDatabase.around(plain);
    bySeen.put(database.dataSource(), database);
    return database.dataSource();
  }

  /**
   * @throws IllegalStateException if it isn't a bean of the application
   */
  TestDatabase of(DataSource seen) {
    TestDatabase database = bySeen.get(seen);
    if (database == null) {
      throw new IllegalStateException(
          "Baton's data source isn't a bean, so the test can't control its clock: declare it as"
              + " a bean, and don't wrap it in another data source");
    }
    return database;
  }
}
