package dev.baton.jdbc.task;

import dev.baton.api.Transaction;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.jdbc.task.strategy.Wait;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitRules;
import dev.baton.task.rule.WaitRules.WaitMeaning;
import dev.baton.task.rule.WaitRules.Waiter;
import dev.baton.task.rule.WaitState;
import dev.baton.task.rule.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes which tasks wait for which others. Everything happens in the caller's transaction.
 *
 * <p>Rows are locked in this order: first the tasks that end, then the waits for them, then the
 * rows of the waiters, then the waiting tasks. Each group is locked in the order of the ids. So if
 * two transactions end different tasks of the same waiters, one may wait for the other, but they
 * never deadlock. An add with a wait locks the task that it waits for. If that task's end commits
 * before the add, the add sees the end. Otherwise the end sees the wait.
 */
final class WaitWriter {
  private static final String SERIALIZATION_FAILURE = "40001";

  private final Database database;
  private final Statements statements;
  private final SqlStrategy strategy;
  private final WaitRows waiters;
  private final WaitRelease release;

  WaitWriter(Database database, Statements statements, SqlStrategy strategy) {
    this.database = database;
    this.statements = statements;
    this.strategy = strategy;
    this.waiters = new WaitRows(statements);
    this.release = new WaitRelease(statements, strategy);
  }

  /**
   * Throws if a new task would wait for a task that was committed after this transaction's
   * snapshot. Call this before anything is written. Otherwise that task would look like one that
   * ended long ago.
   */
  void checkSeen(Transaction transaction, Connection connection, List<NewTask> tasks)
      throws SQLException {
    Set<UUID> named = new TreeSet<>(IdOrder.BY_BYTES);
    for (NewTask task : tasks) {
      Waits waits = task.waits();
      if (waits != null) {
        named.addAll(waits.done());
        named.addAll(waits.ended());
      }
    }
    tasks.forEach(task -> named.remove(task.id()));
    if (named.isEmpty()
        || !database
            .dialect()
            .hidesLaterRows(CallerTransactions.isolationOf(transaction, connection))) {
      return;
    }
    named.removeAll(there(connection, named));
    Set<UUID> hidden =
        named.isEmpty()
            ? Set.of()
            : database.statement("Finding the tasks to wait for", c -> there(c, named));
    if (!hidden.isEmpty()) {
      throw new SQLException(
          "Task "
              + hidden.iterator().next()
              + ", which a new task should wait for, was committed after this transaction's first"
              + " read, and can't be seen at its isolation: run it again, or use read committed",
          SERIALIZATION_FAILURE);
    }
  }

  /** Returns the tasks that this connection sees as live or finished. */
  private Set<UUID> there(Connection connection, Set<UUID> named) throws SQLException {
    List<UUID> ids = List.copyOf(named);
    Set<UUID> there = new HashSet<>();
    // Read live tasks again at the end, because a task may be run again between the first two
    // reads.
    for (String sqlName : List.of("read-live", "read-ended", "read-live")) {
      there.addAll(statements.byIds(connection, sqlName, ids, row -> statements.id(row, 1)));
    }
    return there;
  }

  /**
   * Returns the tasks whose turn is over: they have ended, and no earlier task of their order is
   * left.
   */
  Set<UUID> passed(Connection connection, Collection<UUID> ids) throws SQLException {
    Set<UUID> ended = endedOf(connection, IdOrder.sorted(ids), false).keySet();
    Set<UUID> passed = new HashSet<>(ended);
    passed.removeAll(waiters.lockEarly(connection, ended));
    return passed;
  }

  /** Returns the tasks that are ready. */
  List<Candidate> ready(Connection connection, List<UUID> ids) throws SQLException {
    return release.ready(connection, ids);
  }

  /**
   * Writes what the inserted tasks wait for. Returns the tasks that don't have to wait.
   *
   * @param before for each task of an order, the task before it in that order
   */
  List<Candidate> open(Connection connection, List<NewTask> inserted, Map<UUID, UUID> before)
      throws SQLException {
    List<Wait> opened = new ArrayList<>();
    List<NewTask> waiting = new ArrayList<>();
    for (NewTask task : inserted) {
      if (task.waits() != null) {
        waiting.add(task);
        opened.addAll(waits(task, before.get(task.id())));
      }
    }
    if (waiting.isEmpty()) {
      return List.of();
    }
    forgetNamesakes(connection, waiting);
    statements.each(
        connection,
        "insert-waiter",
        waiting,
        (b, task) -> {
          Waits waits = waits(task);
          UUID previous = before.get(task.id());
          b.uuid(task.id())
              .small(waits.size() + (previous == null || waits.isFor(previous) ? 0 : 1))
              .flag(previous != null)
              .when(task.placement().runAt())
              .number(Binder.microsOf(waits.hintExpiry()))
              .number(Binder.microsOf(waits.keep()));
        });
    List<UUID> named = IdOrder.sorted(opened.stream().map(Wait::on).distinct().toList());
    Map<UUID, Status> ended = endedOf(connection, named, true);
    strategy.adds().waits(connection, opened);
    Set<UUID> endedBefore = new HashSet<>(before.values());
    endedBefore.retainAll(ended.keySet());
    WaitRelease.Ends ends = new WaitRelease.Ends(ended, waiters.lockEarly(connection, endedBefore));
    // Update only the waits of these tasks. Concurrent adds may have locked other tasks' waits for
    // the same task.
    List<Wait> told =
        opened.stream().filter(wait -> ended.containsKey(wait.on())).filter(ends::isTold).toList();
    statements.each(
        connection,
        "end-own-wait",
        told.stream().filter(wait -> !ends.isEarly(wait)).toList(),
        (b, wait) -> b.small(ends.of(wait).status().code()).uuid(wait.on()).uuid(wait.waiter()));
    return release.heard(connection, told, ends);
  }

  /**
   * Makes a live task wait for the ends of these tasks. The caller's transaction must have moved
   * the task to BLOCKED before.
   *
   * @return false if all of them have already ended
   */
  boolean await(Connection connection, UUID waiter, Waits waits) throws SQLException {
    Set<UUID> live = new HashSet<>(waits.ended());
    live.removeAll(endedOf(connection, IdOrder.sorted(live), true).keySet());
    if (live.isEmpty()) {
      return false;
    }
    Set<UUID> fresh = new HashSet<>(waits.ended());
    List<UUID> replaced = new ArrayList<>();
    for (Prerequisite known : waiters.of(connection, waiter)) {
      if (known.end() == null || live.contains(known.id())) {
        replaced.add(known.id());
      } else {
        fresh.remove(known.id());
      }
    }
    statements.each(connection, "drop-wait", replaced, (b, on) -> b.uuid(on).uuid(waiter));
    strategy
        .adds()
        .waits(
            connection,
            IdOrder.sorted(fresh).stream().map(on -> new Wait(waiter, on, false, false)).toList());
    statements.each(
        connection,
        "end-own-wait",
        fresh.stream().filter(on -> !live.contains(on)).toList(),
        (b, on) -> b.small(Status.DONE.code()).uuid(on).uuid(waiter));
    statements.update(connection, "drop-waiter", b -> b.uuid(waiter));
    statements.update(
        connection,
        "insert-waiter",
        b ->
            b.uuid(waiter)
                .small(live.size())
                .flag(false)
                .when(null)
                .number(Binder.microsOf(waits.hintExpiry()))
                .number(Binder.microsOf(waits.keep())));
    return true;
  }

  /**
   * Returns one wait for each task that this task waits for. If that task is also the previous task
   * in the order, one row stores both waits.
   */
  private static List<Wait> waits(NewTask task, @Nullable UUID before) {
    Waits waits = waits(task);
    List<Wait> opened = new ArrayList<>();
    waits.done().forEach(on -> opened.add(new Wait(task.id(), on, true, on.equals(before))));
    waits.ended().forEach(on -> opened.add(new Wait(task.id(), on, false, on.equals(before))));
    if (before != null && !waits.isFor(before)) {
      opened.add(new Wait(task.id(), before, false, true));
    }
    return opened;
  }

  /**
   * Removes the waits that an earlier task with the same caller-chosen id has left. Throws if the
   * earlier task still has a place in an order, because other tasks, perhaps also this task, wait
   * for that place.
   */
  private void forgetNamesakes(Connection connection, List<NewTask> waiting) throws SQLException {
    List<UUID> own =
        IdOrder.sorted(waiting.stream().filter(t -> t.spec().keyed()).map(NewTask::id).toList());
    statements.each(connection, "drop-waits", own, Binder::uuid);
    for (UUID early : waiters.lockEarly(connection, own)) {
      String why = WaitRules.hasPlaceInOrder(early);
      throw new RequestRefusedException(why, new IllegalStateException(why));
    }
    statements.each(connection, "drop-waiter", own, Binder::uuid);
  }

  /**
   * Returns which of these tasks have ended, with their final status.
   *
   * @param mark true to mark the others, so that their ends will look for waiters
   */
  private Map<UUID, Status> endedOf(Connection connection, List<UUID> ids, boolean mark)
      throws SQLException {
    // Read the tasks before locking them: on MySQL, a lock on a missing row would block inserts of
    // neighbouring rows.
    Set<UUID> live =
        live(
            connection,
            statements.byIds(connection, "read-live", ids, row -> statements.id(row, 1)));
    List<UUID> others = ids.stream().filter(id -> !live.contains(id)).toList();
    Map<UUID, Status> ended = new HashMap<>();
    statements.byIds(
        connection,
        "read-ended",
        others,
        row -> ended.put(statements.id(row, 1), Rows.ended(row.getInt(2))));
    // If a task was run again between the two reads, neither of them found it, but it is live.
    live.addAll(live(connection, others.stream().filter(id -> !ended.containsKey(id)).toList()));
    others.stream()
        .filter(id -> !live.contains(id))
        .forEach(id -> ended.putIfAbsent(id, Status.DONE));
    if (mark) {
      statements.updateIds(connection, "mark-awaited", IdOrder.sorted(live));
    }
    return ended;
  }

  private Set<UUID> live(Connection connection, List<UUID> ids) throws SQLException {
    return new HashSet<>(
        statements.byIds(
            connection, "lock-live", IdOrder.sorted(ids), row -> statements.id(row, 1)));
  }

  /**
   * Applies transitions that may affect other tasks: they end tasks that others wait for, or move
   * waiting tasks.
   *
   * @param transitions at most one for each task, sorted by id
   * @param released receives the tasks that become ready
   * @return the tasks whose transitions were applied
   */
  Set<UUID> apply(Connection connection, List<Transition> transitions, List<Candidate> released)
      throws SQLException {
    Map<UUID, WaitRules.WaitStep> steps = steps(connection, transitions);
    List<Transition> writes =
        transitions.stream()
            .map(t -> steps.containsKey(t.id()) ? steps.get(t.id()).transition() : t)
            .toList();
    Set<UUID> applied = strategy.completions().apply(connection, writes, true);
    WaitRelease.Ends ends = WaitRelease.Ends.none();
    for (Transition transition : writes) {
      Status to = transition.change().to();
      if (applied.contains(transition.id()) && to.isFinished()) {
        ends.ended().put(transition.id(), to);
      }
    }
    List<Waiter> after =
        steps.values().stream()
            .map(WaitRules.WaitStep::after)
            .filter(waiter -> applied.contains(waiter.id()))
            .toList();
    waiters.write(connection, after);
    after.stream().filter(Waiter::awaitsTurn).forEach(waiter -> ends.early().add(waiter.id()));
    released.addAll(release.of(connection, ends));
    return applied;
  }

  /**
   * Returns what the moves of operators and callers change about waits. Locks the rows of the
   * waiters. It locks them before the tasks' own rows, as the end of a task does. A move that
   * doesn't change a wait locks nothing here.
   */
  private Map<UUID, WaitRules.WaitStep> steps(Connection connection, List<Transition> transitions)
      throws SQLException {
    List<UUID> waits =
        transitions.stream()
            .filter(transition -> WaitRules.meaning(transition) != WaitMeaning.NONE)
            .map(Transition::id)
            .toList();
    List<UUID> looking =
        transitions.stream().filter(WaitRules::looksAtOthers).map(Transition::id).toList();
    Map<UUID, WaitRows.Others> others = waiters.lockOthers(connection, looking);
    Map<UUID, Waiter> locked = new HashMap<>();
    waiters.lock(connection, waits).forEach(row -> locked.put(row.id(), row));
    Map<UUID, WaitRules.WaitStep> steps = new LinkedHashMap<>();
    for (Transition transition : transitions) {
      Waiter waiter = locked.get(transition.id());
      if (waiter != null && waiter.standing() != WaitState.OVER) {
        WaitRows.Others its = others.getOrDefault(waiter.id(), WaitRows.Others.NONE);
        steps.put(waiter.id(), WaitRules.step(waiter, transition, its.ends(), its.left()));
      }
    }
    return steps;
  }

  /** Handles the ends of the tasks that have ended. Returns the tasks that no longer wait. */
  List<Candidate> tellEnds(Connection connection, List<UUID> ids) throws SQLException {
    Map<UUID, Status> ended = endedOf(connection, ids, false);
    Set<UUID> early = waiters.lockEarly(connection, ended.keySet());
    return release.of(connection, new WaitRelease.Ends(ended, early));
  }

  private static Waits waits(NewTask task) {
    return java.util.Objects.requireNonNull(task.waits());
  }
}
