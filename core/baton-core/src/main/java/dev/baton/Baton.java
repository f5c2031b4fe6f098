package dev.baton;

import dev.baton.api.Tasks;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.Codecs;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.Cluster;
import dev.baton.cluster.LogNames;
import dev.baton.cluster.NodeRole;
import dev.baton.cluster.NodeSettings;
import dev.baton.engine.Node;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.hook.AddDecorator;
import dev.baton.hook.Incidents;
import dev.baton.hook.TaskInterceptor;
import dev.baton.hook.TaskListener;
import dev.baton.operate.Operations;
import dev.baton.operate.statistics.Statistics;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleRule;
import dev.baton.schedule.Schedules;
import dev.baton.spi.BatonStore;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.Stores;
import dev.baton.spi.Transactions;
import dev.baton.spi.TriggerChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One node of a cluster: it adds tasks, runs them, and takes over those of nodes that died. Each
 * process of a service has one, from its start to its stop. Thread-safe.
 *
 * <pre>{@code
 * Baton baton = Baton.builder(JdbcStore.of(dataSource))
 *     .define(TaskDefinition.of(SEND_MAIL).handler((mail, attempt) -> mailer.send(mail)))
 *     .start();
 * baton.tasks().add(SEND_MAIL.with(mail));
 * }</pre>
 */
public final class Baton implements AutoCloseable {
  private final Node node;
  private final NodeSettings settings;
  private final Transactions transactions;

  Baton(Node node, NodeSettings settings, Transactions transactions) {
    this.node = node;
    this.settings = settings;
    this.transactions = transactions;
  }

  /**
   * Begins to describe a node on this store, such as {@code JdbcStore.of(dataSource)}. Nothing is
   * opened before {@link Builder#start}.
   */
  public static Builder builder(BatonStore store) {
    return new Builder(store);
  }

  /** Adds tasks, awaits their results, sends signals. */
  public Tasks tasks() {
    return node.tasks();
  }

  /** Finds tasks, explains them, and changes them as an operator. */
  public Operations operations() {
    return node.operations();
  }

  /** The nodes of the cluster, and what is paused on all of them. */
  public Cluster cluster() {
    return node.cluster();
  }

  /** Schedules: tasks that are added by the clock. */
  public Schedules schedules() {
    return node.schedules();
  }

  /** Counts of live tasks, tasks that are stuck, and how much was done when. */
  public Statistics statistics() {
    return node.statistics();
  }

  /**
   * Runs work that a person asked for, as the dashboard does; for pages of your own. On this thread
   * it uses the few connections that are set apart for operators, so that the engine keeps the
   * others, and its searches end when the time is over.
   *
   * @param longest the time for all of the work; a search that takes longer ends with a {@link
   *     dev.baton.api.error.SearchTimeoutException}, any other call that gets no connection, or is
   *     cut off, with a {@link dev.baton.api.error.StoreUnavailableException}
   */
  public <T> T forOperator(Duration longest, Supplier<T> work) {
    return node.forOperator(longest, work);
  }

  /** The definitions of this node's types; empty for a client. */
  public Collection<Definition> definitions() {
    return node.definitions();
  }

  /** The transactions this node was built with. */
  public Transactions transactions() {
    return transactions;
  }

  /** From now on this node claims tasks of the bucket. */
  public void startBucket(String bucket) {
    node.buckets().start(bucket);
  }

  /**
   * From now on this node claims and starts no task of the bucket. Running handlers go on; claimed
   * tasks that haven't started are given back at once.
   *
   * @return completes when the bucket's last handler on this node has ended and its outcome is
   *     written or given up; not when the node is stopped first: {@link #stop} says how that ended
   */
  public CompletionStage<Void> stopBucket(String bucket) {
    return node.stopBucket(bucket);
  }

  /** Whether this node claims tasks of the bucket. */
  public boolean isBucketRunning(String bucket) {
    return node.buckets().isRunning(bucket);
  }

  /** How many tasks this node holds: their handlers run, or their outcomes aren't written yet. */
  public int tasksInHand() {
    return node.leasedTasks();
  }

  /**
   * The loops of this node that don't come round in time, or have ended though the node wasn't
   * stopped; empty while it is well. While one is named that tasks depend on, such as the one that
   * renews leases, this node claims nothing. Doesn't ask the database.
   */
  public List<String> lateLoops() {
    return node.lateLoops();
  }

  /** The slots of this node: how many tasks it runs at a time at most. */
  public int slots() {
    return node.slots();
  }

  /** Slots in use on this node. */
  public int slotsInUse() {
    return node.slotsInUse();
  }

  /**
   * Stops this node. It claims nothing more; running handlers have {@code patience} to end, then
   * they are interrupted. Other nodes resume the tasks that haven't ended then, when their leases
   * end. A second call waits for the first one, for its own patience at most.
   *
   * @return whether everything had ended and was written
   */
  public boolean stop(Duration patience) throws InterruptedException {
    return node.stop(patience);
  }

  /** As {@link #stop}, with the patience of {@link NodeSettings#shutdown}. */
  @Override
  public void close() {
    try {
      stop(settings.shutdown());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Describes a node. Not thread-safe. */
  public static final class Builder {
    final BatonStore store;
    UnaryOperator<Stores> storeChange = UnaryOperator.identity();
    @Nullable Transactions transactions;
    @Nullable Leadership leadership;
    @Nullable NodeRuntime runtime;
    @Nullable TriggerChannel channel;
    UnaryOperator<NodeSettings> settings = UnaryOperator.identity();
    final List<Definition> definitions = new ArrayList<>();
    final Map<String, BucketOptions> buckets = new TreeMap<>();
    final List<TaskListener> listeners = new ArrayList<>();
    final List<TaskInterceptor> interceptors = new ArrayList<>();
    final List<AddDecorator> decorators = new ArrayList<>();
    @Nullable String name;
    NodeRole role = NodeRole.SERVER;
    boolean sweeps = true;
    boolean prunes = true;
    boolean requiresTransaction;
    final Map<String, Schedule> schedules = new TreeMap<>();
    final Map<String, ScheduleRule> rules = new TreeMap<>();
    boolean servesSchedules = true;
    boolean virtualThreads = true;
    LogNames logNames = LogNames.standard();
    Supplier<PayloadCodec> codec = Codecs.STANDARD;
    boolean threadPool = true;
    @Nullable Incidents incidents;

    private Builder(BatonStore store) {
      this.store = store;
    }

    /** Replaces parts of the store, or puts something around them; for tests. */
    public Builder stores(UnaryOperator<Stores> change) {
      UnaryOperator<Stores> before = storeChange;
      storeChange = stores -> change.apply(before.apply(stores));
      return this;
    }

    /**
     * The transactions in which the application and its handlers use the store's database; by
     * default the store's own. A framework has others.
     */
    public Builder transactions(Transactions transactions) {
      this.transactions = transactions;
      return this;
    }

    /**
     * Decides which node is the leader of each duty, such as sweeping; by default the store does.
     */
    public Builder leadership(Leadership leadership) {
      this.leadership = leadership;
      return this;
    }

    /**
     * Declares schedules. At its start the node adds those that are new, and changes those whose
     * declaration differs from the last one that any node made; a changed timing moves the next
     * tick. What operators changed at run time stays until the declaration changes. While nodes of
     * two releases start side by side, the last one to start decides. A client declares nothing.
     */
    public Builder schedule(Schedule... more) {
      for (Schedule schedule : more) {
        if (schedules.put(schedule.name(), schedule) != null) {
          throw new IllegalArgumentException(
              "The schedule " + schedule.name() + " is declared twice");
        }
      }
      return this;
    }

    /** The rule that schedules name in {@link Schedule#byRule}. */
    public Builder rule(String name, ScheduleRule rule) {
      if (rules.put(name, rule) != null) {
        throw new IllegalArgumentException("The rule " + name + " is registered twice");
      }
      return this;
    }

    /** What this node is called in lists, for people; the machine's name unless told otherwise. */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /**
     * Refuses {@code add}, {@code addAll}, {@code addBatch}, {@code submit}, {@code cancel} and
     * {@code signal} if the application calls them outside of any transaction, before anything is
     * written. Without this they commit by themselves, also if the business change beside them
     * doesn't. Tasks that Baton adds are still added: those of schedules, Kafka receivers and
     * operators, and an outcome's {@code next}.
     */
    public Builder requireTransaction() {
      requiresTransaction = true;
      return this;
    }

    /**
     * Makes this node a client: it adds tasks, sends hints to other nodes and reads tasks, but runs
     * none and has no duties, so it needs no leadership. It uses only the buckets of its
     * definitions, so that it can share one list of them with the servers.
     */
    public Builder client() {
      role = NodeRole.CLIENT;
      return this;
    }

    /**
     * Carries hints between nodes; by default the store does, if it can. With {@link
     * TriggerChannel#none()} other nodes find tasks by their polls.
     */
    public Builder channel(TriggerChannel channel) {
      this.channel = channel;
      return this;
    }

    /** Time, random numbers and threads: by default the machine's; tests give others. */
    public Builder runtime(NodeRuntime runtime) {
      this.runtime = runtime;
      return this;
    }

    /**
     * Changes this node's settings: {@code settings(s -> s.lease(Duration.ofSeconds(60)))}. What it
     * doesn't change stays as the store, and earlier calls, have it.
     */
    public Builder settings(UnaryOperator<NodeSettings> change) {
      UnaryOperator<NodeSettings> before = settings;
      settings = usual -> change.apply(before.apply(usual));
      return this;
    }

    /** How tasks of these types are run. */
    public Builder define(TaskDefinition<?, ?>... more) {
      return define(List.of(more));
    }

    /** How tasks of these types are run. */
    public Builder define(Collection<? extends TaskDefinition<?, ?>> more) {
      more.forEach(definition -> definitions.add(Definition.of(definition)));
      return this;
    }

    /** A bucket with settings of its own; buckets that only definitions name have the defaults. */
    public Builder bucket(BucketOptions options) {
      if (buckets.put(options.name(), options) != null) {
        throw new IllegalArgumentException("The bucket " + options.name() + " is listed twice");
      }
      return this;
    }

    /** A listener of all events on this node. */
    public Builder listener(TaskListener listener) {
      listeners.add(listener);
      return this;
    }

    /** The names under which the handler's log context holds the task's id, type and so on. */
    public Builder logNames(LogNames names) {
      logNames = names;
      return this;
    }

    /**
     * Writes and reads the payloads, results, data, steps and signals of types that name no codec;
     * JSON by Jackson unless this is called. All nodes and clients that share tasks need the same.
     * Stored values don't say which codec wrote them: a new codec must be able to read them.
     */
    public Builder codec(PayloadCodec standard) {
      codec = () -> standard;
      return this;
    }

    /** Code around every attempt; the first is the outermost. */
    public Builder interceptor(TaskInterceptor interceptor) {
      interceptors.add(interceptor);
      return this;
    }

    /** Changes every request before it is added. */
    public Builder decorator(AddDecorator decorator) {
      decorators.add(decorator);
      return this;
    }

    /**
     * This node never sweeps: other nodes make due tasks ready, resume lost ones, send lost hints
     * again, and stop tasks whose type no node knows. It does everything else.
     */
    public Builder withoutSweeper() {
      sweeps = false;
      return this;
    }

    /** This node never removes finished tasks, or nodes that were silent for days: others do. */
    public Builder withoutPruner() {
      prunes = false;
      return this;
    }

    /**
     * This node never adds the tasks of schedules: other nodes do it. It still runs those tasks,
     * and declares and changes schedules.
     */
    public Builder withoutSchedules() {
      servesSchedules = false;
      return this;
    }

    /**
     * Reports incidents to people. One of the nodes that have this setting watches and reports;
     * when it dies, another takes over. So set it on all nodes. A client reports nothing.
     */
    public Builder incidents(Incidents incidents) {
      this.incidents = incidents;
      return this;
    }

    /**
     * Handlers run on a pool of platform threads, even if the JVM has virtual ones. A runtime of
     * your own decides by itself.
     */
    public Builder withoutVirtualThreads() {
      virtualThreads = false;
      return this;
    }

    /**
     * Each attempt has a new thread, even without virtual threads: no attempt sees thread-locals of
     * another. A platform thread costs about 0.1 ms. A runtime of your own decides by itself.
     */
    public Builder withoutThreadPool() {
      threadPool = false;
      return this;
    }

    /**
     * Opens and checks the store, and starts the node.
     *
     * @throws dev.baton.api.error.ConfigurationException when the store can't work as it is set up
     * @throws dev.baton.api.error.StoreUnavailableException when the database can't be reached
     * @throws IllegalArgumentException when a setting, or two definitions together, can't work
     * @throws IllegalStateException when the store brings no transactions or leadership, and the
     *     builder was given none
     */
    public Baton start() {
      return new NodeFactory(this).start();
    }
  }
}
