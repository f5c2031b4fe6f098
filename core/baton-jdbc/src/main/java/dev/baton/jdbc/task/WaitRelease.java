package dev.baton.jdbc.task;

import dev.baton.jdbc.sql.CandidateRows;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.jdbc.task.strategy.Wait;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitRules;
import dev.baton.task.rule.WaitRules.End;
import dev.baton.task.rule.WaitRules.WaitVerdict;
import dev.baton.task.rule.WaitRules.Waiter;
import dev.baton.task.rule.WaitState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Handles the ends of tasks that others wait for. It decreases the counts of the waiting tasks,
 * called waiters, and moves those that no longer wait. {@link WaitWriter} describes the order of
 * locks.
 *
 * <p>Each waiter has its own row, which says whether it still waits. This class locks that row
 * before it decides. Transactions that hold, reschedule or end the waiting task lock it, too.
 * Transactions that edit, merge or signal the task don't lock it. So this class locks the task's
 * row last, and moves the task from the state that it has then.
 */
final class WaitRelease {
  /**
   * Maximum number of consecutive tasks of an order that one transaction handles, if all of them
   * ended before their turn. Meanwhile it keeps locks. The next call of the pruner continues.
   */
  private static final int MAX_PASSES = 500;

  private final Statements statements;
  private final SqlStrategy strategy;
  private final Rows rows;
  private final WaitRows waiters;

  WaitRelease(Statements statements, SqlStrategy strategy) {
    this.statements = statements;
    this.strategy = strategy;
    this.rows = new Rows(statements.dialect());
    this.waiters = new WaitRows(statements);
  }

  /**
   * Ends of tasks, to be handled for their waiters.
   *
   * @param ended the final status of each task
   * @param early those of the tasks that ended before their turn; the next task of their order
   *     isn't released yet, unless it needs this task to be DONE
   * @param passed those of the tasks that had ended before, and whose turn has come now
   */
  record Ends(Map<UUID, Status> ended, Set<UUID> early, Set<UUID> passed) {
    Ends(Map<UUID, Status> ended, Set<UUID> early) {
      this(ended, early, new HashSet<>());
    }

    static Ends none() {
      return new Ends(new HashMap<>(), new HashSet<>());
    }

    /**
     * Returns whether the other task ended before its turn, so that this waiter's turn can't come
     * yet.
     */
    boolean isEarly(Wait wait) {
      return wait.isTurn() && early.contains(wait.on());
    }

    /** Returns the end as the waiter must handle it. */
    End of(Wait wait) {
      Status status = ended.getOrDefault(wait.on(), Status.DONE);
      End end = new End(wait.on(), status, wait.mustBeDone(), wait.isTurn());
      return isEarly(wait) ? end.beforeTurn() : end;
    }

    boolean isTold(Wait wait) {
      return !isEarly(wait) || of(wait).isInTheWay();
    }
  }

  /** Handles these ends for all their waiters. Returns the tasks that became ready. */
  List<Candidate> of(Connection connection, Ends ends) throws SQLException {
    return cascade(connection, ends, new ArrayList<>());
  }

  /** Handles these ends only for the given waits. */
  List<Candidate> heard(Connection connection, List<Wait> over, Ends ends) throws SQLException {
    List<UUID> ready = new ArrayList<>();
    return cascade(connection, hear(connection, byWaiter(over, ends), ready), ready);
  }

  /** Handles the ends, and then the ends of tasks that are cancelled because of them. */
  private List<Candidate> cascade(Connection connection, Ends ends, List<UUID> ready)
      throws SQLException {
    Ends next = ends;
    // The loop ends, because a task can only wait for tasks that were added before it.
    for (int round = 0; !next.ended().isEmpty(); round++) {
      next = settle(connection, next, ready);
      if (round >= MAX_PASSES) {
        next.ended().keySet().removeAll(next.passed());
      }
    }
    return ready(connection, ready);
  }

  /** Returns the tasks that are ready. */
  List<Candidate> ready(Connection connection, List<UUID> ids) throws SQLException {
    return ids.isEmpty()
        ? List.of()
        : statements.byIds(
            connection, "read-ready", IdOrder.sorted(ids), new CandidateRows(rows)::read);
  }

  /** Handles one round of ends. Returns the ends that this round has caused. */
  private Ends settle(Connection connection, Ends ends, List<UUID> ready) throws SQLException {
    Map<UUID, Status> ended = ends.ended();
    List<Wait> over =
        statements
            .byIds(connection, "lock-waits", IdOrder.sorted(ended.keySet()), this::wait)
            .stream()
            .filter(ends::isTold)
            .toList();
    statements.each(
        connection,
        "end-wait",
        IdOrder.sorted(over.stream().map(Wait::on).distinct().toList()),
        (b, on) ->
            b.small(ended.getOrDefault(on, Status.DONE).code())
                .uuid(on)
                .flag(!ends.early().contains(on)));
    return hear(connection, byWaiter(over, ends), ready);
  }

  private static Map<UUID, List<End>> byWaiter(List<Wait> over, Ends ends) {
    Map<UUID, List<End>> heard = new TreeMap<>(IdOrder.BY_BYTES);
    for (Wait wait : over) {
      heard.computeIfAbsent(wait.waiter(), waiter -> new ArrayList<>()).add(ends.of(wait));
    }
    return heard;
  }

  /**
   * Decreases the counts of the waiters and moves the tasks that no longer wait.
   *
   * @return the tasks that were cancelled, and the tasks that had ended before and whose turn has
   *     come now
   */
  private Ends hear(Connection connection, Map<UUID, List<End>> heard, List<UUID> ready)
      throws SQLException {
    Ends next = Ends.none();
    if (heard.isEmpty()) {
      return next;
    }
    List<Waiter> counted = new ArrayList<>();
    Map<Waiter, WaitVerdict.Over> over = new LinkedHashMap<>();
    for (Waiter waiter : waiters.lock(connection, heard.keySet())) {
      List<End> ends = heard.getOrDefault(waiter.id(), List.of());
      Waiter now = waiter.afterTurn(ends);
      if (waiter.hears()) {
        WaitVerdict verdict = WaitRules.heard(now, ends);
        if (verdict instanceof WaitVerdict.WaitsOn on) {
          counted.add(now.waitingFor(on.remaining()));
        } else {
          WaitVerdict.Over end = (WaitVerdict.Over) verdict;
          counted.add(end.inTheWay() == null ? now.over() : now.ended());
          over.put(now, end);
        }
      } else if (waiter.standing() == WaitState.ENDED_EARLY && !now.awaitsTurn()) {
        counted.add(now.over());
        next.passed().add(now.id());
      } else if (!waiter.equals(now)) {
        // For a held task, record only that its turn has come. A released or cancelled task needs
        // nothing.
        counted.add(now);
      }
    }
    waiters.write(connection, counted);
    next.passed().forEach(id -> next.ended().put(id, Status.CANCELLED));
    statements.byIds(
        connection,
        "read-ended",
        IdOrder.sorted(next.passed()),
        row -> next.ended().put(statements.id(row, 1), Rows.ended(row.getInt(2))));
    next.ended().putAll(move(connection, over, ready));
    over.keySet().stream()
        .filter(waiter -> waiter.awaitsTurn())
        .map(Waiter::id)
        .forEach(next.early()::add);
    return next;
  }

  /**
   * Moves the tasks that no longer wait. Their waiter rows are already locked. Returns the tasks
   * that were cancelled.
   */
  private Map<UUID, Status> move(
      Connection connection, Map<Waiter, WaitVerdict.Over> over, List<UUID> ready)
      throws SQLException {
    if (over.isEmpty()) {
      return Map.of();
    }
    // Lock the current rows of the tasks, because edits, merges and signals may have raised their
    // versions.
    Map<UUID, Task> tasks =
        waiters.lockTasks(connection, over.keySet().stream().map(Waiter::id).toList());
    Instant now = waiters.now(connection, tasks.values());
    List<Transition> moves = new ArrayList<>();
    over.forEach(
        (waiter, verdict) -> {
          Task task = tasks.get(waiter.id());
          Transition move = task == null ? null : WaitRules.move(waiter, verdict, task, now);
          if (move != null) {
            moves.add(move);
          }
        });
    Set<UUID> applied = strategy.completions().apply(connection, moves, true);
    Map<UUID, Status> cancelled = new HashMap<>();
    for (Transition move : moves) {
      if (applied.contains(move.id())) {
        if (move.change() instanceof Change.Finish finish) {
          cancelled.put(move.id(), finish.to());
        } else {
          ready.add(move.id());
        }
      }
    }
    return cancelled;
  }

  private Wait wait(ResultSet row) throws SQLException {
    return new Wait(
        statements.id(row, 1), statements.id(row, 2), row.getBoolean(3), row.getBoolean(4));
  }
}
