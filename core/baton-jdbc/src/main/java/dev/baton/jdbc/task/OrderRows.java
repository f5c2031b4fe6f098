package dev.baton.jdbc.task;

import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.task.row.TaskSpec;
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
 * Stores which task is the last one of each order. A transaction that adds to an order locks the
 * order's row in {@code baton_order} until it ends. So the tasks of an order have the same sequence
 * as the commits. Rows are locked in the sequence of their names.
 */
final class OrderRows {
  private static final int MAX_TRIES = 10;

  private final Statements statements;
  private final WaitWriter waits;

  /** Name of the order after which pruning continues. */
  private volatile String pruned = "";

  /**
   * The last task of an order.
   *
   * @param isLeft true if the task has not ended, or its turn has not come
   */
  private record Last(String name, UUID task, boolean isLeft) {}

  OrderRows(Statements statements, WaitWriter waits) {
    this.statements = statements;
    this.waits = waits;
  }

  /**
   * Adds the tasks to the end of their orders, in the caller's transaction.
   *
   * @return for each task that must wait for its turn, the task before it in the order
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
      // H2 refuses a row that two transactions insert at the same time. A batch would then still
      // lock the rows after it.
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

  /**
   * Returns the previous task for the first new task of each order, if the turn of that previous
   * task isn't over.
   */
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
   * Removes some orders that have no more tasks. The next call continues after these.
   *
   * @return true if most of them could be removed, so that there may be more
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
    // Skip orders to which a transaction is just adding. Otherwise other adds would have to wait
    // for that transaction, too.
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

  /**
   * Returns the name of an order. A type contains no control characters, so two orders never have
   * the same name.
   */
  private static String name(TaskSpec spec) {
    return spec.type() + "\n" + spec.key();
  }
}
