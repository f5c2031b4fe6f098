package dev.baton.move;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A process that tests kill: a move, a node of Baton, or a node of an old engine. */
final class MoveChild {
  private MoveChild() {}

  /** Starts a process whose output goes to the test's output. */
  static Process start(DatabaseAddress address, String role, String engine) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx400m"));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), MoveChild.class.getName()));
    command.addAll(List.of(address.url(), address.user(), address.password(), role, engine));
    return new ProcessBuilder(command).inheritIO().start();
  }

  public static void main(String[] arguments) throws Exception {
    HikariDataSource pool =
        MoveDatabase.pool(new DatabaseAddress(arguments[0], arguments[1], arguments[2]));
    OldNode old = OldNode.of(arguments[4], pool);
    switch (arguments[3]) {
      case "move" ->
          Move.from(old.engine(), pool)
              .mapping(old.mapping())
              .batch(20) // small batches, so that kills hit between them
              .build()
              .follow(Duration.ofMillis(50));
      case "baton" -> runBaton(pool);
      default -> old.run();
    }
  }

  /** Runs Baton, with effects in the transactions that end its tasks. */
  private static void runBaton(HikariDataSource pool) throws InterruptedException {
    try (Baton baton =
        Baton.builder(JdbcStore.of(pool))
            .settings(
                s ->
                    s.lease(Duration.ofSeconds(4))
                        .poll(Duration.ofMillis(50))
                        .maxRunning(8)
                        .keepDone(Duration.ZERO))
            .define(
                RawDefinition.transactional(
                    "EFFECT",
                    (attempt, transaction) -> {
                      effect(
                          transaction.unwrap(Connection.class),
                          attempt.payload().toText(),
                          "baton");
                      return Outcome.done();
                    }))
            .start()) {
      Thread.currentThread().join();
    }
  }

  static void effect(Connection connection, String task, String engine) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO effect (task, engine) VALUES (?, ?)")) {
      statement.setString(1, task);
      statement.setString(2, engine);
      statement.execute();
    }
  }
}
