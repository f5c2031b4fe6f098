package dev.baton.kafka;

import dev.baton.Baton;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** Creates nodes that share a separate database. */
public final class TestNode implements AutoCloseable {
  private final JdbcConnectionPool pool;
  private final JdbcTransactions transactions;

  private TestNode(DatabaseAddress address) {
    pool = JdbcConnectionPool.create(address.url(), address.user(), address.password());
    pool.setMaxConnections(40);
    BatonSchema.apply(pool);
    transactions = JdbcTransactions.of(pool);
  }

  /** Creates an in-memory database. */
  public static TestNode database() {
    return at(LocalH2.newDatabase());
  }

  public static TestNode at(DatabaseAddress address) {
    return new TestNode(address);
  }

  public DataSource pool() {
    return pool;
  }

  public JdbcTransactions transactions() {
    return transactions;
  }

  /** Returns a node that runs these tasks. */
  public Baton start(TaskDefinition<?, ?>... definitions) {
    return Baton.builder(JdbcStore.of(pool)).transactions(transactions).define(definitions).start();
  }

  /** Returns one number or text from the database. */
  public String ask(String query) {
    return asked(query).get(0);
  }

  /** Runs one statement. */
  public void write(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Returns the first column of the rows. */
  public List<String> asked(String query) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> all = new ArrayList<>();
      while (rows.next()) {
        all.add(rows.getString(1));
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(query, e);
    }
  }

  @Override
  public void close() {
    pool.dispose();
  }
}
