package dev.baton.jdbc.task.strategy;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.baton.jdbc.sql.LockedRow;
import dev.baton.jdbc.sql.Statements;
import dev.baton.task.Status;
import dev.baton.task.row.When;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.Transition;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Applies transitions on databases whose updates can't return rows. One transaction locks the rows
 * in the order of their ids, checks the guards on the locked rows, and writes in batches.
 */
final class LockingCompletions implements SqlStrategy.Completions {
  private final Statements statements;

  LockingCompletions(Statements statements) {
    this.statements = statements;
  }

  @Override
  public int statements(List<Transition> transitions) {
    return 2;
  }

  @Override
  public Set<UUID> apply(Connection connection, List<Transition> transitions, boolean awaitedToo)
      throws SQLException {
    return write(connection, transitions, lock(connection, "lock-tasks", transitions), awaitedToo);
  }

  @Override
  public Set<UUID> applyUnlocked(Connection connection, List<Transition> transitions)
      throws SQLException {
    Map<UUID, LockedRow> locked = lock(connection, "lock-unlocked-tasks", transitions);
    locked.keySet().removeAll(withLockedKeys(connection, transitions, locked));
    return write(connection, transitions, locked, false);
  }

  @Override
  public boolean addsLockKeys() {
    return true;
  }

  /**
   * Locks the keys before the task. An add locks them in the same order, so the two can't deadlock.
   */
  @Override
  public Set<UUID> applyAfterKeys(Connection connection, Transition end) throws SQLException {
    statements.query(
        connection, "lock-keys-of", b -> b.uuid(end.id()), row -> statements.id(row, 1));
    return applyUnlocked(connection, List.of(end));
  }

  /** Returns those finishing tasks that have a locked key. A concurrent add may have locked it. */
  private List<UUID> withLockedKeys(
      Connection connection, List<Transition> transitions, Map<UUID, LockedRow> locked)
      throws SQLException {
    List<UUID> keyed = new ArrayList<>();
    for (Transition transition : transitions) {
      LockedRow row = locked.get(transition.id());
      if (row != null && row.keyed() && transition.change() instanceof Change.Finish) {
        keyed.add(transition.id());
      }
    }
    if (keyed.isEmpty()) {
      return List.of();
    }
    List<UUID> all =
        new ArrayList<>(
            statements.byIds(connection, "keys-of", keyed, row -> statements.id(row, 1)));
    statements
        .byIds(connection, "lock-unlocked-keys", keyed, row -> statements.id(row, 1))
        .forEach(all::remove);
    return all;
  }

  private Map<UUID, LockedRow> lock(
      Connection connection, String sqlName, List<Transition> transitions) throws SQLException {
    List<UUID> ids = transitions.stream().map(Transition::id).toList();
    return LockedRow.lock(statements, connection, sqlName, ids);
  }

  private Set<UUID> write(
      Connection connection,
      List<Transition> transitions,
      Map<UUID, LockedRow> locked,
      boolean awaitedToo)
      throws SQLException {
    List<Judged> fitting = new ArrayList<>();
    for (Transition transition : transitions) {
      LockedRow row = locked.get(transition.id());
      if (row != null && row.fits(transition.guard())) {
        Judged judged = new Judged(transition, row);
        if (judged.isMove() ? row.isWithinBounds() : awaitedToo || !row.awaited()) {
          fitting.add(judged);
        }
      }
    }
    move(connection, some(fitting, j -> j.isMove() && !j.move().changed()), "move-task");
    move(connection, some(fitting, j -> j.isMove() && j.move().changed()), "change-task");
    finish(connection, some(fitting, j -> !j.isMove()));
    statements.each(
        connection,
        "insert-attempt",
        some(fitting, j -> j.transition.error() != null),
        (b, j) ->
            b.uuid(j.transition.id())
                .uuid(j.row.fence().owner())
                .time(j.row.claimedAt())
                .small(j.isMove() ? j.move().placement().attempts() : j.row.counts().attempts())
                .small(j.transition.outcome().code())
                .words(j.transition.error()));
    Set<UUID> applied = new HashSet<>();
    fitting.forEach(j -> applied.add(j.transition.id()));
    return applied;
  }

  private void move(Connection connection, List<Judged> moves, String sqlName) throws SQLException {
    statements.each(
        connection,
        sqlName,
        moves,
        (b, j) -> {
          NextPosition to = j.move().placement();
          int bump = j.transition.rule().newVersion() ? 1 : 0;
          b.small(bump).small(bump).small(to.status().code()).uuid(to.owner());
          if (!j.move().changed()) {
            b.flag(j.transition.isChange());
          }
          b.when(to.runAt())
              .when(to.nextEventAt())
              .small(to.attempts())
              .small(to.losses())
              .small(to.lossLimit())
              .small(to.lastOutcome().code());
          if (j.move().changed()) {
            b.text(to.state()).bytes(to.data());
          }
          b.uuid(j.transition.id()).number(j.row.fence().version());
        });
  }

  /** Finishes any number of tasks, with one statement for each way in which they end. */
  private void finish(Connection connection, List<Judged> ends) throws SQLException {
    Map<Duration, List<Judged>> byKeep =
        ends.stream().collect(groupingBy(j -> j.finish().keep(), LinkedHashMap::new, toList()));
    for (Map.Entry<Duration, List<Judged>> each : byKeep.entrySet()) {
      List<Judged> alike = each.getValue();
      List<UUID> keyed = ids(some(alike, j -> j.row.keyed()));
      When until = When.in(each.getKey());
      if (each.getKey().isZero()) {
        statements.updateIds(
            connection, "delete-attempts", ids(some(alike, j -> j.row.wasTried())));
      } else {
        keep(connection, until, alike);
        statements.updateIds(connection, "keep-keys", keyed);
      }
      boolean forgotten = each.getKey().isZero();
      statements.updateIds(connection, "drop-keys", b -> b.flag(forgotten), keyed);
      statements.updateIds(connection, "prolong-keys", b -> b.when(until).when(until), keyed);
      statements.updateIds(connection, "free-keys", b -> b.flag(forgotten), keyed);
    }
    statements.updateIds(connection, "remove-tasks", ids(ends));
  }

  private void keep(Connection connection, When until, List<Judged> kept) throws SQLException {
    Map<Status, List<Judged>> byStatus =
        kept.stream().collect(groupingBy(j -> j.finish().to(), LinkedHashMap::new, toList()));
    for (Map.Entry<Status, List<Judged>> each : byStatus.entrySet()) {
      statements.updateIds(
          connection,
          "keep-tasks",
          b -> b.when(until).small(each.getKey().code()),
          ids(each.getValue()));
    }
    statements.each(
        connection,
        "keep-words",
        some(kept, j -> j.transition.error() != null || j.finish().result() != null),
        (b, j) -> b.words(j.transition.error()).bytes(j.finish().result()).uuid(j.transition.id()));
  }

  private static List<UUID> ids(List<Judged> some) {
    return some.stream().map(j -> j.transition.id()).toList();
  }

  private static List<Judged> some(List<Judged> all, Predicate<Judged> which) {
    return all.stream().filter(which).toList();
  }

  /**
   * A transition that may be written, because its guard matches.
   *
   * @param row the locked row to change
   */
  private record Judged(Transition transition, LockedRow row) {
    boolean isMove() {
      return transition.change() instanceof Change.Move;
    }

    Change.Move move() {
      return (Change.Move) transition.change();
    }

    Change.Finish finish() {
      return (Change.Finish) transition.change();
    }
  }
}
