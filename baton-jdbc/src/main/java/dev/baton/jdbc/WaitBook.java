package dev.baton.jdbc;

import dev.baton.task.Candidate;
import dev.baton.task.Change;
import dev.baton.task.NewTask;
import dev.baton.task.Status;
import dev.baton.task.Transition;
import dev.baton.task.WaitRules;
import dev.baton.task.WaitRules.Verdict;
import dev.baton.task.WaitRules.Waiter;
import dev.baton.task.Waited;
import dev.baton.task.Waits;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Who waits for whom. Everything happens inside the transaction of its caller.
 *
 * <p>Rows are locked in this order: the tasks that end, their waits, the waiters' own rows, the
 * tasks that waited; each in the order of ids. Two transactions that end different tasks of the
 * same waiters therefore wait for each other and never for each other's other half. Who adds a wait
 * locks the task that is to be waited for, so its end comes either before, and is found, or after,
 * and finds the wait.
 */
final class WaitBook {
  private final Statements statements;
  private final Verbs verbs;
  private final Rows rows;

  WaitBook(Statements statements, Verbs verbs) {
    this.statements = statements;
    this.verbs = verbs;
    this.rows = new Rows(statements.dialect());
  }

  /** One task waits for another. */
  record Wait(UUID waiter, UUID on, boolean mustBeDone) {}

  /** Notes what the inserted tasks wait for; answers those that needn't wait after all. */
  List<Candidate> open(Connection connection, List<NewTask> inserted) throws SQLException {
    List<Wait> opened = new ArrayList<>();
    List<NewTask> waiters = new ArrayList<>();
    for (NewTask task : inserted) {
      Waits waits = task.waits();
      if (waits != null) {
        waiters.add(task);
        waits.done().forEach(on -> opened.add(new Wait(task.id(), on, true)));
        waits.ended().forEach(on -> opened.add(new Wait(task.id(), on, false)));
      }
    }
    if (waiters.isEmpty()) {
      return List.of();
    }
    forgetNamesakes(connection, waiters);
    statements.each(
        connection,
        "insert-waiter",
        waiters,
        (b, task) -> {
          Waits waits = waits(task);
          b.uuid(task.id())
              .small(waits.size())
              .when(task.placement().runAt())
              .number(Micros.of(waits.hintExpiry()))
              .number(Micros.of(waits.keep()));
        });
    List<UUID> named = sorted(opened.stream().map(Wait::on).distinct().toList());
    Map<UUID, Status> ended = endedOf(connection, named, true);
    verbs.adds().waits(connection, opened);
    // Their own waits only: those of others for the same tasks may be locked by who adds them.
    List<Wait> over = opened.stream().filter(wait -> ended.containsKey(wait.on())).toList();
    statements.each(
        connection,
        "end-own-wait",
        over,
        (b, wait) -> b.small(status(ended, wait).code()).uuid(wait.on()).uuid(wait.waiter()));
    List<UUID> ready = new ArrayList<>();
    return released(connection, hear(connection, heard(over, ended), ready), ready);
  }

  /** An id of a caller's own may have had waits before, whose pruning isn't due yet. */
  private void forgetNamesakes(Connection connection, List<NewTask> waiters) throws SQLException {
    List<UUID> own =
        sorted(waiters.stream().filter(t -> t.spec().keyed()).map(NewTask::id).toList());
    statements.each(connection, "drop-waits", own, Binder::uuid);
    statements.each(connection, "drop-waiter", own, Binder::uuid);
  }

  /**
   * Which of these have ended, and how.
   *
   * @param mark whether those that haven't are marked, so that their end will look for waiters
   */
  private Map<UUID, Status> endedOf(Connection connection, List<UUID> ids, boolean mark)
      throws SQLException {
    // Looked at before they are locked: on MySQL, to lock what isn't there would keep others from
    // adding what comes beside it.
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
        row -> ended.put(statements.id(row, 1), Status.ofCode(row.getInt(2))));
    // One that was run again between the two reads was in neither: it is live.
    live.addAll(live(connection, others.stream().filter(id -> !ended.containsKey(id)).toList()));
    others.stream()
        .filter(id -> !live.contains(id))
        .forEach(id -> ended.putIfAbsent(id, Status.DONE));
    if (mark) {
      statements.updateIds(connection, "mark-awaited", sorted(live));
    }
    return ended;
  }

  private Set<UUID> live(Connection connection, List<UUID> ids) throws SQLException {
    return new HashSet<>(
        statements.byIds(connection, "lock-live", sorted(ids), row -> statements.id(row, 1)));
  }

  /**
   * Applies transitions that may end tasks others wait for, or move tasks that wait.
   *
   * @param transitions in the order of ids, one for each task
   * @param released told of tasks that are ready thereby
   * @return the tasks of the transitions that were applied
   */
  Set<UUID> apply(Connection connection, List<Transition> transitions, List<Candidate> released)
      throws SQLException {
    List<UUID> blocked =
        transitions.stream()
            .filter(t -> t.guard().status() == Status.BLOCKED)
            .map(Transition::id)
            .toList();
    // Before the tasks' own rows, as those do who end what they wait for.
    statements.byIds(connection, "lock-waiters", blocked, row -> statements.id(row, 1));
    Set<UUID> applied = verbs.completions().apply(connection, transitions, true);
    Map<UUID, Status> ended = new HashMap<>();
    List<UUID> over = new ArrayList<>();
    for (Transition transition : transitions) {
      Status to = transition.change().to();
      if (applied.contains(transition.id())) {
        if (transition.guard().status() == Status.BLOCKED && to != Status.BLOCKED) {
          over.add(transition.id());
        }
        if (to.isFinished()) {
          ended.put(transition.id(), to);
        }
      }
    }
    statements.each(connection, "count-down", over, (b, id) -> b.small(0).uuid(id));
    released.addAll(released(connection, ended, new ArrayList<>()));
    return applied;
  }

  /** Tells the waiters of these ends, and the waiters of those that are cancelled thereby. */
  private List<Candidate> released(Connection connection, Map<UUID, Status> ended, List<UUID> ready)
      throws SQLException {
    Map<UUID, Status> next = ended;
    // It ends: nobody can wait for a task that was added later, so there is no way round.
    while (!next.isEmpty()) {
      next = settle(connection, next, ready);
    }
    return ready.isEmpty()
        ? List.of()
        : statements.byIds(connection, "read-ready", sorted(ready), rows::candidate);
  }

  /** One step of it; answers the tasks that were cancelled. */
  private Map<UUID, Status> settle(Connection connection, Map<UUID, Status> ended, List<UUID> ready)
      throws SQLException {
    List<Wait> over =
        statements.byIds(connection, "lock-waits", sorted(ended.keySet()), this::wait);
    statements.each(
        connection,
        "end-wait",
        sorted(over.stream().map(Wait::on).distinct().toList()),
        (b, on) -> b.small(ended.getOrDefault(on, Status.DONE).code()).uuid(on));
    return hear(connection, heard(over, ended), ready);
  }

  private static Map<UUID, List<WaitRules.End>> heard(List<Wait> over, Map<UUID, Status> ended) {
    Map<UUID, List<WaitRules.End>> heard = new TreeMap<>(IdOrder.BY_BYTES);
    for (Wait wait : over) {
      heard
          .computeIfAbsent(wait.waiter(), waiter -> new ArrayList<>())
          .add(new WaitRules.End(wait.on(), status(ended, wait), wait.mustBeDone()));
    }
    return heard;
  }

  private static Status status(Map<UUID, Status> ended, Wait wait) {
    return ended.getOrDefault(wait.on(), Status.DONE);
  }

  /** Counts the waiters down and moves those that wait no more; answers those cancelled. */
  private Map<UUID, Status> hear(
      Connection connection, Map<UUID, List<WaitRules.End>> heard, List<UUID> ready)
      throws SQLException {
    if (heard.isEmpty()) {
      return Map.of();
    }
    List<Waiter> waiters =
        statements.byIds(connection, "lock-waiters", List.copyOf(heard.keySet()), this::waiter);
    List<Waiter> counted = new ArrayList<>();
    List<Transition> moves = new ArrayList<>();
    for (Waiter waiter : waiters) {
      // One that was let go, or cancelled, hears nothing any more.
      if (waiter.remaining() > 0) {
        Verdict verdict = WaitRules.heard(waiter, heard.getOrDefault(waiter.id(), List.of()));
        if (verdict instanceof Verdict.WaitsOn on) {
          counted.add(waiter.with(on.remaining()));
        } else if (verdict instanceof Verdict.Over over) {
          counted.add(waiter.with(0));
          moves.add(over.transition());
        }
      }
    }
    statements.each(
        connection,
        "count-down",
        counted,
        (b, waiter) -> b.small(waiter.remaining()).uuid(waiter.id()));
    if (moves.isEmpty()) {
      return Map.of();
    }
    // Those that somebody has held or moved meanwhile aren't as they were added: they stay.
    Set<UUID> applied = verbs.completions().apply(connection, moves, true);
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

  /** What the task waited for, by id. */
  List<Waited> of(Connection connection, UUID waiter) throws SQLException {
    return statements.query(
        connection,
        "waited-for",
        b -> b.uuid(waiter),
        row -> {
          UUID on = statements.id(row, 1);
          int ended = row.getInt(2);
          return new Waited(on, row.wasNull() ? null : Status.ofCode(ended));
        });
  }

  /**
   * Forgets the waits of tasks that have ended, and tells of ends that nobody has told: those that
   * nodes of a version without waits have written.
   */
  List<Candidate> prune(Connection connection, int limit) throws SQLException {
    List<UUID> dead =
        statements.query(
            connection, "dead-waiters", b -> b.small(limit), row -> statements.id(row, 1));
    statements.updateIds(connection, "forget-waits", dead);
    statements.updateIds(connection, "forget-waiters", dead);
    List<UUID> missed =
        statements.query(
            connection, "missed-ends", b -> b.small(limit), row -> statements.id(row, 1));
    return missed.isEmpty()
        ? List.of()
        : released(connection, endedOf(connection, sorted(missed), false), new ArrayList<>());
  }

  private Wait wait(ResultSet row) throws SQLException {
    return new Wait(statements.id(row, 1), statements.id(row, 2), row.getBoolean(3));
  }

  private Waiter waiter(ResultSet row) throws SQLException {
    return new Waiter(
        statements.id(row, 1),
        row.getInt(2),
        statements.dialect().readInstant(row, 3),
        micros(row.getLong(4)),
        micros(row.getLong(5)));
  }

  private static Duration micros(long micros) {
    return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
  }

  private static Waits waits(NewTask task) {
    return java.util.Objects.requireNonNull(task.waits());
  }

  private static List<UUID> sorted(Collection<UUID> ids) {
    return ids.stream().sorted(Comparator.comparing(id -> id, IdOrder.BY_BYTES)).toList();
  }
}
