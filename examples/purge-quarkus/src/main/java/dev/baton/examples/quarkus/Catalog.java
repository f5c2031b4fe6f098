package dev.baton.examples.quarkus;

import dev.baton.api.Tasks;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The catalog's tables: one row per table. */
@ApplicationScoped
public class Catalog {
  private final DataSource dataSource;
  private final Tasks tasks;

  Catalog(DataSource dataSource, Tasks tasks) {
    this.dataSource = dataSource;
    this.tasks = tasks;
  }

  void makeTables(@Observes StartupEvent start) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS catalog_table (name text PRIMARY KEY, location text NOT"
              + " NULL)");
    }
  }

  /** Adds a table. The location is its folder in the warehouse. */
  @Transactional
  public void add(String name, String location) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO catalog_table VALUES (?, ?)")) {
      insert.setString(1, name);
      insert.setString(2, location);
      insert.executeUpdate();
    }
  }

  // region drop
  /**
   * Drops a table. The transaction deletes its row; a task deletes its files later, even if this
   * node dies.
   *
   * @return true if the table existed
   */
  @Transactional
  public boolean drop(String name) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement delete =
            connection.prepareStatement(
                "DELETE FROM catalog_table WHERE name = ? RETURNING location")) {
      delete.setString(1, name);
      try (ResultSet row = delete.executeQuery()) {
        if (!row.next()) {
          return false;
        }
        tasks.add(Purge.PURGE_TABLE.with(new DroppedTable(name, row.getString(1))));
        return true;
      }
    }
  }
  // endregion
}
