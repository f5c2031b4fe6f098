package dev.baton.jdbc.task;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import dev.baton.task.Candidate;
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
 * Inserts new tasks in the caller's transaction. It also writes their keys, their places in orders,
 * their waits and their labels.
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
    List<NewTask> free = new ArrayList<>();
    List<AddResult> answers = new ArrayList<>(tasks.size());
    for (int i = 0; i < tasks.size(); i++) {
      UUID holder = refused.get(i);
      if (holder == null) {
        free.add(tasks.get(i));
        answers.add(new AddResult.Added(tasks.get(i).id()));
      } else {
        answers.add(new AddResult.AlreadyExists(holder));
      }
    }
    if (!free.isEmpty()) {
      place(transaction, connection, free);
      if (labelled) {
        labels.add(connection, free);
      }
    }
    return answers;
  }

  /** Inserts the tasks that have got their keys. Only these tasks enter an order. */
  private void place(Transaction transaction, Connection connection, List<NewTask> free)
      throws SQLException {
    if (!anyWaits(free)) {
      adds.tasks(connection, free);
      return;
    }
    if (free.stream().noneMatch(NewTask::isInOrder)) {
      adds.tasks(connection, free);
      releaseListeners.announceAfter(transaction, waits.open(connection, free, Map.of()));
      return;
    }
    Map<UUID, UUID> before = orders.enter(connection, free);
    List<NewTask> placed = new ArrayList<>(free.size());
    List<UUID> first = new ArrayList<>();
    for (NewTask task : free) {
      boolean isFirst = startsFree(task) && !before.containsKey(task.id());
      placed.add(isFirst ? free(task) : task);
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
  private static boolean startsFree(NewTask task) {
    Waits waits = task.waits();
    return waits != null && waits.inOrder() && waits.size() == 0;
  }

  /** Returns the same task, but free to start. */
  private static NewTask free(NewTask task) {
    Waits waits = Objects.requireNonNull(task.waits());
    NextPosition start = WaitRules.free(task.placement(), waits.hintExpiry());
    return new NewTask(task.id(), task.spec(), start, task.keys(), null, task.labels());
  }

  /** Removes some orders that have no more tasks. Returns whether there may be more of them. */
  boolean pruneOrders(Connection connection, int limit) throws SQLException {
    return orders.prune(connection, limit);
  }
}
