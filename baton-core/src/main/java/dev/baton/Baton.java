package dev.baton;

import dev.baton.api.TaskDefinition;
import dev.baton.api.Tasks;
import dev.baton.api.cluster.BucketOptions;
import dev.baton.api.cluster.Cluster;
import dev.baton.api.cluster.LogNames;
import dev.baton.api.cluster.NodeRole;
import dev.baton.api.cluster.NodeSettings;
import dev.baton.api.hook.AddDecorator;
import dev.baton.api.hook.Incidents;
import dev.baton.api.hook.TaskInterceptor;
import dev.baton.api.hook.TaskListener;
import dev.baton.api.operate.Operations;
import dev.baton.api.operate.StandbyRead;
import dev.baton.api.schedule.Schedule;
import dev.baton.api.schedule.ScheduleRule;
import dev.baton.api.schedule.Schedules;
import dev.baton.api.statistics.Statistics;
import dev.baton.engine.Node;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.OperatorRequest;
import dev.baton.spi.Stores;
import dev.baton.spi.Transactions;
import dev.baton.spi.TriggerChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One node of a cluster: it adds tasks, runs them, and looks after those of fallen nodes. A service
 * has one, from start to stop. Thread-safe.
 *
 * <pre>{@code
 * Baton baton = JdbcBaton.on(dataSource)
 *     .define(TaskDefinition.of("SEND_MAIL", attempt -> {
 *       mail.send(attempt.payloadText());
 *       return Outcome.done();
 *     }))
 *     .start();
 * baton.tasks().add(TaskRequest.of("SEND_MAIL").payload("..."));
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

  /** A node yet to be described. */
  public static Builder builder() {
    return new Builder();
  }

  /** Adds tasks. */
  public Tasks tasks() {
    return node.tasks();
  }

  /** Looks at tasks and mends them. */
  public Operations operations() {
    return node.operations();
  }

  /** Who else there is, and what is paused on all nodes. */
  public Cluster cluster() {
    return node.cluster();
  }

  /** What comes again and again. */
  public Schedules schedules() {
    return node.schedules();
  }

  /** What there is, what is stuck, and what was done. */
  public Statistics statistics() {
    return node.statistics();
  }

  /**
   * Does something that a person asked for, as the page does with each request: what it asks of the
   * store on this thread comes by the few connections that operators have, so that the engine keeps
   * the rest of its pool, and its searches end when the time is over. For pages of your own.
   *
   * @param longest all of it together; a search ends with a {@link
   *     dev.baton.api.error.SearchTimeoutException}, what finds no connection or is cut off
   *     elsewhere with another {@link dev.baton.api.error.StoreUnavailableException}
   */
  public <T> T forOperator(Duration longest, Supplier<T> work) {
    return node.forOperator(longest, false, work);
  }

  /** As above, for work that changes nothing: operators' standby is searched, if they have one. */
  public <T> T forReader(Duration longest, Supplier<T> work) {
    return node.forOperator(longest, true, work);
  }

  /** Where {@link #forReader} has searched so far, on this thread; empty without a standby. */
  public Optional<StandbyRead> standbyRead() {
    OperatorRequest request = OperatorRequest.current();
    return request == null ? Optional.empty() : request.standbyRead();
  }

  /** How this node runs its types; empty for a client. */
  public Collection<TaskDefinition> definitions() {
    return node.definitions();
  }

  /** The transactions this node was built with. */
  public Transactions transactions() {
    return transactions;
  }

  /** Lets this node claim tasks of the bucket from now on. */
  public void startBucket(String bucket) {
    node.buckets().start(bucket);
  }

  /**
   * This node claims and starts nothing more of the bucket; what runs goes on. What was claimed and
   * hasn't started is given back at once.
   *
   * @return completes when the last handler of the bucket has ended here and what it came to is
   *     written or given up; at once when none runs. Not while the bucket is started again and
   *     never rests, nor when this node is stopped first: {@link #stop} then says how that ended
   */
  public CompletionStage<Void> stopBucket(String bucket) {
    return node.stopBucket(bucket);
  }

  /** Whether this node claims tasks of the bucket. */
  public boolean isBucketRunning(String bucket) {
    return node.buckets().isRunning(bucket);
  }

  /** Tasks this node has in hand: running, or with an outcome that isn't written yet. */
  public int tasksInHand() {
    return node.heldTasks();
  }

  /** Slots this node has: so many tasks it runs at once at the most. */
  public int slots() {
    return node.slots();
  }

  /** Slots in use on this node. */
  public int slotsInUse() {
    return node.slotsInUse();
  }

  /**
   * Stops this node: nothing more is claimed, running handlers may end within {@code patience} and
   * are then interrupted. What can't be ended is resumed by others when its lease ends. A second
   * call waits for the first, as long as its own patience lasts.
   *
   * @return whether everything had ended and was written
   */
  public boolean stop(Duration patience) throws InterruptedException {
    return node.stop(patience);
  }

  /** Stops with the patience of the settings. */
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
    @Nullable Stores stores;
    @Nullable Transactions transactions;
    @Nullable Leadership leadership;
    @Nullable NodeRuntime runtime;
    TriggerChannel channel = TriggerChannel.none();
    NodeSettings settings = NodeSettings.defaults();
    final List<TaskDefinition> definitions = new ArrayList<>();
    final Map<String, BucketOptions> buckets = new TreeMap<>();
    final List<TaskListener> listeners = new ArrayList<>();
    final List<TaskInterceptor> interceptors = new ArrayList<>();
    final List<AddDecorator> decorators = new ArrayList<>();
    @Nullable String name;
    NodeRole role = NodeRole.SERVER;
    boolean sweeps = true;
    boolean prunes = true;
    final Map<String, Schedule> schedules = new TreeMap<>();
    final Map<String, ScheduleRule> rules = new TreeMap<>();
    boolean servesSchedules = true;
    boolean virtualThreads = true;
    LogNames logNames = LogNames.standard();
    boolean threadPool = true;
    @Nullable Incidents incidents;

    private Builder() {}

    /** Where tasks live, and what is around them. */
    public Builder stores(Stores stores) {
      this.stores = stores;
      return this;
    }

    /** Exchanges some of the stores that were given before. */
    public Builder stores(UnaryOperator<Stores> change) {
      return stores(change.apply(Assembly.given(stores, "stores")));
    }

    /** Units of work on the same database. */
    public Builder transactions(Transactions transactions) {
      this.transactions = transactions;
      return this;
    }

    /** Who has the duties that one node is enough for. */
    public Builder leadership(Leadership leadership) {
      this.leadership = leadership;
      return this;
    }

    /**
     * Declares schedules. As the node starts, those that are new are added, and those whose
     * declaration has changed since any node declared them last are changed, which moves their next
     * tick where the timing is another. What was changed at run time stays until the declaration
     * changes. While nodes of two releases start side by side, the last one to start decides. A
     * client declares nothing.
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
     * This node adds tasks, tells others of them, and looks at them; it never claims one, hands one
     * to itself, or has a duty, and it needs no leadership. Of the definitions it is given it uses
     * the buckets only, so that a service can share one list of them with its servers.
     */
    public Builder client() {
      role = NodeRole.CLIENT;
      return this;
    }

    /** Carries hints between nodes; without one, other nodes find tasks by their polls. */
    public Builder channel(TriggerChannel channel) {
      this.channel = channel;
      return this;
    }

    /** Time, chance and threads; the machine's unless a test says otherwise. */
    public Builder runtime(NodeRuntime runtime) {
      this.runtime = runtime;
      return this;
    }

    /** This node's settings. */
    public Builder settings(NodeSettings settings) {
      this.settings = settings;
      return this;
    }

    /** How tasks of a type are run. */
    public Builder define(TaskDefinition... more) {
      definitions.addAll(List.of(more));
      return this;
    }

    /** A bucket with settings of its own; buckets that definitions name have sensible ones. */
    public Builder bucket(BucketOptions options) {
      if (buckets.put(options.name(), options) != null) {
        throw new IllegalArgumentException("The bucket " + options.name() + " is listed twice");
      }
      return this;
    }

    /** Told of everything that happens on this node. */
    public Builder listener(TaskListener listener) {
      listeners.add(listener);
      return this;
    }

    /** Other names for the task in the log context of its handler, which has nothing else in it. */
    public Builder logNames(LogNames names) {
      logNames = names;
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
     * This node never makes due work ready, resumes lost tasks, gives lost hints again, or stops
     * tasks of a type that no node knows: that is left to other nodes. It does everything else.
     */
    public Builder withoutSweeper() {
      sweeps = false;
      return this;
    }

    /**
     * This node never removes finished tasks, nor nodes that were silent for days: that is left to
     * other nodes. It does everything else.
     */
    public Builder withoutPruner() {
      prunes = false;
      return this;
    }

    /**
     * This node never adds the tasks of schedules: that is left to other nodes. It does everything
     * else: it runs those tasks, and declares and changes schedules.
     */
    public Builder withoutSchedules() {
      servesSchedules = false;
      return this;
    }

    /**
     * Tells people when tasks need them: one node of those that were given this watches and tells,
     * and another goes on when it falls. Give it to all nodes, or none of those that have it may be
     * there when it is needed. A client tells no one of incidents.
     */
    public Builder incidents(Incidents incidents) {
      this.incidents = incidents;
      return this;
    }

    /**
     * Handlers run on a pool of platform threads also where the JVM has virtual ones. A runtime of
     * your own decides by itself.
     */
    public Builder withoutVirtualThreads() {
      virtualThreads = false;
      return this;
    }

    /**
     * Each attempt has a thread that none had before, also where there are no virtual ones: no
     * thread-local that one sets is seen by the next. A platform thread costs some 0.1 ms. A
     * runtime of your own decides by itself.
     */
    public Builder withoutThreadPool() {
      threadPool = false;
      return this;
    }

    /**
     * Checks the store and starts the node.
     *
     * @throws dev.baton.api.error.StoreUnusableException when the store can't be used as it is set
     *     up
     * @throws IllegalStateException when something needed wasn't given
     */
    public Baton start() {
      return new Assembly(this).start();
    }
  }
}
