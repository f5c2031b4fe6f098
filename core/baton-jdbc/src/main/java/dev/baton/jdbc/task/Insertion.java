package dev.baton.jdbc.task;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.WaitRules;
import dev.baton.task.rule.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Inserts new tasks in the caller's transaction. It also writes the tasks' keys, places in orders,
 * waits and labels.
 */
final class Insertion {
  private final SqlStrategy.Adds adds;
  private final UniqueKeys keys;
  private final OrderRows orders;
  private final WaitWriter waits;
  private final LabelRows labels;
  private final ReleaseListeners releaseListeners;

  Insertion(
      Statements statements,
      SqlStrategy.Adds adds,
      UniqueKeys keys,
      WaitWriter waits,
      ReleaseListeners releaseListeners) {
    this.adds = adds;
    this.keys = keys;
    this.orders = new OrderRows(statements, waits);
    this.labels = new LabelRows(statements, adds);
    this.waits = waits;
    this.releaseListeners = releaseListeners;
  }

  List<AddResult> insert(Transaction transaction, Connection connection, List<NewTask> tasks)
      throws SQLException {
    try {
      return inserted(transaction, connection, tasks);
    } catch (SQLException e) {
      if (SqlErrors.isDuplicateKey(e) && tasks.stream().anyMatch(NewTask::hasOwnId)) {
        throw new SQLException(
            "A task with the same id was added at the same time, or after this transaction's"
                + " snapshot. Run the transaction again",
            "40001",
            e);
      }
      throw e;
    }
  }

  private List<AddResult> inserted(
      Transaction transaction, Connection connection, List<NewTask> tasks) throws SQLException {
    if (anyWaits(tasks)) {
      waits.checkSeen(transaction, connection, tasks);
    }
    boolean labelled = tasks.stream().anyMatch(task -> !task.labels().isEmpty());
    if (labelled) {
      CallerTransactions.requireSeveralStatements(transaction);
    }
    Map<Integer, UUID> refused = Map.of();
    if (tasks.stream().anyMatch(task -> task.spec().keyed())) {
      int isolation = CallerTransactions.isolationOf(transaction, connection);
      if (isolation <= Connection.TRANSACTION_READ_COMMITTED
          && !labelled
          && keys.insertNamed(connection, tasks)) {
        return List.of(new AddResult.Added(tasks.get(0).id()));
      }
      CallerTransactions.requireSeveralStatements(transaction);
      refused = keys.take(connection, isolation, tasks);
    }
    List<NewTask> accepted = new ArrayList<>();
    List<AddResult> answers = new ArrayList<>(tasks.size());
    for (int i = 0; i < tasks.size(); i++) {
      UUID holder = refused.get(i);
      if (holder == null) {
        accepted.add(tasks.get(i));
        answers.add(new AddResult.Added(tasks.get(i).id()));
      } else {
        answers.add(new AddResult.AlreadyExists(holder));
      }
    }
    if (!accepted.isEmpty()) {
      place(transaction, connection, accepted);
      if (labelled) {
        labels.add(connection, accepted);
      }
    }
    return answers;
  }

  /** Inserts the tasks that have got their keys. Only these tasks enter an order. */
  private void place(Transaction transaction, Connection connection, List<NewTask> accepted)
      throws SQLException {
    if (!anyWaits(accepted)) {
      adds.tasks(connection, accepted);
      return;
    }
    if (accepted.stream().noneMatch(NewTask::isInOrder)) {
      adds.tasks(connection, accepted);
      releaseListeners.announceAfter(transaction, waits.open(connection, accepted, Map.of()));
      return;
    }
    Map<UUID, UUID> before = orders.enter(connection, accepted);
    List<NewTask> placed = new ArrayList<>(accepted.size());
    List<UUID> first = new ArrayList<>();
    for (NewTask task : accepted) {
      boolean isFirst = waitsOnlyForTurn(task) && !before.containsKey(task.id());
      placed.add(isFirst ? withoutWaits(task) : task);
      if (isFirst) {
        first.add(task.id());
      }
    }
    adds.tasks(connection, placed);
    List<Candidate> ready = new ArrayList<>(waits.ready(connection, first));
    ready.addAll(waits.open(connection, placed, before));
    releaseListeners.announceAfter(transaction, ready);
  }

  private static boolean anyWaits(List<NewTask> tasks) {
    return tasks.stream().anyMatch(task -> task.waits() != null);
  }

  /** Returns whether the task waits only for its turn. */
  private static boolean waitsOnlyForTurn(NewTask task) {
    Waits waits = task.waits();
    return waits != null && waits.inOrder() && waits.size() == 0;
  }

  /** Returns the same task without its wait, because its turn has come. */
  private static NewTask withoutWaits(NewTask task) {
    Waits waits = Objects.requireNonNull(task.waits());
    NextPosition start = WaitRules.withoutWaits(task.placement(), waits.hintExpiry());
    return new NewTask(task.id(), task.spec(), start, task.keys(), null, task.labels());
  }

  /** Removes some orders that have no more tasks. Returns whether more such orders may exist. */
  boolean pruneOrders(Connection connection, int limit) throws SQLException {
    return orders.prune(connection, limit);
  }
}
