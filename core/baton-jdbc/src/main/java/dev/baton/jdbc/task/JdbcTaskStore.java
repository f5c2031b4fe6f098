package dev.baton.jdbc.task;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.SchemaMigrations;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.spi.OperationsStore.NotedRerun;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.spi.core.IdOrder;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.spi.core.StoreReport;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitState;
import dev.baton.task.rule.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The task store on PostgreSQL, MySQL, MariaDB or H2. Thread-safe.
 *
 * <p>A method without a transaction parameter borrows a connection from the data source, uses it at
 * read committed, and returns it with its original settings. A method with a transaction parameter
 * uses the {@link Connection} that {@link Transaction#unwrap} returns. It never changes the
 * isolation or auto-commit mode of that connection. Auto-commit must be off, because otherwise the
 * add would commit separately from your other changes. At repeatable read or serializable, an add
 * may depend on a task that its transaction can't see: one that has the same key, or one to wait
 * for. The store then reads that task on a second connection, so the pool needs one more.
 */
public final class JdbcTaskStore implements TaskStore {
  /**
   * Maximum number of pages of orders that one call prunes, if it can remove most of what it reads.
   */
  private static final int MAX_ORDER_PAGES = 20;

  private final Database database;
  private final SqlStrategy.Claims claims;
  private final SqlStrategy.Leases leases;
  private final Insertion insertion;
  private final WaitPruner waitPruner;
  private final WaitRows waiters;
  private final WaitWriter waitWriter;
  private final LabelRows labels;
  private final TransitionWriter writer;
  private final SkippingWriter skippingWriter;
  private final ReleaseListeners releaseListeners = new ReleaseListeners();
  private final LimitedClaims limits;
  private final Lookup lookup;
  private final RefusedRows refused;
  private final ReadyRows ready;
  private final DatabaseCheck check;
  private final BriefLockWait shortWait;
  private final PartSize limitPage = new PartSize();
  private final PartSize labelPage = new PartSize();
  private final PartSize orderPage = new PartSize();
  private final PartSize waitPage = new PartSize();

  public JdbcTaskStore(
      Database database, Statements statements, SchemaMigrations schema, SqlStrategy sql) {
    this.database = database;
    this.claims = sql.claims();
    this.leases = sql.leases();
    UniqueKeys keys = new UniqueKeys(database, statements, sql.adds());
    WaitWriter waits = new WaitWriter(database, statements, sql);
    this.waitWriter = waits;
    this.waitPruner = new WaitPruner(database, statements, waits);
    this.waiters = new WaitRows(statements);
    this.labels = new LabelRows(statements, sql.adds());
    this.lookup = new Lookup(database, statements, keys, sql.shared());
    this.refused = new RefusedRows(database, statements, lookup, sql);
    this.writer = new TransitionWriter(database, sql.completions(), waits, releaseListeners);
    this.skippingWriter =
        new SkippingWriter(
            database, statements, sql.completions(), writer, refused, releaseListeners);
    this.insertion = new Insertion(statements, sql.adds(), keys, waits, releaseListeners);
    this.limits = new LimitedClaims(statements, sql.claims());
    this.ready = new ReadyRows(database, statements, sql, refused);
    this.check = new DatabaseCheck(database, schema);
    this.shortWait = new BriefLockWait(database.dialect());
  }

  /**
   * Returns a store on the database behind this data source. Connects once to find out which
   * database it is.
   *
   * @throws dev.baton.api.error.StoreUnavailableException if the database can't be reached
   * @throws ConfigurationException if Baton doesn't support the database
   */
  public static JdbcTaskStore of(DataSource dataSource) {
    return on(Database.of(dataSource));
  }

  /** Returns a store on an open database. */
  public static JdbcTaskStore on(Database database) {
    Statements statements = database.statements();
    SchemaMigrations schema = new SchemaMigrations(database);
    return new JdbcTaskStore(database, statements, schema, SqlStrategy.of(statements));
  }

  @Override
  public void check() {
    check.database();
  }

  @Override
  public Optional<StoreReport> report() {
    return Optional.of(check.report());
  }

  @Override
  public void accept() {
    check.accept();
  }

  @Override
  public void onWarning(Consumer<StoreWarning> listener) {
    check.onWarning(listener);
  }

  @Override
  public void requirePrimary(Transaction transaction) {
    CallerTransactions.work(
        transaction,
        database,
        "Beginning a handler's transaction",
        database.onPrimary(connection -> true));
  }

  @Override
  public void checkHandlersIn(Transactions transactions, int slots) {
    check.handlersIn(transactions);
    check.poolFor(slots);
  }

  @Override
  public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
    if (tasks.isEmpty()) {
      return List.of();
    }
    return CallerTransactions.work(
        transaction,
        database,
        adding(tasks),
        connection -> {
          warnIfStartedHere(connection, tasks);
          return insertion.insert(transaction, connection, tasks);
        });
  }

  /**
   * Warns the listeners if this node will start a task on a former primary. Such a server accepts
   * an add, but no node may start the task there.
   */
  private void warnIfStartedHere(Connection connection, List<NewTask> tasks) throws SQLException {
    if (tasks.stream().anyMatch(task -> task.placement().status() == Status.RUNNING)) {
      database.server().older(connection);
    }
  }

  @Override
  public boolean waitForEnds(Transaction transaction, UUID task, Waits waits) {
    return CallerTransactions.work(
        transaction,
        database,
        "Storing what task " + task + " waits for",
        connection -> waitWriter.await(connection, task, waits));
  }

  @Override
  public List<AddResult> insert(List<NewTask> tasks) {
    if (tasks.isEmpty()) {
      return List.of();
    }
    return database.transaction(
        adding(tasks),
        connection -> {
          warnIfStartedHere(connection, tasks);
          return insertion.insert(JdbcTransactions.join(connection), connection, tasks);
        });
  }

  private static String adding(List<NewTask> tasks) {
    return "Adding " + tasks.size() + " task(s)";
  }

  @Override
  public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
    if (requests.isEmpty()) {
      return List.of();
    }
    Map<UUID, ClaimRequest> distinct = new LinkedHashMap<>();
    requests.forEach(request -> distinct.putIfAbsent(request.id(), request));
    List<ClaimRequest> sorted = sorted(distinct.values(), ClaimRequest::id);
    Map<UUID, Task> claimed = new HashMap<>();
    refused
        .apart(
            sorted,
            some ->
                database.operation(
                    "Claiming tasks", database.onPrimary(c -> claims.claim(c, owner, lease, some))))
        .forEach(task -> claimed.put(task.id(), task));
    return distinct.keySet().stream().filter(claimed::containsKey).map(claimed::get).toList();
  }

  @Override
  public LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests) {
    return refused.apartWithin(
        requests,
        some ->
            database.transaction(
                "Claiming tasks within limits",
                database.onPrimary(c -> limits.claim(c, owner, lease, some))));
  }

  @Override
  public List<Boolean> apply(List<Transition> transitions) {
    if (transitions.isEmpty()) {
      return List.of();
    }
    return writer.apply(transitions);
  }

  /** Work that follows in the transaction that has written the transitions of some tasks. */
  @FunctionalInterface
  public interface Afterwards {
    void with(Connection connection, Set<UUID> applied) throws SQLException;
  }

  /**
   * Applies transitions of different tasks like {@link #apply(List)}, and does further work in the
   * same transaction. Several transitions are applied in parts if they can't be applied together,
   * and without the tasks that other transactions have locked.
   *
   * @param then receives, for each part, the tasks whose transitions were applied
   * @return the tasks whose transitions were applied
   */
  public Set<UUID> apply(List<Transition> transitions, Afterwards then) {
    return transitions.size() == 1
        ? writer.apply(transitions, false, then)
        : refused.appliedApart(transitions, some -> writer.apply(some, true, then));
  }

  @Override
  public boolean apply(Transaction transaction, Transition transition) {
    return CallerTransactions.work(
        transaction,
        database,
        "Writing a transition of task " + transition.id() + " in the given transaction",
        connection -> writer.apply(transaction, connection, transition));
  }

  @Override
  public List<Verdict> tryApply(List<Transition> transitions) {
    return transitions.isEmpty() ? List.of() : skippingWriter.tryApply(transitions);
  }

  @Override
  public Verdict tryApply(Transaction transaction, Transition transition) {
    return CallerTransactions.work(
        transaction,
        database,
        "Writing a transition of task " + transition.id() + " in the given transaction",
        connection -> skippingWriter.tryApply(transaction, connection, transition));
  }

  @Override
  public boolean briefly(Transaction transaction, Runnable work) {
    return CallerTransactions.work(
        transaction,
        database,
        "Setting the lock timeout of the given transaction",
        connection -> shortWait.done(connection, work));
  }

  @Override
  public Renewal renew(Duration lease, List<ClaimFence> held) {
    if (held.isEmpty()) {
      return Renewal.NONE;
    }
    List<ClaimFence> sorted = sorted(new HashSet<>(held), ClaimFence::id);
    return refused.renewedApart(
        sorted,
        some ->
            database.operation(
                "Renewing leases", database.onPrimary(c -> renewal(c, lease, some))));
  }

  /** Reads the rows that were skipped again, without locking them. Usually no row was skipped. */
  private Renewal renewal(Connection connection, Duration lease, List<ClaimFence> sorted)
      throws SQLException {
    Set<UUID> renewed = leases.renew(connection, lease, sorted);
    List<ClaimFence> others =
        sorted.stream().filter(fence -> !renewed.contains(fence.id())).toList();
    Set<UUID> busy = others.isEmpty() ? Set.of() : Set.copyOf(leases.confirm(connection, others));
    return new Renewal(renewed, busy);
  }

  @Override
  public Set<UUID> confirm(List<ClaimFence> held) {
    if (held.isEmpty()) {
      return Set.of();
    }
    List<ClaimFence> sorted = sorted(new HashSet<>(held), ClaimFence::id);
    return database.statement(
        "Confirming leases", database.onPrimary(c -> leases.confirm(c, sorted)));
  }

  @Override
  public List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit) {
    return lookup.heldBy(node, after, limit);
  }

  @Override
  public List<Candidate> firstOfEachFlow(String bucket, @Nullable Candidate after, int limit) {
    return ready.firstOfEachFlow(bucket, after, limit);
  }

  @Override
  public List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
    return ready.scan(bucket, after, limit);
  }

  @Override
  public List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit) {
    return ready.fetch(bucket, requests, limit);
  }

  @Override
  public List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    return ready.due(hintExpiry, since, limit);
  }

  @Override
  public List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
    return ready.overdue(leases, hints, limit);
  }

  @Override
  public List<Task> leasesBeyond(Duration ahead, int limit) {
    return ready.leasesBeyond(ahead, limit);
  }

  @Override
  public boolean stop(UUID id, long version, String error) {
    return lookup.stop(id, version, error);
  }

  /** Prunes each kind of rows. If one kind can't be pruned, the others still are. */
  @Override
  public int prune(int limit) {
    AtomicInteger pruned = new AtomicInteger();
    Steps steps = new Steps();
    steps.run(() -> pruned.set(ready.prune(limit)));
    steps.run(
        limitPage,
        limit,
        count ->
            database.statement(
                "Pruning limits",
                c -> {
                  limits.prune(c, count);
                  return true;
                }));
    steps.run(
        labelPage,
        limit,
        count -> database.transaction("Pruning labels", c -> labels.prune(c, count)));
    steps.run(
        orderPage,
        limit,
        count -> {
          boolean more = true;
          for (int page = 0; more && page < MAX_ORDER_PAGES; page++) {
            more = database.transaction("Pruning orders", c -> insertion.pruneOrders(c, count));
          }
        });
    steps.run(waitPage, limit, count -> releaseListeners.announce(waitPruner.prune(count)));
    steps.end();
    return pruned.get();
  }

  @Override
  public Optional<Task> find(UUID id) {
    return lookup.find(id);
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return lookup.findFinished(id);
  }

  @Override
  public LiveAndFinished liveAndFinished(Set<UUID> ids) {
    return lookup.liveAndFinished(ids);
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(UUID id, long version, NextPosition placement) {
    return runAgain(id, version, placement, NoteCut.Whole.ALL, (connection, applied) -> {});
  }

  /**
   * Runs a finished task again, and does further work in the same transaction if this succeeds.
   *
   * @param cut the notes that the task loses
   */
  public Optional<RunAgainRefusal> runAgain(
      UUID id, long version, NextPosition placement, NoteCut cut, Afterwards then) {
    return lookup.runAgain(id, version, placement, cut, then);
  }

  /**
   * Runs each of several tasks again in its own transaction. Leaves out tasks that are locked, or
   * that the database refuses to write while it accepts others.
   *
   * @param then receives each task that runs again
   * @return for each task, in order, the reason of a refusal, or empty on success
   */
  public List<Optional<RunAgainRefusal>> runAllAgain(List<NotedRerun> tasks, Afterwards then) {
    AtomicInteger lockedKeys = new AtomicInteger();
    Map<UUID, Optional<RunAgainRefusal>> results = new HashMap<>();
    refused.eachApart(
        tasks,
        NotedRerun::id,
        task -> results.put(task.id(), lookup.runAgainUnlessLocked(task, lockedKeys, then)));
    return tasks.stream()
        .map(task -> results.getOrDefault(task.id(), Optional.of(RunAgainRefusal.LEFT_OUT)))
        .toList();
  }

  @Override
  public List<Prerequisite> waitedFor(UUID id) {
    return database.statement("Reading what task " + id + " waited for", c -> waiters.of(c, id));
  }

  @Override
  public WaitState waiting(UUID id) {
    return database.statement(
        "Reading whether task " + id + " waits", c -> waiters.standing(c, id));
  }

  @Override
  public void onReleased(Consumer<List<Candidate>> listener) {
    releaseListeners.add(listener);
  }

  private static <T> List<T> sorted(Collection<T> items, Function<T, UUID> id) {
    List<T> sorted = new ArrayList<>(items);
    sorted.sort(Comparator.comparing(id, IdOrder.BY_BYTES));
    return sorted;
  }
}
