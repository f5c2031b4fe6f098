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
 * A cluster for a test: the engine is the real one, its time and turns are the test's. Nothing runs
 * until the test calls {@link #drain}, {@link #advance} or {@link #untilEnded}; then handlers run
 * one at a time, on threads of their own, while the test waits. The clock stands still in between.
 *
 * <p>The code under test is given {@link #tasks()}, {@link #transactions()} and {@link #clock()}.
 * Used by one thread at a time; what it gives out may be used by any.
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

  /** A cluster in memory, yet to be described: it needs no database. */
  public static Builder inMemory() {
    return new Builder((start, faults) -> new MemoryBackend(start, faults));
  }

  /**
   * A cluster on a database for tests, with Baton's schema, yet to be described. Its clock, as
   * Baton's own statements see it, is the test's: a row of the table {@code baton_test_clock},
   * which is made where it isn't there.
   *
   * @param store the store on a data source: {@code JdbcStore::of}
   */
  public static Builder on(
      DataSource dataSource, Function<DataSource, ? extends BatonStore> store) {
    TestDatabase database = TestDatabase.around(dataSource);
    return on(database, refined -> Baton.builder(store.apply(database.dataSource())));
  }

  /**
   * As {@link #on(DataSource, Function)}, of nodes that somebody else describes, a framework for
   * example.
   *
   * @param nodes asked for each node, on {@link TestDatabase#dataSource}; it lets what it is given
   *     have the last word on how each type is run
   */
  public static Builder on(
      TestDatabase database, Function<UnaryOperator<TaskDefinition<?, ?>>, Baton.Builder> nodes) {
    return new Builder((start, faults) -> new DatabaseBackend(database, nodes, start, faults));
  }

  /** What the code under test is given: a client of the cluster. */
  public Baton baton() {
    return cluster.client();
  }

  /** Adds tasks, gives them news, and awaits results; for the code under test. */
  public Tasks tasks() {
    return baton().tasks();
  }

  /** Units of work, for the code under test. */
  public Transactions transactions() {
    return baton().transactions();
  }

  /** The test's clock, for the code under test. */
  public InstantSource clock() {
    return backend.clock();
  }

  /** What the clock shows. */
  public Instant now() {
    return backend.clock().instant();
  }

  /**
   * The database, for the code under test: commits made through it meet {@link Faults}.
   *
   * @throws IllegalStateException when the cluster is in memory
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

  /** What is to go wrong. */
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

  /** Runs the work in a transaction and commits it, so that whatever follows finds it. */
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
      throw new IllegalStateException("The test's transaction was rolled back: " + e, e);
    }
  }

  /** What is done inside a transaction. */
  @FunctionalInterface
  public interface Action {
    void in(Transaction transaction) throws Exception;
  }

  /**
   * Runs all tasks that may run now, and all that follow from them, until nothing is left to do at
   * this time. Asynchronous handlers are waited for.
   *
   * @return how many attempts were made
   * @throws AssertionError when it never ends, or a handler never comes back
   */
  public int drain() {
    long before = cluster.attempts();
    cluster.settle();
    return (int) (cluster.attempts() - before);
  }

  /**
   * Lets so much time pass. Whatever becomes due meanwhile runs at its time, in order: retries,
   * delays, schedules, tasks whose node was lost.
   *
   * @return how many attempts were made
   */
  public int advance(Duration duration) {
    return advanceTo(now().plus(duration));
  }

  /** Lets the time pass until then, as {@link #advance} does. */
  public int advanceTo(Instant time) {
    if (time.isBefore(now())) {
      throw new IllegalArgumentException(
          "It is " + now() + ", and time doesn't run back to " + time);
    }
    return passing.to(time);
  }

  /**
   * Lets time pass until these tasks have ended, however long they wait.
   *
   * @throws AssertionError when one stops in ERROR, isn't there, or waits for what never comes
   */
  public void untilEnded(UUID... tasks) {
    passing.untilEnded(List.of(tasks));
  }

  /**
   * The result of a task, after {@link #untilEnded}; null where it answered none.
   *
   * @throws AssertionError when it didn't end DONE
   */
  public <R> @Nullable R resultOf(TaskType<?, R> type, UUID id) {
    untilEnded(id);
    TestTask task = task(id);
    if (task.status() != Status.DONE) {
      throw new AssertionError("It has no result: " + task);
    }
    return task.result(type);
  }

  /** Tasks of these types don't begin from now on, whatever time passes. */
  public void holdBack(TaskType<?, ?>... types) {
    Arrays.stream(types).forEach(type -> holdBack(type.name()));
  }

  /** Tasks of this type don't begin from now on, whatever time passes. */
  public void holdBack(String type) {
    cluster.holdBack().hold(type);
  }

  /** Tasks of these types may begin again, with the next {@link #drain}. */
  public void letGo(TaskType<?, ?>... types) {
    Arrays.stream(types).forEach(type -> letGo(type.name()));
  }

  /** Tasks of this type may begin again, with the next {@link #drain}. */
  public void letGo(String type) {
    cluster.holdBack().letGo(type);
  }

  /**
   * Loses the node that runs tasks: all that it does ends at once, and is never written. Called
   * from a handler or what it calls, it doesn't return. Another node follows, which takes the tasks
   * when their leases are over.
   */
  public void loseNode() {
    cluster.loseNode();
  }

  /**
   * Lets time pass inside a handler, for a stub of a slow partner: meanwhile leases are renewed,
   * deadlines kept, and other tasks run.
   *
   * @throws InterruptedException when the attempt's deadline is over, or it is cancelled
   */
  public void sleep(Duration duration) throws InterruptedException {
    if (!cluster.turns().isTurn()) {
      throw new IllegalStateException(
          "sleep(...) is for what a handler calls on its own thread; a test calls advance(...)");
    }
    cluster.turns().sleep(duration);
  }

  /**
   * The task as it stands now.
   *
   * @throws AssertionError when there is none, or nothing is left of it
   */
  public TestTask task(UUID id) {
    return tasks.task(id);
  }

  /** All tasks, live and finished, in the order in which they were added. */
  public List<TestTask> all() {
    return tasks.all(TaskFilter.all());
  }

  /** All tasks of a type, live and finished, in the order in which they were added. */
  public List<TestTask> all(TaskType<?, ?> type) {
    return all(type.name());
  }

  /** All tasks of a type, live and finished, in the order in which they were added. */
  public List<TestTask> all(String type) {
    return tasks.all(TaskFilter.all().type(type));
  }

  /** The payloads of all tasks of a type, in the order in which they were added. */
  public <P> List<P> added(TaskType<P, ?> type) {
    return payloads(type, task -> true);
  }

  /** The payloads of all tasks of a type that are DONE, in the order in which they were added. */
  public <P> List<P> done(TaskType<P, ?> type) {
    return payloads(type, task -> task.status() == Status.DONE);
  }

  /** Lets the nodes run tasks of these buckets, where they don't by themselves. */
  public void startBuckets(Collection<String> names) {
    cluster.startBuckets(names);
  }

  /** Ends the cluster; what runs is lost. */
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

  /** Describes a cluster for a test. Not thread-safe. */
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

    /** How tasks of a type are run. */
    public Builder define(TaskDefinition<?, ?>... more) {
      definitions.addAll(List.of(more));
      return this;
    }

    /** Schedules that the nodes declare. */
    public Builder schedule(Schedule... more) {
      schedules.addAll(List.of(more));
      return this;
    }

    /** Changes the nodes' settings, which are {@link NodeSettings#defaults()} on any store. */
    public Builder settings(UnaryOperator<NodeSettings> change) {
      UnaryOperator<NodeSettings> before = settings;
      settings = usual -> change.apply(before.apply(usual));
      return this;
    }

    /** What the clock shows first; Monday, 2026-03-02, 09:00 UTC unless this is called. */
    public Builder startingAt(Instant time) {
      start = time;
      return this;
    }

    /**
     * Whatever else the nodes have: interceptors, decorators, listeners, rules, buckets. Called for
     * the client, and for each node that runs tasks; not to start it.
     */
    public Builder configure(UnaryOperator<Baton.Builder> with) {
      UnaryOperator<Baton.Builder> before = more;
      more = builder -> with.apply(before.apply(builder));
      return this;
    }

    /**
     * Removes all tasks, schedules and whatever else is in Baton's tables of the database first.
     */
    public Builder emptied() {
      emptied = true;
      return this;
    }

    /** Starts the cluster, its clock standing still. */
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
