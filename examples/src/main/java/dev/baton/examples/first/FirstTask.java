package dev.baton.examples.first;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskType;
import dev.baton.examples.ExampleDatabase;
import dev.baton.jdbc.JdbcBaton;
import dev.baton.jdbc.JdbcTransactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * A customer is inserted and a task to greet them is added in one transaction. If it commits, they
 * are greeted; if not, there was neither.
 */
public final class FirstTask {
  static final String CUSTOMERS = "CREATE TABLE customer (name varchar(80) PRIMARY KEY)";

  /** What the task carries: any record. */
  record Welcome(String customer) {}

  /** The name is what is stored; the class may move. */
  static final TaskType<Welcome, Void> WELCOME = TaskType.named("WELCOME").payload(Welcome.class);

  private FirstTask() {}

  public static void main(String[] arguments) throws Exception {
    try (HikariDataSource database = ExampleDatabase.with(CUSTOMERS)) {
      System.out.println(register(database, "Ada"));
    }
  }

  /** Answers how the customer was greeted. */
  static String register(DataSource database, String customer) throws Exception {
    CompletableFuture<String> greeting = new CompletableFuture<>();
    JdbcTransactions transactions = JdbcTransactions.of(database);
    try (Baton baton =
        JdbcBaton.on(database, transactions)
            .define(
                TaskDefinition.of(
                    WELCOME,
                    (welcome, attempt) -> greeting.complete("Welcome, " + welcome.customer())))
            .start()) {
      transactions.run(
          transaction -> {
            insert(transaction.connection(), customer);
            baton.tasks().add(transaction, WELCOME.request(new Welcome(customer)));
          });
      return greeting.get(30, TimeUnit.SECONDS);
    }
  }

  private static void insert(Connection connection, String customer) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO customer (name) VALUES (?)")) {
      insert.setString(1, customer);
      insert.executeUpdate();
    }
  }
}
