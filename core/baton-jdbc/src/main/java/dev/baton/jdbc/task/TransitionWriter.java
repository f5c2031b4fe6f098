package dev.baton.jdbc.task;

import dev.baton.api.Transaction;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.LockedRow;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Writes transitions, and waits for locked rows. {@link SkippingWriter} skips locked rows instead.
 * Thread-safe.
 *
 * <p>Most transitions are plain: their task doesn't wait, and no other task waits for it. These are
 * written first, with as few statements as the dialect allows. The other transitions are written
 * after them, together with their effects on waiting tasks. If such a transition releases other
 * tasks, the listeners get these after the commit.
 */
final class TransitionWriter {
  static final Comparator<Transition> BY_ID =
      Comparator.comparing(Transition::id, IdOrder.BY_BYTES);

  private final Database database;
  private final SqlStrategy.Completions completions;
  private final WaitWriter waits;
  private final ReleaseListeners listeners;

  /** The tasks that a transaction has changed: by transitions, and by a release. */
  record Written(Set<UUID> applied, List<Candidate> released) {
    static Written nothing() {
      return new Written(new HashSet<>(), new ArrayList<>());
    }
  }

  TransitionWriter(
      Database database,
      SqlStrategy.Completions completions,
      WaitWriter waits,
      ReleaseListeners listeners) {
    this.database = database;
    this.completions = completions;
    this.waits = waits;
    this.listeners = listeners;
  }

  /** Writes one transition in the given transaction. */
  boolean apply(Transaction transaction, Connection connection, Transition transition)
      throws SQLException {
    Written written = write(connection, List.of(transition));
    listeners.announceAfter(transaction, written.released);
    return !written.applied.isEmpty();
  }

  /** Writes any number of transitions, in its own transactions. */
  List<Boolean> apply(List<Transition> transitions) {
    return rounds(transitions).size() == 1 ? applyOnce(transitions) : applyInRounds(transitions);
  }

  /**
   * Writes transitions of different tasks and does further work, in one transaction.
   *
   * @param skipLocked whether to leave out rows that other transactions have locked
   * @return the tasks whose transitions were applied
   */
  Set<UUID> apply(List<Transition> transitions, boolean skipLocked, JdbcTaskStore.Afterwards then) {
    Written written =
        database.transaction(
            "Writing transitions",
            database.onPrimary(
                connection -> {
                  Written some =
                      write(
                          connection, skipLocked ? unlocked(connection, transitions) : transitions);
                  then.with(connection, some.applied);
                  return some;
                }));
    listeners.announce(written.released);
    return written.applied;
  }

  private List<Transition> unlocked(Connection connection, List<Transition> transitions)
      throws SQLException {
    List<UUID> ids = transitions.stream().map(Transition::id).toList();
    Set<UUID> unlocked =
        LockedRow.lock(database.statements(), connection, "lock-unlocked-tasks", ids).keySet();
    return transitions.stream().filter(t -> unlocked.contains(t.id())).toList();
  }

  private List<Boolean> applyInRounds(List<Transition> transitions) {
    Boolean[] applied = new Boolean[transitions.size()];
    List<Candidate> released =
        database.transaction(
            "Writing transitions",
            database.onPrimary(
                connection -> {
                  List<Candidate> ready = new ArrayList<>();
                  for (List<Integer> round : rounds(transitions)) {
                    Written written =
                        write(connection, round.stream().map(transitions::get).toList());
                    round.forEach(
                        i -> applied[i] = written.applied.contains(transitions.get(i).id()));
                    ready.addAll(written.released);
                  }
                  return ready;
                }));
    listeners.announce(released);
    return List.of(applied);
  }

  /** Writes at most one transition for each task, so their order doesn't matter. */
  private List<Boolean> applyOnce(List<Transition> transitions) {
    List<Transition> plain = plain(transitions);
    Set<UUID> applied = new HashSet<>();
    if (!plain.isEmpty()) {
      applied.addAll(
          inFewStatements(plain, connection -> completions.apply(connection, plain, false)));
    }
    List<Transition> others = others(transitions, applied);
    if (!others.isEmpty()) {
      Written written =
          inTransaction(connection -> writeWithEffects(connection, others), !applied.isEmpty());
      applied.addAll(written.applied);
      listeners.announce(written.released);
    }
    return transitions.stream().map(transition -> applied.contains(transition.id())).toList();
  }

  private Written write(Connection connection, List<Transition> round) throws SQLException {
    Written written = Written.nothing();
    List<Transition> plain = plain(round);
    if (!plain.isEmpty()) {
      written.applied.addAll(completions.apply(connection, plain, false));
    }
    Written others = writeWithEffects(connection, others(round, written.applied));
    written.applied.addAll(others.applied);
    written.released.addAll(others.released);
    return written;
  }

  /** Writes transitions together with their effects on the tasks that wait for their tasks. */
  Written writeWithEffects(Connection connection, List<Transition> transitions)
      throws SQLException {
    Written written = Written.nothing();
    if (!transitions.isEmpty()) {
      written.applied.addAll(waits.apply(connection, transitions, written.released));
    }
    return written;
  }

  /** Writes plain transitions, without opening a transaction if one statement is enough. */
  Set<UUID> inFewStatements(List<Transition> plain, Database.Work<Set<UUID>> work) {
    boolean transaction = !database.dialect().takesArrays() || completions.statements(plain) > 1;
    Database.Work<Set<UUID>> checked = database.onPrimary(work);
    return transaction
        ? database.transaction("Writing transitions", checked)
        : database.statement("Writing transitions", checked);
  }

  /**
   * Writes transitions with effects.
   *
   * @param someAreWritten whether a part of the caller's batch is already written
   */
  <T> T inTransaction(Database.Work<T> work, boolean someAreWritten) {
    return afterSome(
        someAreWritten,
        () ->
            database.transaction(
                "Writing transitions of tasks that wait or are waited for",
                database.onPrimary(work)));
  }

  /**
   * Does a part of the work for a batch. A refusal means that nothing of the batch was written. So
   * if some of it is written, a refused part counts as a failure instead. When the caller tries
   * again, it finds out what was written.
   */
  static <T> T afterSome(boolean someAreWritten, Supplier<T> work) {
    try {
      return work.get();
    } catch (RequestRefusedException refused) {
      if (!someAreWritten) {
        throw refused;
      }
      throw new StoreUnavailableException("A part of the batch was written, the rest not", refused);
    }
  }

  /** Returns the transitions of tasks that aren't BLOCKED, sorted by id. */
  private static List<Transition> plain(List<Transition> transitions) {
    return transitions.stream().filter(t -> !movesBlocked(t)).sorted(BY_ID).toList();
  }

  /**
   * Returns the other transitions, sorted by id. They also include ends that were not applied,
   * because the task has changed, no longer exists, or is waited for.
   */
  private static List<Transition> others(List<Transition> transitions, Set<UUID> applied) {
    return transitions.stream()
        .filter(
            t ->
                movesBlocked(t)
                    || (t.change() instanceof Change.Finish && !applied.contains(t.id())))
        .sorted(BY_ID)
        .toList();
  }

  private static boolean movesBlocked(Transition transition) {
    return transition.guard().status() == Status.BLOCKED;
  }

  /**
   * Splits the transitions into rounds, as indexes. Several transitions of one task are in
   * different rounds; all others are in the first round.
   */
  static List<List<Integer>> rounds(List<Transition> transitions) {
    List<List<Integer>> rounds = new ArrayList<>();
    Map<UUID, Integer> seen = new HashMap<>();
    for (int i = 0; i < transitions.size(); i++) {
      int round = seen.merge(transitions.get(i).id(), 1, Integer::sum) - 1;
      if (round == rounds.size()) {
        rounds.add(new ArrayList<>());
      }
      rounds.get(round).add(i);
    }
    return rounds;
  }
}
