package dev.baton.jdbc.task;

import dev.baton.api.Transaction;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.LockedRow;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.spi.core.IdOrder;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Candidate;
import dev.baton.task.Status;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes transitions. If a transition releases other tasks, it passes these to the listeners after
 * the commit. Thread-safe.
 *
 * <p>Most transitions affect no other task: no task waits for their task, and it waits for none
 * itself. These are written first, with as few statements as the dialect allows. The other
 * transitions are written after them, together with their effects on waiting tasks.
 */
final class TransitionWriter {
  private static final Comparator<Transition> BY_ID =
      Comparator.comparing(Transition::id, IdOrder.BY_BYTES);

  /** A batch stops waiting for locked rows after this many. */
  private static final int MAX_MET = 3;

  private final Database database;
  private final Statements statements;
  private final SqlStrategy.Completions completions;
  private final WaitWriter waits;
  private final RefusedRows refusedRows;
  private final BriefLockWait shortWait;
  private final AtomicInteger turns = new AtomicInteger();
  private final List<Consumer<List<Candidate>>> listeners = new CopyOnWriteArrayList<>();

  TransitionWriter(
      Database database,
      Statements statements,
      SqlStrategy.Completions completions,
      WaitWriter waits,
      RefusedRows refusedRows) {
    this.database = database;
    this.statements = statements;
    this.shortWait = new BriefLockWait(database.dialect());
    this.completions = completions;
    this.waits = waits;
    this.refusedRows = refusedRows;
  }

  void onReleased(Consumer<List<Candidate>> listener) {
    listeners.add(listener);
  }

  /** Passes released tasks, which are now ready, to the listeners. Call this after the commit. */
  void tell(List<Candidate> released) {
    if (!released.isEmpty()) {
      listeners.forEach(listener -> listener.accept(released));
    }
  }

  /** Calls {@link #tell} when the transaction has ended, unless it was rolled back. */
  void toldAfter(Transaction transaction, List<Candidate> released) {
    if (!released.isEmpty() && transaction.tellsItsEnd()) {
      transaction.onEnd(
          end -> {
            if (end != Transaction.End.ROLLED_BACK) {
              tell(released);
            }
          });
    }
  }

  /** Writes one transition in the given transaction. */
  boolean apply(Transaction transaction, Connection connection, Transition transition)
      throws SQLException {
    Written written = new Written();
    write(connection, List.of(transition), written);
    toldAfter(transaction, written.released);
    return !written.applied.isEmpty();
  }

  /** Writes any number of transitions, in transactions of its own. */
  List<Boolean> apply(List<Transition> transitions) {
    return rounds(transitions).size() == 1
        ? once(transitions)
        : apply(transitions, (connection, applied) -> {});
  }

  /**
   * Writes any number of transitions and does further work, in one transaction.
   *
   * @param then receives which of the transitions were applied
   */
  List<Boolean> apply(List<Transition> transitions, TaskChanges.Afterwards then) {
    Boolean[] verdicts = new Boolean[transitions.size()];
    List<Candidate> released =
        database.transaction(
            "Writing transitions",
            database.onPrimary(
                connection -> {
                  List<Candidate> ready = new ArrayList<>();
                  for (List<Integer> round : rounds(transitions)) {
                    Written written = new Written();
                    write(connection, round.stream().map(transitions::get).toList(), written);
                    round.forEach(
                        i -> verdicts[i] = written.applied.contains(transitions.get(i).id()));
                    ready.addAll(written.released);
                  }
                  then.with(connection, List.of(verdicts));
                  return ready;
                }));
    tell(released);
    return List.of(verdicts);
  }

  /**
   * Writes any number of transitions independently of each other. Their tasks must not wait for
   * other tasks.
   */
  List<Verdict> tryApply(List<Transition> transitions) {
    transitions.forEach(ApplyResults::requireNotBlocked);
    Verdict[] verdicts = new Verdict[transitions.size()];
    boolean someAreWritten = false;
    for (List<Integer> round : rounds(transitions)) {
      List<Transition> sorted = round.stream().map(transitions::get).sorted(BY_ID).toList();
      ApplyResults tried = whole(() -> tryOnce(sorted), someAreWritten);
      round.forEach(i -> verdicts[i] = tried.verdict(transitions.get(i)));
      someAreWritten |= tried.wroteSome();
    }
    return List.of(verdicts);
  }

  /** Writes one transition in the given transaction. Its task must not wait for other tasks. */
  Verdict tryApply(Transaction transaction, Connection connection, Transition transition)
      throws SQLException {
    ApplyResults.requireNotBlocked(transition);
    List<Transition> one = List.of(transition);
    ApplyResults tried = new ApplyResults(completions.applyFree(connection, one));
    List<Transition> left = tried.left(one);
    if (!left.isEmpty()) {
      tried.judge(left, LockedRow.look(statements, connection, ids(left)));
    }
    if (!tried.awaited().isEmpty()) {
      Optional<Written> written = shortWait.tried(connection, c -> writeFree(c, tried.awaited()));
      if (written.isPresent()) {
        tried.applied(written.get().applied);
        toldAfter(transaction, written.get().released);
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
    ApplyResults tried = new ApplyResults(fastApart(sorted));
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
      writeAwaited(tried);
    }
    if (completions.addsLockKeys()) {
      writeKeyed(tried);
    }
    return tried;
  }

  /**
   * Writes transitions in parts. If the database refuses a transition, the caller gets the
   * exception. If the database fails for another reason, perhaps because of one row, the other rows
   * are written. The failing rows count as locked.
   */
  private Set<UUID> fastApart(List<Transition> sorted) {
    Set<UUID> applied = new HashSet<>();
    try {
      applied.addAll(
          refusedRows.appliedApart(
              sorted,
              some -> {
                Set<UUID> part = unlessRefused(some);
                applied.addAll(part);
                return part;
              }));
      return applied;
    } catch (RefusedPart part) {
      return whole(
          () -> {
            throw part.refused;
          },
          !applied.isEmpty());
    }
  }

  private Set<UUID> unlessRefused(List<Transition> some) {
    try {
      return fast(some, c -> completions.applyFree(c, some));
    } catch (RequestRefusedException refused) {
      throw new RefusedPart(refused);
    }
  }

  /**
   * Writes the ends of tasks that other tasks wait for. First it tries all of them together. If any
   * row stays locked, for example that of a task to release, it tries each end separately. Each
   * call begins with another end, and stops after too many locked rows.
   */
  private void writeAwaited(ApplyResults tried) {
    List<Transition> awaited = new ArrayList<>(tried.awaited());
    if (writeAwaited(tried, awaited) || awaited.size() == 1) {
      return;
    }
    Collections.rotate(awaited, turns.incrementAndGet());
    int met = 0;
    for (int i = 0; i < awaited.size() && met < MAX_MET; i++) {
      met += writeAwaited(tried, awaited.subList(i, i + 1)) ? 0 : 1;
    }
  }

  /**
   * Writes the ends of tasks whose keys are locked, waiting briefly for the keys of each. Each call
   * begins with another end, and stops if too many keys stay locked. This wait is necessary. If a
   * key is added again and again, each try without a wait would find it locked, and the end would
   * never be written.
   */
  private void writeKeyed(ApplyResults tried) {
    List<Transition> keyed = new ArrayList<>(tried.keyed());
    Collections.rotate(keyed, turns.incrementAndGet());
    int locked = 0;
    for (int i = 0; i < keyed.size() && locked < MAX_MET; i++) {
      Transition end = keyed.get(i);
      Optional<Set<UUID>> written =
          carefully(
              connection -> shortWait.tried(connection, c -> completions.applyAfterKeys(c, end)),
              tried.wroteSome());
      written.ifPresent(tried::applied);
      locked += written.isPresent() ? 0 : 1;
    }
  }

  private boolean writeAwaited(ApplyResults tried, List<Transition> awaited) {
    Optional<Written> written =
        carefully(
            connection -> shortWait.tried(connection, c -> writeFree(c, awaited)),
            tried.wroteSome());
    written.ifPresent(
        some -> {
          tried.applied(some.applied);
          tell(some.released);
        });
    return written.isPresent();
  }

  /** Writes those of the ends whose rows aren't locked. */
  private Written writeFree(Connection connection, List<Transition> awaited) throws SQLException {
    Map<UUID, LockedRow> free =
        LockedRow.lock(statements, connection, "lock-free-tasks", ids(awaited));
    Written written = new Written();
    writeOthers(
        connection, awaited.stream().filter(t -> free.containsKey(t.id())).toList(), written);
    return written;
  }

  private static List<UUID> ids(List<Transition> transitions) {
    return transitions.stream().map(Transition::id).toList();
  }

  /** Writes at most one transition for each task, so their order doesn't matter. */
  private List<Boolean> once(List<Transition> transitions) {
    List<Transition> plain = plain(transitions);
    Set<UUID> applied = new HashSet<>();
    if (!plain.isEmpty()) {
      applied.addAll(fast(plain, connection -> completions.apply(connection, plain, false)));
    }
    List<Transition> others = others(transitions, applied);
    if (!others.isEmpty()) {
      Written written =
          carefully(
              connection -> {
                Written all = new Written();
                writeOthers(connection, others, all);
                return all;
              },
              !applied.isEmpty());
      applied.addAll(written.applied);
      tell(written.released);
    }
    return transitions.stream().map(transition -> applied.contains(transition.id())).toList();
  }

  private Set<UUID> fast(List<Transition> plain, Database.Work<Set<UUID>> work) {
    boolean transaction = !database.dialect().takesArrays() || completions.statements(plain) > 1;
    Database.Work<Set<UUID>> checked = database.onPrimary(work);
    return transaction
        ? database.transaction("Writing transitions", checked)
        : database.statement("Writing transitions", checked);
  }

  private <T> T carefully(Database.Work<T> work, boolean someAreWritten) {
    return whole(
        () ->
            database.transaction(
                "Writing transitions of tasks that wait or are waited for",
                database.onPrimary(work)),
        someAreWritten);
  }

  private static <T> T whole(Supplier<T> work, boolean someAreWritten) {
    try {
      return work.get();
    } catch (RequestRefusedException refused) {
      if (!someAreWritten) {
        throw refused;
      }
      // A refusal would mean that nothing was written. When the caller tries again, it finds out
      // what was written.
      throw new StoreUnavailableException("A part of the batch was written, the rest not", refused);
    }
  }

  private void write(Connection connection, List<Transition> round, Written written)
      throws SQLException {
    List<Transition> plain = plain(round);
    if (!plain.isEmpty()) {
      written.applied.addAll(completions.apply(connection, plain, false));
    }
    writeOthers(connection, others(round, written.applied), written);
  }

  private void writeOthers(Connection connection, List<Transition> others, Written written)
      throws SQLException {
    if (!others.isEmpty()) {
      written.applied.addAll(waits.apply(connection, others, written.released));
    }
  }

  /** Returns the transitions of tasks that don't wait, sorted by id. */
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

  /** Thrown to end a write in parts, because the caller must get the refusal. */
  private static final class RefusedPart extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RequestRefusedException refused;

    RefusedPart(RequestRefusedException refused) {
      super(null, refused, false, false);
      this.refused = refused;
    }
  }

  /** What a transaction has written. */
  private static final class Written {
    private final Set<UUID> applied = new HashSet<>();
    private final List<Candidate> released = new ArrayList<>();
  }

  /**
   * Splits the transitions into rounds, as indexes. Several transitions of one task are in
   * different rounds; all others are in the first round.
   */
  private static List<List<Integer>> rounds(List<Transition> transitions) {
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
