package dev.baton.examples;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.BatonSchema;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** An in-memory database with Baton's tables, for the small examples. */
public final class ExampleDatabase {
  private ExampleDatabase() {}

  /** Returns a new, empty database with these business tables. Closing it deletes everything. */
  public static HikariDataSource with(String... createTables) throws SQLException {
    DatabaseAddress address = LocalH2.newDatabase();
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    HikariDataSource database = new HikariDataSource(config);
    BatonSchema.apply(database);
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String createTable : createTables) {
        statement.execute(createTable);
      }
    }
    return database;
  }
}
