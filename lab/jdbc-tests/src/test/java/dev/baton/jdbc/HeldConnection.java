package dev.baton.jdbc;

import dev.baton.local.DatabaseAddress;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;

/** A pool of one connection that does not reset the connection when it is returned. */
final class HeldConnection extends MovingDataSource implements AutoCloseable {
  private final Connection connection;

  HeldConnection(DatabaseAddress address) throws SQLException {
    super(address);
    connection = address.connect();
  }

  Connection connection() {
    return connection;
  }

  @Override
  public Connection getConnection() {
    return (Connection)
        Proxy.newProxyInstance(
            HeldConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                return method.getName().equals("close")
                    ? null
                    : method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
