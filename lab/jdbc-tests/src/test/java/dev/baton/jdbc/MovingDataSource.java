package dev.baton.jdbc;

import dev.baton.local.DatabaseAddress;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Leads to one server and later to another, as names and proxies do at a failover. Thread-safe. */
class MovingDataSource implements DataSource {
  private volatile DatabaseAddress address;

  MovingDataSource(DatabaseAddress address) {
    this.address = address;
  }

  /** Leads new connections to this server. */
  void lead(DatabaseAddress to) {
    address = to;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return address.connect();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("Not a wrapper");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
