package dev.baton.move;

import dev.baton.api.Transaction;
import dev.baton.jdbc.cluster.JdbcScheduleStore;
import dev.baton.jdbc.sql.Statements;
import dev.baton.schedule.ScheduleState;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Returns tasks that haven't started in Baton to the old engine, and removes old rows of tasks that
 * have ended in Baton. A task is checked under its row's lock: it must have no attempt, loss or
 * outcome since the move.
 */
final class Undoing {
  private final OldEngine engine;
  private final Ledger ledger;
  private final JdbcScheduleStore schedules;
  private final Statements statements;

  Undoing(OldEngine engine, Ledger ledger, JdbcScheduleStore schedules, Statements statements) {
    this.engine = engine;
    this.ledger = ledger;
    this.schedules = schedules;
    this.statements = statements;
  }

  /** Returns the tasks that can be given back. */
  MoveProgress giveBack(Session session, Transaction transaction, List<Moved> page, Instant now)
      throws SQLException {
    // The old engine's lock comes first, the same order as when rows are taken over.
    Set<String> ended = engine.lockEnded(session, page.stream().map(Moved::oldKey).toList());
    Set<UUID> resting = resting(session, page);
    List<Moved> back = new ArrayList<>();
    for (Moved moved : page) {
      if (ended.contains(moved.oldKey())
          && (resting.contains(moved.task()) || isRemoved(transaction, moved))) {
        back.add(moved);
      }
    }
    List<UUID> tasks = back.stream().map(Moved::task).filter(Objects::nonNull).toList();
    if (!tasks.isEmpty()) {
      statements.updateIds(session.connection(), "delete-attempts", tasks);
      statements.updateIds(session.connection(), "remove-tasks", tasks);
      session.update(ledger.text(session, "drop-keys", tasks.size()), p -> p.uuids(tasks));
    }
    if (!back.isEmpty()) {
      engine.putBack(session, back, now);
      ledger.remove(session, back.stream().map(Moved::oldKey).toList());
    }
    return new MoveProgress(back.size(), 0, 0, page.size() - back.size());
  }

  /** Returns the tasks whose state hasn't changed since the move. */
  private Set<UUID> resting(Session session, List<Moved> page) throws SQLException {
    List<Moved> tasks =
        page.stream()
            .filter(moved -> moved.task() != null)
            .sorted(Comparator.comparing(moved -> String.valueOf(moved.task())))
            .toList();
    if (tasks.isEmpty()) {
      return new HashSet<>();
    }
    List<UUID> ids = tasks.stream().map(moved -> Objects.requireNonNull(moved.task())).toList();
    Set<String> standing = new HashSet<>();
    statements.byIds(
        session.connection(),
        "lock-tasks",
        ids,
        row -> {
          if (row.getInt(3) != Status.RUNNING.code() && !row.getBoolean(10)) {
            standing.add(standing(session.uuid(row, 1), row));
          }
          return true;
        });
    Set<UUID> resting = new HashSet<>();
    for (Moved moved : tasks) {
      int losses = moved.outcome() == LastOutcome.LOST.code() ? 1 : 0;
      String came = moved.task() + "/" + moved.attempts() + "/" + losses + "/" + moved.outcome();
      if (standing.contains(came)) {
        resting.add(Objects.requireNonNull(moved.task()));
      }
    }
    return resting;
  }

  private static String standing(UUID id, ResultSet row) throws SQLException {
    return id + "/" + row.getInt(7) + "/" + row.getInt(8) + "/" + row.getInt(9);
  }

  /** Removes its schedule, unless that has run. */
  private boolean isRemoved(Transaction transaction, Moved moved) {
    if (moved.schedule() == null) {
      return false;
    }
    Optional<ScheduleState> state = schedules.lock(transaction, moved.schedule());
    return state.filter(found -> found.past().lastTick() == null).isPresent()
        && schedules.remove(transaction, moved.schedule());
  }

  /**
   * Removes the old rows of tasks that have ended in Baton, because new tasks may have their names.
   */
  void forgetEnded(Session session, List<Moved> page) throws SQLException {
    List<UUID> ids = page.stream().map(Moved::task).filter(Objects::nonNull).toList();
    Set<UUID> live =
        ids.isEmpty()
            ? new HashSet<>()
            : new HashSet<>(
                session.query(
                    ledger.text(session, "live-tasks", ids.size()),
                    p -> p.uuids(ids),
                    row -> session.uuid(row, 1)));
    List<String> ended =
        page.stream()
            .filter(moved -> moved.schedule() == null)
            .filter(moved -> moved.task() == null || !live.contains(moved.task()))
            .map(Moved::oldKey)
            .toList();
    if (!ended.isEmpty()) {
      engine.remove(session, ended);
      ledger.remove(session, ended);
    }
  }
}
