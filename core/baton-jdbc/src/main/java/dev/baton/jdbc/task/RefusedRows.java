package dev.baton.jdbc.task;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreBusyException;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.sql.CandidateRows;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.LockingQueues;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.spi.LimitStore.LimitedClaim;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskClaims.Renewal;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.RowFault;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.PermitCount;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles rows that the database refuses to write, so that they don't delay other rows. If the
 * database refuses one row because of its values, the task is returned with its fault. The engine
 * then stops it and reports it. If the database fails for another reason, or refuses all rows of a
 * request, each row is logged once and remains unchanged. It will be tried again. Thread-safe.
 */
final class RefusedRows {
  /**
   * Maximum number of remembered tasks that could not be made due. Further ones are found again
   * later.
   */
  private static final int MAX_KEPT = 100;

  /** Maximum number of rows that are logged, each once. */
  private static final int MAX_TOLD = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(RefusedRows.class);

  /** An id that no task has, so that a statement with it affects no row. */
  private static final UUID NO_TASK = new UUID(0, 0);

  private static final Set<UUID> NONE = Set.of();

  private final Database database;
  private final Statements statements;
  private final Lookup lookup;
  private final SqlStrategy sql;
  private final PartSize claimSize = new PartSize();
  private final PartSize limitedSize = new PartSize();
  private final PartSize renewSize = new PartSize();
  private final PartSize applySize = new PartSize();
  private final PartSize dueSize = new PartSize();
  private final PartSize pruneSize = new PartSize();
  private final Set<UUID> told = ConcurrentHashMap.newKeySet();
  private final LinkedBlockingQueue<Task> found = new LinkedBlockingQueue<>(MAX_KEPT);

  RefusedRows(Database database, Statements statements, Lookup lookup, SqlStrategy sql) {
    this.database = database;
    this.statements = statements;
    this.lookup = lookup;
    this.sql = sql;
  }

  /**
   * Claims tasks in parts. If a task can't be claimed because of its values, it is returned with
   * its fault.
   */
  List<Task> apart(List<ClaimRequest> requests, Function<List<ClaimRequest>, List<Task>> claim) {
    return write(requests, claimSize, claim, ClaimRequest::id, this::unclaimed, List.of()).stream()
        .flatMap(List::stream)
        .toList();
  }

  /** Claims tasks like {@link #apart}, within cluster limits. */
  LimitedClaim apartWithin(
      List<LimitedRequest> requests, Function<List<LimitedRequest>, LimitedClaim> claim) {
    List<Task> claimed = new ArrayList<>();
    Map<UUID, PermitCount.Refusal> full = new LinkedHashMap<>();
    for (LimitedClaim part :
        write(
            requests,
            limitedSize,
            claim,
            one -> one.request().id(),
            (one, why) -> new LimitedClaim(unclaimed(one.request(), why), Map.of()),
            new LimitedClaim(List.of(), Map.of()))) {
      claimed.addAll(part.claimed());
      full.putAll(part.refused());
    }
    return new LimitedClaim(claimed, full);
  }

  /**
   * Renews leases in parts. If a lease can't be renewed, it counts as busy, because the node owns
   * the task until the lease ends.
   */
  Renewal renewedApart(List<ClaimFence> held, Function<List<ClaimFence>, Renewal> renew) {
    Set<UUID> renewed = new HashSet<>();
    Set<UUID> busy = new HashSet<>();
    for (Renewal part :
        BisectingWrite.write(
            held,
            renewSize,
            renew,
            (fence, why, others) ->
                leftAlone(fence.id(), why, new Renewal(Set.of(), Set.of(fence.id()))),
            this::canWrite)) {
      renewed.addAll(part.renewed());
      busy.addAll(part.busy());
    }
    return new Renewal(renewed, busy);
  }

  /**
   * Writes transitions of different tasks in parts. Returns the tasks whose transitions were
   * applied.
   */
  Set<UUID> appliedApart(
      List<Transition> transitions, Function<List<Transition>, Set<UUID>> apply) {
    Set<UUID> applied = new HashSet<>();
    // If no transition can be written, the caller gets the exception.
    BisectingWrite.write(
            transitions,
            applySize,
            apply,
            (one, why, others) -> leftAlone(one.id(), why, NONE),
            () -> false)
        .forEach(applied::addAll);
    return applied;
  }

  /**
   * Writes items one by one, each in its own transaction. Items that can't be written are left
   * alone. If none can be written, the caller gets the exception.
   */
  <T> void eachApart(List<T> items, Function<T, UUID> id, Consumer<T> write) {
    BisectingWrite.write(
        items,
        new PartSize(1),
        one -> {
          write.accept(one.get(0));
          return NONE;
        },
        (item, why, others) -> leftAlone(id.apply(item), why, NONE),
        () -> false);
  }

  /** Returns whether one statement can probably remove this many finished tasks. */
  boolean prunesTogether(int limit) {
    return pruneSize.takes(limit);
  }

  /** Returns whether one statement can probably make this many tasks due. */
  boolean makesDueTogether(int limit) {
    return dueSize.takes(limit);
  }

  /** Records that one statement failed to remove this many finished tasks. */
  void pruneFailed(int limit) {
    pruneSize.failed(limit);
  }

  /** Records that one statement failed to make this many tasks due. */
  void makeDueFailed(int limit) {
    dueSize.failed(limit);
  }

  /**
   * Removes expired finished tasks in parts. Call this after one statement failed to remove them
   * all.
   */
  int prune(int limit) {
    List<UUID> old =
        database.statement(
            "Reading finished tasks to be pruned",
            c ->
                statements.query(
                    c, "lock-expired-finished", b -> b.small(limit), row -> statements.id(row, 1)));
    return write(
            old,
            pruneSize,
            this::removed,
            Function.identity(),
            (id, why) -> leftAlone(id, why, 0),
            0)
        .stream()
        .mapToInt(Integer::intValue)
        .sum();
  }

  private int removed(List<UUID> old) {
    return database.transaction(
        "Pruning finished tasks",
        connection -> {
          // If a task was run again in the meantime, it must not be removed.
          List<UUID> still =
              statements.byIds(connection, "lock-expired-ids", old, row -> statements.id(row, 1));
          LockingQueues.remove(statements, connection, still);
          return still.size();
        });
  }

  /**
   * @param refused returns the result for a row that the database refuses because of its values,
   *     while it accepts other rows
   * @param nothing the result for a row that remains unchanged
   */
  private <T, A> List<A> write(
      List<T> items,
      PartSize size,
      Function<List<T>, A> together,
      Function<T, UUID> id,
      BiFunction<T, StoreException, A> refused,
      A nothing) {
    return BisectingWrite.write(
        items,
        size,
        together,
        (item, why, others) ->
            why instanceof RequestRefusedException && (others || items.size() == 1)
                ? refused.apply(item, why)
                : leftAlone(id.apply(item), why, nothing),
        this::canWrite);
  }

  private <A> A leftAlone(UUID id, StoreException why, A nothing) {
    tell(id, why);
    return nothing;
  }

  private void tell(UUID id, StoreException why) {
    if (why instanceof StoreBusyException) {
      return; // another transaction has locked it, and the row itself is fine
    }
    if (told.size() < MAX_TOLD && told.add(id)) {
      LOG.error(
          "The row of task {} can't be written or removed: {}. Baton leaves it unchanged,"
              + " continues with others, retries later, and logs this once. Look for a trigger or a"
              + " check that fails for it, or a damaged row",
          id,
          Texts.line(why.getMessage()));
    }
  }

  private boolean canWrite() {
    List<ClaimFence> none = List.of(new ClaimFence(NO_TASK, 1, NO_TASK));
    try {
      return database
          .operation(
              "Testing whether leases can be renewed",
              c -> sql.leases().renew(c, Duration.ofSeconds(1), none))
          .isEmpty();
    } catch (StoreException e) {
      return false;
    }
  }

  /**
   * Returns the task with the reason why it can't be claimed, if it still has the requested
   * version.
   */
  private List<Task> unclaimed(ClaimRequest request, StoreException why) {
    return lookup
        .find(request.id())
        .filter(task -> task.position().version() == request.version())
        .filter(task -> task.position().status() == Status.READY)
        .map(task -> faulty(task, why))
        .stream()
        .toList();
  }

  private static Task faulty(Task task, StoreException why) {
    return task.fault() != null
        ? task
        : task.with(
            new RowFault(task.position().version(), "it can't be written: " + why.getMessage()));
  }

  /**
   * Makes due tasks ready in parts. Call this after one statement failed to make them all ready.
   */
  List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    List<Candidate> due =
        database.transaction(
            "Reading due tasks",
            connection ->
                statements.query(
                    connection,
                    "lock-due",
                    b -> b.time(since).small(limit),
                    new CandidateRows(new Rows(statements.dialect()))::read));
    List<List<Candidate>> ready =
        write(due, dueSize, some -> due(hintExpiry, some), Candidate::id, this::notDue, List.of());
    return ready.stream().flatMap(List::stream).toList();
  }

  private List<Candidate> due(Duration hintExpiry, List<Candidate> some) {
    database.transaction(
        "Making due tasks ready",
        connection -> {
          statements.each(
              connection,
              "due-task",
              some,
              (b, task) -> b.in(hintExpiry).uuid(task.id()).number(task.version()));
          return true;
        });
    return some.stream().map(LockingQueues::madeReady).toList();
  }

  private List<Candidate> notDue(Candidate refused, StoreException why) {
    Optional<Task> task = lookup.find(refused.id());
    task.filter(still -> still.position().version() == refused.version())
        .ifPresent(still -> found.offer(faulty(still, why)));
    return List.of();
  }

  /** Returns the tasks that could not be made due since the last call. */
  List<Task> found() {
    List<Task> all = new ArrayList<>();
    found.drainTo(all);
    return all;
  }
}
