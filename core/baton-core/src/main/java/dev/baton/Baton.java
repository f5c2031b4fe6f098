package dev.baton;

import dev.baton.api.Tasks;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.Codecs;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeRole;
import dev.baton.cluster.NodeSettings;
import dev.baton.engine.Node;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.hook.AddDecorator;
import dev.baton.hook.TaskInterceptor;
import dev.baton.hook.TaskListener;
import dev.baton.operate.Operations;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.incident.Incidents;
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
 * A node of a cluster. It adds tasks, runs them, and takes over the tasks of nodes that died.
 * Create one node in each process of your service, and stop it when the process ends. Thread-safe.
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
   * Returns a builder of a node that uses the given store, such as {@code
   * JdbcStore.of(dataSource)}. {@link Builder#start} opens the store.
   */
  public static Builder builder(BatonStore store) {
    return new Builder(store);
  }

  /** Returns the API that adds tasks, returns their results, sends signals and cancels tasks. */
  public Tasks tasks() {
    return node.tasks();
  }

  /** Returns the operators' API that finds, explains and changes tasks. */
  public Operations operations() {
    return node.operations();
  }

  /** Returns the API that lists the nodes of the cluster and pauses tasks on all of them. */
  public Cluster cluster() {
    return node.cluster();
  }

  /** Returns the API for schedules, which add tasks at defined times. */
  public Schedules schedules() {
    return node.schedules();
  }

  /** Returns the API that counts live and stuck tasks and reads past statistics. */
  public Statistics statistics() {
    return node.statistics();
  }

  /**
   * Runs work for a person, such as a page of the dashboard or of your application, on the calling
   * thread. The work uses a few connections that are reserved for operators, so that the engine
   * keeps the others.
   *
   * @param longest time limit for all of the work. If a search still runs when the time is over, it
   *     is stopped and throws {@link dev.baton.api.error.SearchTimeoutException}. Any other call
   *     that is stopped, or that gets no connection, throws {@link
   *     dev.baton.api.error.StoreUnavailableException}
   */
  public <T> T forOperator(Duration longest, Supplier<T> work) {
    return node.forOperator(longest, work);
  }

  /** Returns the definitions of this node's types; empty for a client. */
  public Collection<TaskDefinition<?, ?>> definitions() {
    return node.definitions().stream().<TaskDefinition<?, ?>>map(Definition::definition).toList();
  }

  /**
   * Returns the API that runs your code in a transaction: the transactions that the builder set or,
   * by default, those of the store.
   */
  public Transactions transactions() {
    return transactions;
  }

  /** Makes this node start and run tasks of a bucket. */
  public void startBucket(String bucket) {
    node.buckets().start(bucket);
  }

  /**
   * Makes this node start no more tasks of a bucket. Running handlers continue. Tasks that this
   * node has claimed but not started are given back to other nodes at once.
   *
   * @return a stage that completes when the bucket's last handler on this node has ended and its
   *     outcome was written, or the node has given up writing it. If you stop the node first, the
   *     stage never completes: use the result of {@link #stop}
   */
  public CompletionStage<Void> stopBucket(String bucket) {
    return node.stopBucket(bucket);
  }

  /** Returns whether this node starts tasks of the bucket. */
  public boolean isBucketRunning(String bucket) {
    return node.buckets().isRunning(bucket);
  }

  /**
   * Returns the number of tasks that this node has claimed: their handlers run, or their outcomes
   * aren't written yet.
   */
  public int leasedTasks() {
    return node.leasedTasks();
  }

  /**
   * Returns the background loops of this node that are late, or that ended although the node was
   * not stopped. The list is empty if the node is healthy. While a loop that tasks depend on is
   * late, such as the renewal of leases, this node claims no tasks. Doesn't call the database.
   */
  public List<String> lateLoops() {
    return node.lateLoops();
  }

  /**
   * Returns the number of slots of this node, which is the maximum number of tasks that it runs at
   * a time.
   */
  public int slots() {
    return node.slots();
  }

  /** Returns the number of slots in use on this node. */
  public int slotsInUse() {
    return node.slotsInUse();
  }

  /**
   * Stops this node: it starts no more tasks, waits up to {@code patience} for running handlers,
   * and then interrupts them. Other nodes resume unfinished tasks when their leases expire. A
   * second call waits for the first, but no longer than its own {@code patience}.
   *
   * @return whether all handlers ended and all outcomes were written in time
   */
  public boolean stop(Duration patience) throws InterruptedException {
    return node.stop(patience);
  }

  /** Stops this node with the patience of {@link NodeSettings#shutdown}. See {@link #stop}. */
  @Override
  public void close() {
    try {
      stop(settings.shutdown());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Builds a node. Not thread-safe. */
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
    boolean requiresTransaction;
    final Map<String, Schedule> schedules = new TreeMap<>();
    final Map<String, ScheduleRule> rules = new TreeMap<>();
    Supplier<PayloadCodec> codec = Codecs.STANDARD;
    @Nullable Incidents incidents;

    private Builder(BatonStore store) {
      this.store = store;
    }

    /** Replaces or wraps parts of the store, for tests. */
    public Builder stores(UnaryOperator<Stores> change) {
      UnaryOperator<Stores> before = storeChange;
      storeChange = stores -> change.apply(before.apply(stores));
      return this;
    }

    /**
     * Sets the transactions in which the application and its handlers use the store's database. By
     * default, the store provides them. Integrations of frameworks set their own.
     */
    public Builder transactions(Transactions transactions) {
      this.transactions = transactions;
      return this;
    }

    /**
     * Sets how the nodes elect the leader of each duty, such as sweeping. By default, the store
     * does it.
     */
    public Builder leadership(Leadership leadership) {
      this.leadership = leadership;
      return this;
    }

    /**
     * Declares schedules. When the node starts, it adds the schedules that don't exist yet. It
     * changes a schedule if your declaration differs from the last declaration that any node
     * stored. A changed timing moves the next tick. Changes by operators at run time remain until
     * the declaration changes. If nodes of two releases start at the same time, the declaration of
     * the last one is used. A client ignores these schedules.
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

    /**
     * Registers a rule under the name that you pass to {@link Schedule#byRule}.
     *
     * @throws IllegalArgumentException if the name is already registered
     */
    public Builder rule(String name, ScheduleRule rule) {
      if (rules.put(name, rule) != null) {
        throw new IllegalArgumentException("The rule " + name + " is registered twice");
      }
      return this;
    }

    /** Sets the name under which lists show this node. The default is the machine's name. */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /**
     * Makes {@code add}, {@code addAll}, {@code addBatch}, {@code submit}, {@code cancel} and
     * {@code signal} throw if the application calls them outside a transaction. They then write
     * nothing. Without this setting, such a call commits at once, even if the business change that
     * belongs to it is rolled back later. Baton's own adds are always allowed: those of schedules,
     * Kafka receivers and operators, and an outcome's {@code next}.
     */
    public Builder requireTransaction() {
      requiresTransaction = true;
      return this;
    }

    /**
     * Makes this node a client. A client adds and reads tasks and sends hints to other nodes. A
     * client runs no tasks and has no duties such as sweeping, so it needs no leader election,
     * except to report {@link #incidents}. You can give clients the same definitions as servers: a
     * client reads only the buckets from them.
     */
    public Builder client() {
      role = NodeRole.CLIENT;
      return this;
    }

    /**
     * Sets the channel that carries hints between nodes. The default is the store's channel, if it
     * has one. With {@link TriggerChannel#none()}, nodes send no hints and find tasks by polling.
     */
    public Builder channel(TriggerChannel channel) {
      this.channel = channel;
      return this;
    }

    /**
     * Sets the source of time, random numbers and threads. By default, the machine provides them;
     * tests use simulated ones.
     */
    public Builder runtime(NodeRuntime runtime) {
      this.runtime = runtime;
      return this;
    }

    /**
     * Changes this node's settings: {@code settings(s -> s.lease(Duration.ofSeconds(60)))}. The
     * function gets the default settings with the changes of earlier calls, and returns a changed
     * copy.
     */
    public Builder settings(UnaryOperator<NodeSettings> change) {
      UnaryOperator<NodeSettings> before = settings;
      settings = usual -> change.apply(before.apply(usual));
      return this;
    }

    /** Adds definitions, which set how the tasks of their types run. */
    public Builder define(TaskDefinition<?, ?>... more) {
      return define(List.of(more));
    }

    /** Adds definitions, which set how the tasks of their types run. */
    public Builder define(Collection<? extends TaskDefinition<?, ?>> more) {
      more.forEach(definition -> definitions.add(Definition.of(definition)));
      return this;
    }

    /**
     * Adds a bucket with its own options. A bucket that a definition names but that isn't added
     * here has the default options.
     */
    public Builder bucket(BucketOptions options) {
      if (buckets.put(options.name(), options) != null) {
        throw new IllegalArgumentException("The bucket " + options.name() + " is listed twice");
      }
      return this;
    }

    /** Adds a listener of all events on this node. */
    public Builder listener(TaskListener listener) {
      listeners.add(listener);
      return this;
    }

    /**
     * Sets the codec of payloads, results, data, steps and signals for types without their own
     * codec. The default writes JSON with Jackson. All nodes and clients that share tasks need the
     * same codec. Stored values don't contain the name of their codec, so a new codec must be able
     * to read old values.
     */
    public Builder codec(PayloadCodec standard) {
      codec = () -> standard;
      return this;
    }

    /**
     * Adds an interceptor that runs code around every attempt. The interceptor that was added first
     * is the outermost.
     */
    public Builder interceptor(TaskInterceptor interceptor) {
      interceptors.add(interceptor);
      return this;
    }

    /** Adds a decorator, which changes every request before its task is added. */
    public Builder decorator(AddDecorator decorator) {
      decorators.add(decorator);
      return this;
    }

    /**
     * Reports incidents to alerting services. One of the nodes with this setting watches and
     * reports; if it dies, another takes over. Therefore, use this setting on all nodes. Use it on
     * your clients, too, because only a client can report that no server is live.
     */
    public Builder incidents(Incidents incidents) {
      this.incidents = incidents;
      return this;
    }

    /**
     * Opens and checks the store, and starts the node.
     *
     * @throws dev.baton.api.error.ConfigurationException if the store can't work with its current
     *     configuration
     * @throws dev.baton.api.error.StoreUnavailableException if the database can't be reached
     * @throws IllegalArgumentException if a setting is invalid, or two definitions conflict
     * @throws IllegalStateException if neither the store nor the builder has transactions, or
     *     neither has a leader election
     */
    public Baton start() {
      return new NodeFactory(this).start();
    }
  }
}
