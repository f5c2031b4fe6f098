package dev.baton.chaos.fault;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.chaos.process.Database;
import dev.baton.chaos.process.Plan;
import dev.baton.chaos.process.Work;
import dev.baton.chaos.record.Occurrence;
import dev.baton.chaos.record.TaskKind;
import dev.baton.chaos.record.Wait;
import dev.baton.handler.MoveResult;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.jdbc.transaction.JdbcTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Application code that locks and changes rows of ready or running tasks, keeps the locks for a
 * while, and rolls everything back. Nothing of it may have an effect.
 */
public final class Meddler extends Bystander {
  private static final int MOST_ROWS = 60;

  private final Client client;

  public Meddler(Client client, long seed) {
    super("meddler", seed, 100);
    this.client = client;
  }

  /** An exception that rolls a transaction back. */
  private static final class Undone extends Exception {
    private static final long serialVersionUID = 1;
  }

  @Override
  void act(Random chance) throws Exception {
    switch (chance.nextInt(20)) {
      case 0 -> lock(Occurrence.ROWS_LOCKED_LONG, 5, Plan.LEASE.toMillis() + 500);
      case 1, 2, 3, 4, 5, 6, 7 ->
          lock(Occurrence.ROWS_LOCKED, 1 + chance.nextInt(MOST_ROWS), chance.nextInt(200));
      case 8, 9, 10, 11 -> lockToSavepoint(1 + chance.nextInt(MOST_ROWS), chance.nextInt(100));
      case 12, 13, 14, 15 -> waitForLive(chance.nextInt(100));
      default -> signalNotWanted();
    }
  }

  private void lock(Occurrence what, int most, long millis) throws Exception {
    undone(
        transaction -> {
          int locked = lock(transaction.connection(), most);
          Wait.pause(millis);
          client.met(what, locked);
        });
  }

  private void lockToSavepoint(int most, long millis) throws Exception {
    client
        .transactions()
        .run(
            transaction -> {
              Connection connection = transaction.connection();
              Savepoint before = connection.setSavepoint();
              int locked = lock(connection, most);
              Wait.pause(millis);
              connection.rollback(before);
              client.met(Occurrence.ROWS_LOCKED_TO_SAVEPOINT, locked);
            });
  }

  /** Locks rows in order, as a careful application does, and writes to them. */
  private int lock(Connection connection, int most) throws SQLException {
    List<String> rows =
        Database.query(
            connection,
            "SELECT "
                + client.database().kind().idText()
                + " FROM baton_task WHERE status IN (2, 3) LIMIT "
                + most
                + " FOR UPDATE SKIP LOCKED");
    for (String row : rows.subList(0, Math.min(3, rows.size()))) {
      Database.update(
          connection,
          "UPDATE baton_task SET priority = 9, version = version + 1 WHERE "
              + client.database().kind().idText()
              + " = '"
              + row
              + "'");
    }
    return rows.size();
  }

  private void waitForLive(long millis) throws Exception {
    List<UUID> live = client.database().liveIds("status IN (2, 3)", MOST_ROWS);
    if (live.isEmpty()) {
      return;
    }
    undone(
        transaction -> {
          client
              .baton()
              .tasks()
              .add(
                  transaction, TaskRequest.of(TaskType.of(TaskKind.AFTER.name())).waitForEnd(live));
          Wait.pause(millis);
          client.met(Occurrence.WAIT_UNDONE, live.size());
        });
  }

  private void signalNotWanted() throws Exception {
    for (UUID id : client.database().liveIds("status IN (2, 3)", 2)) {
      MoveResult result =
          RowSignals.of(client.baton().tasks()).signal(id, task -> RowDecision.notWanted());
      client.met(Occurrence.SIGNAL_NOT_WANTED, result instanceof MoveResult.NotWanted ? 1 : 0);
    }
  }

  private interface Work {
    void with(JdbcTransaction transaction) throws Exception;
  }

  private void undone(Work work) throws Exception {
    try {
      client
          .transactions()
          .run(
              transaction -> {
                work.with(transaction);
                throw new Undone();
              });
    } catch (Undone onPurpose) {
      // The rolled-back change has no effect.
    }
  }
}
