package dev.baton.jdbc.notify;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import javax.sql.DataSource;

/** A pool that hides the pool or driver beneath it. */
final class OpaqueDataSource {
  private OpaqueDataSource() {}

  static DataSource around(DataSource pool) {
    return (DataSource)
        Proxy.newProxyInstance(
            OpaqueDataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> {
              if (method.getName().equals("isWrapperFor")) {
                return false;
              }
              try {
                return method.invoke(pool, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
