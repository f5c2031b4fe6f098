package dev.baton.examples.ledger;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.examples.ExampleDatabase;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Books an amount in a transactional handler. The ledger row and the end of the task commit
 * together, so the row exists exactly once, even if the handler runs several times. Here the first
 * attempt fails after it has inserted the row.
 */
public final class BookOnce {
  static final String LEDGER = "CREATE TABLE ledger (account varchar(40), cents bigint)";

  record Booking(String account, long cents) {}

  static final TaskType<Booking, Void> BOOK = TaskType.of("BOOK", Booking.class);

  private BookOnce() {}

  public static void main(String[] arguments) throws Exception {
    try (HikariDataSource database = ExampleDatabase.with(LEDGER)) {
      System.out.println("Balance: " + book(database, new Booking("ada", 12_500)) + " cents");
    }
  }

  /** Books the amount and returns the balance. */
  static long book(DataSource database, Booking booking) throws Exception {
    try (Baton baton =
        Baton.builder(JdbcStore.of(database))
            .define(
                TaskDefinition.of(BOOK)
                    .transactionalOutcome(
                        (wanted, attempt, transaction) -> {
                          insert(transaction, wanted);
                          if (attempt.number() == 1) {
                            throw new IllegalStateException("a bug after the insert");
                          }
                          return Outcome.done();
                        })
                    .retry(Retry.fixed(Duration.ofMillis(50)).maxAttempts(3)))
            .start()) {
      baton.tasks().submit(BOOK.with(booking)).await(Duration.ofSeconds(30));
      return balance(database, booking.account());
    }
  }

  private static void insert(Transaction transaction, Booking booking) throws SQLException {
    Connection connection = transaction.unwrap(Connection.class);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO ledger (account, cents) VALUES (?, ?)")) {
      insert.setString(1, booking.account());
      insert.setLong(2, booking.cents());
      insert.executeUpdate();
    }
  }

  private static long balance(DataSource database, String account) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement sum =
            connection.prepareStatement("SELECT sum(cents) FROM ledger WHERE account = ?")) {
      sum.setString(1, account);
      try (ResultSet row = sum.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
