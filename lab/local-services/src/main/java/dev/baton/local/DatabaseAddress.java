package dev.baton.local;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The URL, user and password of a database: everything that a data source needs. */
public record DatabaseAddress(String url, String user, String password) {

  /** Opens one plain connection; the caller closes it. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }

  @Override
  public String toString() {
    return url + " as " + user;
  }
}
