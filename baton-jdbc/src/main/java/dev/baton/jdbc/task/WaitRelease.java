package dev.baton.jdbc.task;

import dev.baton.jdbc.sql.CandidateRows;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.jdbc.task.strategy.Wait;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Candidate;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitRules;
import dev.baton.task.rule.WaitRules.Verdict;
import dev.baton.task.rule.WaitRules.Waiter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Tells waiters of ends: counts them down, and moves those that wait no more. The order of locks is
 * that of {@link WaitWriter}.
 *
 * <p>A waiter's own row says whether it waits; it is locked before it is judged, and all who hold,
 * reschedule or end its task lock it too. Who edits the task, merges into it or has news for it
 * doesn't: the task's row is locked last, and moved from where it stands then.
 */
final class WaitRelease {
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

  /** Tells all who wait for these tasks of their ends; answers those that are ready thereby. */
  List<Candidate> of(Connection connection, Map<UUID, Status> ended) throws SQLException {
    return cascade(connection, ended, new ArrayList<>());
  }

  /** As above, the waiters of just these waits. */
  List<Candidate> heard(Connection connection, List<Wait> over, Map<UUID, Status> ended)
      throws SQLException {
    List<UUID> ready = new ArrayList<>();
    return cascade(connection, hear(connection, byWaiter(over, ended), ready), ready);
  }

  /** Tells the waiters of these ends, and the waiters of those that are cancelled thereby. */
  private List<Candidate> cascade(Connection connection, Map<UUID, Status> ended, List<UUID> ready)
      throws SQLException {
    Map<UUID, Status> next = ended;
    // It ends: nobody can wait for a task that was added later, so there is no way round.
    while (!next.isEmpty()) {
      next = settle(connection, next, ready);
    }
    return ready.isEmpty()
        ? List.of()
        : statements.byIds(
            connection, "read-ready", IdOrder.sorted(ready), new CandidateRows(rows)::read);
  }

  /** One step of it; answers the tasks that were cancelled. */
  private Map<UUID, Status> settle(Connection connection, Map<UUID, Status> ended, List<UUID> ready)
      throws SQLException {
    List<Wait> over =
        statements.byIds(connection, "lock-waits", IdOrder.sorted(ended.keySet()), this::wait);
    statements.each(
        connection,
        "end-wait",
        IdOrder.sorted(over.stream().map(Wait::on).distinct().toList()),
        (b, on) -> b.small(ended.getOrDefault(on, Status.DONE).code()).uuid(on));
    return hear(connection, byWaiter(over, ended), ready);
  }

  private static Map<UUID, List<WaitRules.End>> byWaiter(List<Wait> over, Map<UUID, Status> ended) {
    Map<UUID, List<WaitRules.End>> heard = new TreeMap<>(IdOrder.BY_BYTES);
    for (Wait wait : over) {
      heard
          .computeIfAbsent(wait.waiter(), waiter -> new ArrayList<>())
          .add(new WaitRules.End(wait.on(), status(ended, wait), wait.mustBeDone()));
    }
    return heard;
  }

  static Status status(Map<UUID, Status> ended, Wait wait) {
    return ended.getOrDefault(wait.on(), Status.DONE);
  }

  /** Counts the waiters down and moves those that wait no more; answers those cancelled. */
  private Map<UUID, Status> hear(
      Connection connection, Map<UUID, List<WaitRules.End>> heard, List<UUID> ready)
      throws SQLException {
    if (heard.isEmpty()) {
      return Map.of();
    }
    List<Waiter> counted = new ArrayList<>();
    Map<Waiter, Verdict.Over> over = new LinkedHashMap<>();
    for (Waiter waiter : waiters.lock(connection, heard.keySet())) {
      // One that is held, was let go or was cancelled hears nothing.
      if (waiter.hears()) {
        Verdict verdict = WaitRules.heard(waiter, heard.getOrDefault(waiter.id(), List.of()));
        if (verdict instanceof Verdict.WaitsOn on) {
          counted.add(waiter.waitingFor(on.remaining()));
        } else {
          counted.add(waiter.over());
          over.put(waiter, (Verdict.Over) verdict);
        }
      }
    }
    waiters.write(connection, counted);
    return move(connection, over, ready);
  }

  /** Moves those that wait no more, whose own rows are locked; answers those cancelled. */
  private Map<UUID, Status> move(
      Connection connection, Map<Waiter, Verdict.Over> over, List<UUID> ready) throws SQLException {
    if (over.isEmpty()) {
      return Map.of();
    }
    // As they stand now: edits, merges and news have raised their versions since.
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
    return new Wait(statements.id(row, 1), statements.id(row, 2), row.getBoolean(3));
  }
}
