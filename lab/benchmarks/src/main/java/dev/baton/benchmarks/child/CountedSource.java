package dev.baton.benchmarks.child;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens connections of the driver itself and counts their statements. */
final class CountedSource implements DataSource {
  private final Setup setup;
  private final StatementCount count;
  private volatile int loginTimeout;

  CountedSource(Setup setup, StatementCount count) {
    this.setup = setup;
    this.count = count;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection plain = DriverManager.getConnection(setup.url(), setup.user(), setup.password());
    return count.counting(plain);
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
  public void setLoginTimeout(int seconds) {
    loginTimeout = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeout;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("It logs nothing");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("Nothing is wrapped here");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
