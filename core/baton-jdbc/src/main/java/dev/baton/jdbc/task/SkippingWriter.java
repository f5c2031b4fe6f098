package dev.baton.jdbc.task;

import dev.baton.api.Transaction;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.LockedRow;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.TransitionWriter.Written;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.rule.Transition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes transitions, and skips locked rows instead of waiting for them. {@link TransitionWriter}
 * waits for them. The tasks must not wait for other tasks. Thread-safe.
 *
 * <p>A batch is written in up to three steps:
 *
 * <ol>
 *   <li>All transitions whose rows are unlocked, except ends of tasks that other tasks wait for.
 *   <li>These ends, with their effects. A statement reaches the waiting tasks through other rows
 *       and can't skip them, so it waits briefly for their locks.
 *   <li>Ends of tasks whose keys an add has locked, on databases where this happens. Each end waits
 *       briefly for its keys.
 * </ol>
 */
final class SkippingWriter {
  /** Maximum number of locked rows for which a batch waits. */
  private static final int MAX_LOCKED = 3;

  private final Database database;
  private final Statements statements;
  private final SqlStrategy.Completions completions;
  private final TransitionWriter writer;
  private final RefusedRows refusedRows;
  private final ReleaseListeners listeners;
  private final BriefLockWait shortWait;
  private final AtomicInteger turns = new AtomicInteger();

  SkippingWriter(
      Database database,
      Statements statements,
      SqlStrategy.Completions completions,
      TransitionWriter writer,
      RefusedRows refusedRows,
      ReleaseListeners listeners) {
    this.database = database;
    this.statements = statements;
    this.completions = completions;
    this.writer = writer;
    this.refusedRows = refusedRows;
    this.listeners = listeners;
    this.shortWait = new BriefLockWait(database.dialect());
  }

  /** Writes any number of transitions independently of each other. */
  List<Verdict> tryApply(List<Transition> transitions) {
    transitions.forEach(ApplyResults::requireNotBlocked);
    Verdict[] verdicts = new Verdict[transitions.size()];
    boolean someAreWritten = false;
    for (List<Integer> round : TransitionWriter.rounds(transitions)) {
      List<Transition> sorted =
          round.stream().map(transitions::get).sorted(TransitionWriter.BY_ID).toList();
      ApplyResults tried = TransitionWriter.afterSome(someAreWritten, () -> tryOnce(sorted));
      round.forEach(i -> verdicts[i] = tried.verdict(transitions.get(i)));
      someAreWritten |= tried.wroteSome();
    }
    return List.of(verdicts);
  }

  /** Writes one transition in the given transaction. */
  Verdict tryApply(Transaction transaction, Connection connection, Transition transition)
      throws SQLException {
    ApplyResults.requireNotBlocked(transition);
    List<Transition> one = List.of(transition);
    ApplyResults tried = new ApplyResults(completions.applyUnlocked(connection, one));
    List<Transition> left = tried.left(one);
    if (!left.isEmpty()) {
      tried.judge(left, LockedRow.look(statements, connection, ids(left)));
    }
    if (!tried.awaited().isEmpty()) {
      Optional<Written> written = shortWait.tried(connection, c -> endAwaited(c, tried.awaited()));
      if (written.isPresent()) {
        tried.applied(written.get().applied());
        listeners.announceAfter(transaction, written.get().released());
      }
    }
    if (completions.addsLockKeys() && !tried.keyed().isEmpty()) {
      shortWait
          .tried(connection, c -> completions.applyAfterKeys(c, transition))
          .ifPresent(tried::applied);
    }
    return tried.verdict(transition);
  }

  private ApplyResults tryOnce(List<Transition> sorted) {
    ApplyResults tried = new ApplyResults(writeUnlocked(sorted));
    List<Transition> left = tried.left(sorted);
    if (left.isEmpty()) {
      return tried;
    }
    tried.judge(
        left,
        database.statement(
            "Reading rows that were skipped",
            connection -> LockedRow.look(statements, connection, ids(left))));
    if (!tried.awaited().isEmpty()) {
      endAwaited(tried);
    }
    if (completions.addsLockKeys()) {
      endKeyed(tried);
    }
    return tried;
  }

  /**
   * Writes transitions in parts. If the database refuses a transition, the caller gets the
   * exception. If the database fails for another reason, perhaps because of one row, the other rows
   * are written. The failing rows count as locked.
   */
  private Set<UUID> writeUnlocked(List<Transition> sorted) {
    Set<UUID> applied = new HashSet<>();
    try {
      applied.addAll(
          refusedRows.appliedApart(
              sorted,
              some -> {
                Set<UUID> part = writePart(some);
                applied.addAll(part);
                return part;
              }));
      return applied;
    } catch (RefusedPart part) {
      return TransitionWriter.afterSome(
          !applied.isEmpty(),
          () -> {
            throw part.refused;
          });
    }
  }

  private Set<UUID> writePart(List<Transition> some) {
    try {
      return writer.inFewStatements(some, c -> completions.applyUnlocked(c, some));
    } catch (RequestRefusedException refused) {
      throw new RefusedPart(refused);
    }
  }

  /**
   * Writes the ends of tasks that other tasks wait for. First it tries all of them together. If any
   * row stays locked, for example the row of a task to release, it tries each end separately. Each
   * call begins with another end, and stops after too many locked rows.
   */
  private void endAwaited(ApplyResults tried) {
    List<Transition> awaited = new ArrayList<>(tried.awaited());
    if (endAwaited(tried, awaited) || awaited.size() == 1) {
      return;
    }
    Collections.rotate(awaited, turns.incrementAndGet());
    int locked = 0;
    for (int i = 0; i < awaited.size() && locked < MAX_LOCKED; i++) {
      locked += endAwaited(tried, awaited.subList(i, i + 1)) ? 0 : 1;
    }
  }

  /** Returns false if a row stayed locked. In that case, nothing was written. */
  private boolean endAwaited(ApplyResults tried, List<Transition> awaited) {
    Optional<Written> written =
        writer.inTransaction(
            connection -> shortWait.tried(connection, c -> endAwaited(c, awaited)),
            tried.wroteSome());
    written.ifPresent(
        some -> {
          tried.applied(some.applied());
          listeners.announce(some.released());
        });
    return written.isPresent();
  }

  /** Writes the ends whose own rows are unlocked. */
  private Written endAwaited(Connection connection, List<Transition> awaited) throws SQLException {
    Map<UUID, LockedRow> unlocked =
        LockedRow.lock(statements, connection, "lock-unlocked-tasks", ids(awaited));
    return writer.writeWithEffects(
        connection, awaited.stream().filter(t -> unlocked.containsKey(t.id())).toList());
  }

  /**
   * Writes the ends of tasks whose keys are locked, waiting briefly for the keys of each. Each call
   * begins with another end, and stops if too many keys stay locked. The wait for a key is
   * necessary: if other adds lock the key again and again, each try without a wait would find it
   * locked, and the end would never be written.
   */
  private void endKeyed(ApplyResults tried) {
    List<Transition> keyed = new ArrayList<>(tried.keyed());
    Collections.rotate(keyed, turns.incrementAndGet());
    int locked = 0;
    for (int i = 0; i < keyed.size() && locked < MAX_LOCKED; i++) {
      Transition end = keyed.get(i);
      Optional<Set<UUID>> written =
          writer.inTransaction(
              connection -> shortWait.tried(connection, c -> completions.applyAfterKeys(c, end)),
              tried.wroteSome());
      written.ifPresent(tried::applied);
      locked += written.isPresent() ? 0 : 1;
    }
  }

  private static List<UUID> ids(List<Transition> transitions) {
    return transitions.stream().map(Transition::id).toList();
  }

  /** Thrown to end a write in parts, because the caller must get the refusal. */
  private static final class RefusedPart extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RequestRefusedException refused;

    RefusedPart(RequestRefusedException refused) {
      super(null, refused, false, false);
      this.refused = refused;
    }
  }
}
