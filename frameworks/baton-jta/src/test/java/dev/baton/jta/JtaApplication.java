package dev.baton.jta;

import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** A service with a table of bookings and a node, on one data source that JTA enlists. */
record JtaApplication(
    AgroalDataSource dataSource,
    JtaTransactions transactions,
    Baton baton,
    LinkedBlockingQueue<String> seen)
    implements AutoCloseable {

  /** Part of the error of each booking that fails. */
  static final Map<String, String> ERRORS =
      Map.of(
          "bad", "after the booking",
          "marked", "marked for rollback",
          "commits itself", "isn't in the JTA transaction");

  static JtaApplication on(AgroalDataSource dataSource) throws SQLException {
    JtaTransactions transactions =
        JtaTransactions.of(dataSource, Narayana.manager(), Narayana.registry());
    BatonSchema.apply(transactions.outside());
    execute(dataSource, "CREATE TABLE booking (name VARCHAR(100) PRIMARY KEY)");
    LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
    Baton baton =
        Baton.builder(JdbcStore.of(transactions.outside()))
            .transactions(transactions)
            .define(
                RawDefinition.of(
                    "NOTE",
                    attempt -> {
                      seen.add(attempt.payloadText());
                      return Outcome.done();
                    }))
            .define(
                RawDefinition.transactional(
                        "BOOK",
                        (attempt, transaction) -> booking(dataSource, attempt.payloadText()))
                    .retry(Retry.never())
                    .failWhenExhausted())
            .start();
    return new JtaApplication(dataSource, transactions, baton, seen);
  }

  private static Outcome<?> booking(DataSource dataSource, String name) throws Exception {
    execute(dataSource, "INSERT INTO booking VALUES ('" + name + "')");
    switch (name) {
      case "bad" -> throw new IllegalStateException("after the booking");
      case "marked" -> Narayana.manager().setRollbackOnly();
      case "commits itself" -> Narayana.manager().commit();
      default -> {}
    }
    return Outcome.done();
  }

  Tasks tasks() {
    return baton.tasks();
  }

  UUID add(String text) {
    return baton.tasks().add(TaskType.of("NOTE", Bytes.class).with(Bytes.of(text))).taskId();
  }

  void book(String name) throws SQLException {
    execute(dataSource, "INSERT INTO booking VALUES ('" + name + "')");
  }

  List<String> booked() throws SQLException {
    return names(dataSource, "SELECT name FROM booking ORDER BY name");
  }

  void forget() throws SQLException {
    execute(dataSource, "DELETE FROM booking");
  }

  boolean isThere(UUID id) {
    return baton.operations().find(id).isPresent();
  }

  /** Waits for the next text that a handler received. */
  String next() throws InterruptedException {
    String next = seen.poll(60, TimeUnit.SECONDS);
    if (next == null) {
      throw new IllegalStateException("No handler ran");
    }
    return next;
  }

  boolean isQuiet() {
    return seen.isEmpty();
  }

  /** Waits for the failure of a task and returns its error. */
  String error(UUID id) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < until) {
      Optional<TaskInfo> task = baton.operations().find(id).filter(TaskInfo::isFinished);
      if (task.isPresent()) {
        return task.get().error().orElseThrow();
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    throw new IllegalStateException("The task didn't end");
  }

  void inTransaction(Work work) throws Exception {
    Narayana.manager().begin();
    try {
      work.run();
    } catch (Throwable failed) {
      Narayana.manager().rollback();
      throw failed;
    }
    Narayana.manager().commit();
  }

  void inFailing(Work work) throws Exception {
    Narayana.manager().begin();
    try {
      work.run();
    } finally {
      Narayana.manager().rollback();
    }
  }

  void suspended(Work work) throws Exception {
    jakarta.transaction.Transaction outer = Narayana.manager().suspend();
    try {
      work.run();
    } finally {
      Narayana.manager().resume(outer);
    }
  }

  static void execute(DataSource dataSource, String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static List<String> names(DataSource dataSource, String sql) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  @Override
  public void close() {
    baton.close();
    dataSource.close();
  }

  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }
}
