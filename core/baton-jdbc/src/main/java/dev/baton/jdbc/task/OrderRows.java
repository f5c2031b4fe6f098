package dev.baton.jdbc.task;

import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.task.internal.TaskSpec;
import dev.baton.task.rule.NewTask;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Stores the last task of each order. A transaction that adds to an order locks its row of {@code
 * baton_order} until it ends, so the order follows the commits. Rows are locked in the order of
 * their names.
 */
final class OrderRows {
  private static final int MAX_TRIES = 10;

  private final Statements statements;
  private final WaitWriter waits;

  /** The name up to which pruning has read. */
  private volatile String pruned = "";

  /**
   * The last task of an order.
   *
   * @param isLeft whether its turn or its end is still to come
   */
  private record Last(String name, UUID task, boolean isLeft) {}

  OrderRows(Statements statements, WaitWriter waits) {
    this.statements = statements;
    this.waits = waits;
  }

  /**
   * Puts the tasks that have an order at its end, in the caller's transaction.
   *
   * @return for each task that must wait for its turn, the task before it
   */
  Map<UUID, UUID> enter(Connection connection, List<NewTask> tasks) throws SQLException {
    Map<UUID, UUID> before = new HashMap<>();
    Map<String, UUID> first = new HashMap<>();
    TreeMap<String, UUID> last = new TreeMap<>();
    for (NewTask task : tasks) {
      if (task.isInOrder()) {
        String name = name(task.spec());
        UUID previous = last.put(name, task.id());
        if (previous == null) {
          first.put(name, task.id());
        } else {
          before.put(task.id(), previous);
        }
      }
    }
    if (!last.isEmpty()) {
      write(connection, last);
      before.putAll(waiting(connection, first, List.copyOf(last.keySet())));
    }
    return before;
  }

  private void write(Connection connection, TreeMap<String, UUID> last) throws SQLException {
    List<Map.Entry<String, UUID>> rows = List.copyOf(last.entrySet());
    if (!statements.dialect().hasCheapStatements()) {
      write(connection, rows);
    } else {
      // H2 refuses a row that two transactions insert at once, but its batch would still lock the
      // rows behind it.
      for (Map.Entry<String, UUID> row : rows) {
        writeOrAgain(connection, row);
      }
    }
  }

  private void writeOrAgain(Connection connection, Map.Entry<String, UUID> row)
      throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        write(connection, List.of(row));
        return;
      } catch (SQLException e) {
        if (!SqlErrors.isDuplicateKey(e) || tries == MAX_TRIES) {
          throw e;
        }
      }
    }
  }

  private void write(Connection connection, List<Map.Entry<String, UUID>> rows)
      throws SQLException {
    statements.each(
        connection, "enter-order", rows, (b, row) -> b.text(row.getKey()).uuid(row.getValue()));
  }

  /** Returns, for the first new task of each order, the task before it whose turn isn't over. */
  private Map<UUID, UUID> waiting(
      Connection connection, Map<String, UUID> first, List<String> names) throws SQLException {
    Map<UUID, UUID> before = new HashMap<>();
    statements.byTexts(
        connection,
        "orders",
        names,
        row -> {
          UUID earlier = statements.dialect().readUuid(row, 2);
          UUID next = first.get(row.getString(1));
          if (earlier != null && next != null) {
            before.put(next, earlier);
          }
          return true;
        });
    Set<UUID> passed = waits.passed(connection, new HashSet<>(before.values()));
    before.values().removeAll(passed);
    return before;
  }

  /**
   * Removes some orders that have no task left. The next call continues behind them.
   *
   * @return whether most of them were removed, so that more may remain
   */
  boolean prune(Connection connection, int limit) throws SQLException {
    String from = pruned;
    List<Last> some =
        statements.query(
            connection,
            "next-orders",
            b -> b.text(from).small(limit),
            row -> new Last(row.getString(1), statements.id(row, 2), row.getInt(3) == 1));
    boolean isEnd = some.size() < limit;
    pruned = isEnd ? "" : some.get(some.size() - 1).name();
    List<Last> over = some.stream().filter(order -> !order.isLeft()).toList();
    // Skip orders to which a transaction is adding: other adds would have to wait for it behind the
    // pruner.
    Set<String> free =
        new HashSet<>(
            statements.byTexts(
                connection,
                "lock-orders",
                over.stream().map(Last::name).toList(),
                row -> row.getString(1)));
    statements.each(
        connection,
        "forget-order",
        over.stream().filter(order -> free.contains(order.name())).toList(),
        (b, order) -> b.text(order.name()).uuid(order.task()));
    return !isEnd && over.size() > limit / 2;
  }

  /** A type has no control characters, so two orders never have the same name. */
  private static String name(TaskSpec spec) {
    return spec.type() + "\n" + spec.key();
  }
}
