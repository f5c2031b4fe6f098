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
 * The last task of each order. A row of {@code baton_order} is locked by who adds to its order,
 * until the end of that transaction: so the order is that of the commits. Rows are locked in the
 * order of their names.
 */
final class OrderRows {
  private static final int MAX_TRIES = 10;

  private final Statements statements;
  private final WaitWriter waits;

  /** Up to where pruning has looked. */
  private volatile String pruned = "";

  /**
   * The last task of an order.
   *
   * @param isLeft whether its turn, or its end, is still to come
   */
  private record Last(String name, UUID task, boolean isLeft) {}

  OrderRows(Statements statements, WaitWriter waits) {
    this.statements = statements;
    this.waits = waits;
  }

  /**
   * Puts these tasks at the end of their orders, those that have one, in the caller's transaction.
   *
   * @return for each that must wait for its turn the task before it
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
      // H2 refuses a row that two begin at once, and a batch locks those behind it all the same.
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

  /** The first new task of each order, and the one before it that hasn't passed. */
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
   * Forgets some orders of which no task is left; the next call goes on behind them.
   *
   * @return whether most were to be forgotten, so that more may be
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
    // Those that somebody adds to are left alone: others would wait for that one behind the pruner.
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

  /** A type has no control characters, so no two orders have one name. */
  private static String name(TaskSpec spec) {
    return spec.type() + "\n" + spec.key();
  }
}
