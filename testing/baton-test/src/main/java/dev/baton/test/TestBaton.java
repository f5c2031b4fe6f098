package dev.baton.test;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.TaskDefinition;
import dev.baton.operate.TaskFilter;
import dev.baton.schedule.Schedule;
import dev.baton.spi.BatonStore;
import dev.baton.spi.Transactions;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A cluster for a test. The engine is the real one; the test controls time and the order of
 * threads. No task runs until the test calls {@link #drain}, {@link #advance} or {@link
 * #untilEnded}. Then handlers run one at a time, on their own threads, while the test waits.
 * Between these calls the clock doesn't move.
 *
 * <p>Give {@link #tasks()}, {@link #transactions()} and {@link #clock()} to the code under test.
 * Only one thread at a time may use this object; any thread may use the objects that it returns.
 */
public final class TestBaton implements AutoCloseable {
  private final Backend backend;
  private final Faults faults;
  private final TestCluster cluster;
  private final TaskList tasks;
  private final ClockAdvance passing;

  private TestBaton(Backend backend, Faults faults, TestCluster.Plan plan) {
    this.backend = backend;
    this.faults = faults;
    this.cluster = new TestCluster(plan, backend, faults);
    this.tasks = new TaskList(cluster.client(), backend.clock());
    this.passing = new ClockAdvance(cluster, tasks, backend.clock());
  }

  /** Returns a builder of a cluster in memory. It needs no database. */
  public static Builder inMemory() {
    return new Builder((start, faults) -> new MemoryBackend(start, faults));
  }

  /**
   * Returns a builder of a cluster on a test database with Baton's schema. Baton's statements read
   * the database's time from the test's clock. This clock is a row of the table {@code
   * baton_test_clock}, which is created if it is missing.
   *
   * @param store creates the store on a data source: {@code JdbcStore::of}
   */
  public static Builder on(
      DataSource dataSource, Function<DataSource, ? extends BatonStore> store) {
    TestDatabase database = TestDatabase.around(dataSource);
    return on(database, refined -> Baton.builder(store.apply(database.dataSource())));
  }

  /**
   * Does the same as {@link #on(DataSource, Function)}, with nodes that the caller builds, for
   * example a framework.
   *
   * @param nodes called for each node, on {@link TestDatabase#dataSource}; it must apply the
   *     operator that it is given to each of its task definitions, last
   */
  public static Builder on(
      TestDatabase database, Function<UnaryOperator<TaskDefinition<?, ?>>, Baton.Builder> nodes) {
    return new Builder((start, faults) -> new DatabaseBackend(database, nodes, start, faults));
  }

  /** Returns a client of the cluster, for the code under test. */
  public Baton baton() {
    return cluster.client();
  }

  /**
   * Returns the API that adds tasks, sends signals to them and waits for results, for the code
   * under test.
   */
  public Tasks tasks() {
    return baton().tasks();
  }

  /** Returns the transactions, for the code under test. */
  public Transactions transactions() {
    return baton().transactions();
  }

  /** Returns the test's clock, for the code under test. */
  public InstantSource clock() {
    return backend.clock();
  }

  /** Returns the time of the test's clock. */
  public Instant now() {
    return backend.clock().instant();
  }

  /**
   * Returns the database, for the code under test. {@link Faults} applies to commits that are made
   * through it.
   *
   * @throws IllegalStateException if the cluster is in memory
   */
  public DataSource dataSource() {
    DataSource database = backend.dataSource();
    if (database == null) {
      throw new IllegalStateException(
          "This cluster is in memory and has no database; use TestBaton.on(dataSource,"
              + " JdbcStore::of)");
    }
    return database;
  }

  /** Returns the faults that a test can plan. */
  public Faults faults() {
    return faults;
  }

  /** Adds a task and commits it. */
  public <P> UUID add(TaskType<P, ?> type, P payload) {
    return add(type.with(payload));
  }

  /** Adds a task and commits it. */
  public UUID add(TaskRequest<?, ?> request) {
    return tasks().add(request).taskId();
  }

  /**
   * Brings back an exported task, ready to run, with the results that its steps had and the signals
   * that it had got. Define its type before, and the types of children that it calls again.
   *
   * <pre>{@code
   * UUID id = baton.restore(ExportedHistory.read(Path.of("src/test/resources/order-17.json")));
   * baton.untilEnded(id);
   * }</pre>
   *
   * @return the id of the task
   * @throws IllegalStateException if the cluster isn't in memory
   */
  public UUID restore(ExportedHistory history) {
    backend.restore(history, tasks());
    return history.taskId();
  }

  /** Runs the work in a transaction and commits it, so that all later calls find what it wrote. */
  public void commit(Action work) {
    try {
      transactions()
          .call(
              transaction -> {
                work.in(transaction);
                return true;
              });
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("The test's transaction failed and was rolled back: " + e, e);
    }
  }

  /** Work inside a transaction. */
  @FunctionalInterface
  public interface Action {
    void in(Transaction transaction) throws Exception;
  }

  /**
   * Runs all tasks that may run now, and all tasks that follow from them, until no work is left at
   * this time. Waits for asynchronous handlers.
   *
   * @return the number of attempts that ran
   * @throws AssertionError if the work never ends or a handler never returns
   */
  public int drain() {
    long before = cluster.attempts();
    cluster.settle();
    return (int) (cluster.attempts() - before);
  }

  /**
   * Moves the clock forward by this duration. Everything that becomes due runs at its time and in
   * order: retries, delays, schedules, and tasks of lost nodes.
   *
   * @return the number of attempts that ran
   */
  public int advance(Duration duration) {
    return advanceTo(now().plus(duration));
  }

  /** Moves the clock forward to this time, as {@link #advance} does. */
  public int advanceTo(Instant time) {
    if (time.isBefore(now())) {
      throw new IllegalArgumentException(
          "It is " + now() + ", and time doesn't run back to " + time);
    }
    return passing.to(time);
  }

  /**
   * Moves the clock forward until these tasks have ended, however long they wait.
   *
   * @throws AssertionError if a task stops in ERROR, doesn't exist, or waits for an event that
   *     never comes
   */
  public void untilEnded(UUID... tasks) {
    passing.untilEnded(List.of(tasks));
  }

  /**
   * Returns the result of a task, after {@link #untilEnded}; null if it returned none.
   *
   * @throws AssertionError if the task didn't end DONE
   */
  public <R> @Nullable R resultOf(TaskType<?, R> type, UUID id) {
    untilEnded(id);
    TestTask task = task(id);
    if (task.status() != Status.DONE) {
      throw new AssertionError("It has no result: " + task);
    }
    return task.result(type);
  }

  /** Holds back tasks of these types: from now on they don't start, however much time passes. */
  public void holdBack(TaskType<?, ?>... types) {
    Arrays.stream(types).forEach(type -> holdBack(type.name()));
  }

  /** Holds back tasks of this type: from now on they don't start, however much time passes. */
  public void holdBack(String type) {
    cluster.holdBack().hold(type);
  }

  /** Releases tasks of these types: they may start again at the next {@link #drain}. */
  public void letGo(TaskType<?, ?>... types) {
    Arrays.stream(types).forEach(type -> letGo(type.name()));
  }

  /** Releases tasks of this type: they may start again at the next {@link #drain}. */
  public void letGo(String type) {
    cluster.holdBack().letGo(type);
  }

  /**
   * Makes the node that runs tasks die: all its work ends at once and is never written. If a
   * handler calls this, directly or not, the call doesn't return. Another node replaces it and
   * takes the tasks when their leases expire.
   */
  public void loseNode() {
    cluster.loseNode();
  }

  /**
   * Lets time pass inside a handler, for a stub of a slow external system. Meanwhile leases are
   * renewed, deadlines apply, and other tasks run.
   *
   * @throws InterruptedException if the attempt's deadline passes or the attempt is cancelled
   */
  public void sleep(Duration duration) throws InterruptedException {
    if (!cluster.turns().isTurn()) {
      throw new IllegalStateException(
          "Only code that a handler calls on its own thread may call sleep(...). In a test, call"
              + " advance(...)");
    }
    cluster.turns().sleep(duration);
  }

  /**
   * Returns the current state of a task.
   *
   * @throws AssertionError if the task doesn't exist, or was deleted
   */
  public TestTask task(UUID id) {
    return tasks.task(id);
  }

  /** Returns all tasks, live and finished, in the order in which they were added. */
  public List<TestTask> all() {
    return tasks.all(TaskFilter.all());
  }

  /** Returns all tasks of a type, live and finished, in the order in which they were added. */
  public List<TestTask> all(TaskType<?, ?> type) {
    return all(type.name());
  }

  /** Returns all tasks of a type, live and finished, in the order in which they were added. */
  public List<TestTask> all(String type) {
    return tasks.all(TaskFilter.all().type(type));
  }

  /** Returns the payloads of all tasks of a type, in the order in which they were added. */
  public <P> List<P> added(TaskType<P, ?> type) {
    return payloads(type, task -> true);
  }

  /**
   * Returns the payloads of all DONE tasks of a type, in the order in which the tasks were added.
   */
  public <P> List<P> done(TaskType<P, ?> type) {
    return payloads(type, task -> task.status() == Status.DONE);
  }

  /** Lets the nodes run tasks of these buckets, if they don't do so by default. */
  public void startBuckets(Collection<String> names) {
    cluster.startBuckets(names);
  }

  /** Closes the cluster. Running attempts are lost. */
  @Override
  public void close() {
    cluster.close();
  }

  private <P> List<P> payloads(TaskType<P, ?> type, Predicate<TestTask> which) {
    return all(type).stream().filter(which).map(task -> task.payload(type)).toList();
  }

  @FunctionalInterface
  private interface BackendFactory {
    Backend make(Instant start, Faults faults);
  }

  /** Builds a cluster for a test. Not thread-safe. */
  public static final class Builder {
    private final BackendFactory factory;
    private final List<TaskDefinition<?, ?>> definitions = new ArrayList<>();
    private final List<Schedule> schedules = new ArrayList<>();
    private UnaryOperator<NodeSettings> settings = UnaryOperator.identity();
    private Instant start = Instant.parse("2026-03-02T09:00:00Z");
    private UnaryOperator<Baton.Builder> more = UnaryOperator.identity();
    private boolean emptied;

    private Builder(BackendFactory factory) {
      this.factory = factory;
    }

    /** Adds task definitions: how tasks of a type are run. */
    public Builder define(TaskDefinition<?, ?>... more) {
      definitions.addAll(List.of(more));
      return this;
    }

    /** Adds schedules that the nodes declare. */
    public Builder schedule(Schedule... more) {
      schedules.addAll(List.of(more));
      return this;
    }

    /**
     * Changes the settings of the nodes. The default is {@link NodeSettings#defaults()}, for any
     * store.
     */
    public Builder settings(UnaryOperator<NodeSettings> change) {
      UnaryOperator<NodeSettings> before = settings;
      settings = usual -> change.apply(before.apply(usual));
      return this;
    }

    /** Sets the time at which the clock starts. The default is Monday, 2026-03-02, 09:00 UTC. */
    public Builder startingAt(Instant time) {
      start = time;
      return this;
    }

    /**
     * Adds other parts to the nodes: interceptors, decorators, listeners, rules, buckets. The
     * operator is called for the client and for each node that runs tasks; it must not start the
     * builder.
     */
    public Builder configure(UnaryOperator<Baton.Builder> with) {
      UnaryOperator<Baton.Builder> before = more;
      more = builder -> with.apply(before.apply(builder));
      return this;
    }

    /**
     * Empties Baton's tables in the database before the test: tasks, schedules and everything else.
     */
    public Builder emptied() {
      emptied = true;
      return this;
    }

    /** Starts the cluster. Its clock doesn't move until the test moves it. */
    public TestBaton start() {
      Faults faults = new Faults();
      return new TestBaton(
          backend(faults),
          faults,
          new TestCluster.Plan(
              List.copyOf(definitions),
              List.copyOf(schedules),
              settings.apply(NodeSettings.defaults()),
              more));
    }

    private Backend backend(Faults faults) {
      Backend backend = factory.make(start, faults);
      if (emptied) {
        backend.empty();
      }
      return backend;
    }
  }
}
