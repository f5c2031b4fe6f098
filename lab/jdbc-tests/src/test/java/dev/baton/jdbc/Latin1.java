package dev.baton.jdbc;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** PostgreSQL databases that store only letters of Western Europe. */
public final class Latin1 {
  private static final AtomicInteger MADE = new AtomicInteger();

  private Latin1() {}

  /** Creates a new, empty database. */
  public static DatabaseAddress newDatabase() throws SQLException {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    String name = "latin1_" + ProcessHandle.current().pid() + "_" + MADE.incrementAndGet();
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE DATABASE "
              + name
              + " ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
    }
    String url = address.url();
    return new DatabaseAddress(
        url.substring(0, url.lastIndexOf('/') + 1) + name, address.user(), address.password());
  }
}
