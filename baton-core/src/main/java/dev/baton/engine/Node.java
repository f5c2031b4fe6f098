package dev.baton.engine;

import dev.baton.api.AddDecorator;
import dev.baton.api.BucketOptions;
import dev.baton.api.Cluster;
import dev.baton.api.NodeInfo;
import dev.baton.api.Operations;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskInterceptor;
import dev.baton.api.Tasks;
import dev.baton.engine.add.Adder;
import dev.baton.engine.add.HandOff;
import dev.baton.engine.add.NewTasks;
import dev.baton.engine.attempt.Runner;
import dev.baton.engine.cluster.ClusterDesk;
import dev.baton.engine.cluster.Membership;
import dev.baton.engine.cluster.Place;
import dev.baton.engine.cluster.Registry;
import dev.baton.engine.complete.Completer;
import dev.baton.engine.dispatch.Buckets;
import dev.baton.engine.dispatch.Claimer;
import dev.baton.engine.dispatch.Dispatcher;
import dev.baton.engine.dispatch.Slots;
import dev.baton.engine.lease.HeldTasks;
import dev.baton.engine.lease.Holding;
import dev.baton.engine.lease.LeaseKeeper;
import dev.baton.engine.operate.OperatorDesk;
import dev.baton.engine.sweep.Pruner;
import dev.baton.engine.sweep.Sweeper;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime.Signal;
import dev.baton.spi.TriggerChannel;
import dev.baton.task.Candidate;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node's engine: its parts, put together, and their life. */
public final class Node {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);
  private static final Duration FOR_INTERRUPTED_HANDLERS = Duration.ofSeconds(2);
  private static final Duration FOR_LOOPS = Duration.ofSeconds(5);

  /** What is optional around the engine. */
  public record Surroundings(
      Place place,
      Leadership leadership,
      TriggerChannel channel,
      Collection<BucketOptions> buckets,
      List<TaskInterceptor> interceptors,
      List<AddDecorator> decorators,
      boolean sweeps,
      boolean prunes) {}

  private final NodeContext context;
  private final Surroundings surroundings;
  private final HeldTasks held = new HeldTasks();
  private final Slots slots;
  private final Completer completer;
  private final LeaseKeeper keeper;
  private final Buckets buckets;
  private final HandOff handOff;
  private final Adder adder;
  private final Sweeper sweeper;
  private final Pruner pruner;
  private final Operations operations;
  private final Cluster cluster;
  private final @Nullable Membership membership;
  private boolean stopped;

  public Node(NodeContext context, Surroundings surroundings) {
    this.context = context;
    this.surroundings = surroundings;
    Hints hints = this::announce;
    slots = new Slots(context.settings().maxRunning());
    completer = new Completer(context);
    keeper = new LeaseKeeper(context, held, hints);
    Runner runner =
        new Runner(
            context, completer, held, keeper, hints, surroundings.interceptors(), this::tasks);
    buckets = new Buckets(dispatchers(new Claimer(context, held, keeper, runner)), place().runs());
    handOff = new HandOff(context, slots, held, runner);
    adder =
        new Adder(
            context,
            new NewTasks(context, buckets, handOff),
            surroundings.decorators(),
            held,
            handOff,
            keeper,
            hints);
    Registry registry = new Registry(context, place().store());
    sweeper = new Sweeper(context, surroundings.leadership(), hints, registry);
    pruner = new Pruner(context, surroundings.leadership(), registry);
    operations = new OperatorDesk(context, held, hints);
    cluster = new ClusterDesk(place().store(), context.pauses());
    membership =
        place().store() == null ? null : new Membership(context, place().store(), this::card);
  }

  private Place place() {
    return surroundings.place();
  }

  /** What this node says of itself: a client runs nothing, so it claims to know nothing. */
  private NodeInfo.Card card() {
    TreeSet<String> types = new TreeSet<>();
    if (place().runs()) {
      context.definitions().all().stream().map(TaskDefinition::type).forEach(types::add);
    }
    return new NodeInfo.Card(
        context.owners().node(),
        place().name(),
        place().version(),
        place().role(),
        types,
        buckets.runningOnes());
  }

  private Map<String, Dispatcher> dispatchers(Claimer claimer) {
    Map<String, Dispatcher> byName = new TreeMap<>();
    for (BucketOptions options : surroundings.buckets()) {
      byName.put(options.name(), new Dispatcher(options, context, slots, claimer));
    }
    return byName;
  }

  public Tasks tasks() {
    return adder;
  }

  public Operations operations() {
    return operations;
  }

  public Cluster cluster() {
    return cluster;
  }

  public Buckets buckets() {
    return buckets;
  }

  /** Attempts in progress here, those whose outcome is being written included. */
  public int heldTasks() {
    return held.size();
  }

  /** Slots in use here. */
  public int slotsInUse() {
    return slots.inUse();
  }

  /** Starts all loops; a server claims tasks from here on. */
  public void start() {
    if (membership != null) {
      membership.learn();
    }
    if (place().runs()) {
      surroundings.channel().open(buckets.names(), buckets);
      startWork();
    } else {
      surroundings.channel().open(List.of(), buckets);
    }
    if (membership != null) {
      membership.enter();
      membership.loop().start();
    }
  }

  private void startWork() {
    completer.loop().start();
    keeper.loop().start();
    handOff.loop().start();
    if (surroundings.sweeps()) {
      sweeper.loop().start();
    }
    if (surroundings.prunes()) {
      pruner.loop().start();
    }
    buckets.loops().forEach(Loop::start);
    for (BucketOptions options : surroundings.buckets()) {
      if (options.autoStart()) {
        buckets.start(options.name());
      }
    }
  }

  /**
   * Stops: claims nothing more, waits for running handlers, interrupts those that take longer, and
   * writes what ended. Leases are kept until the last handler has ended or time is up; what is then
   * still running is left to its lease.
   *
   * @return whether every handler had ended and every outcome was written
   */
  public boolean stop(Duration patience) throws InterruptedException {
    if (stopped) {
      return true;
    }
    stopped = true;
    buckets.names().forEach(buckets::stop);
    buckets.loops().forEach(Loop::stop);
    handOff.close();
    for (Loop loop : buckets.loops()) {
      // A round under way may still claim: only after it is known what there is to wait for.
      loop.join(FOR_LOOPS);
    }
    boolean quiet = awaitQuiet(patience);
    if (!quiet) {
      held.running().forEach(Holding::shutDown);
      quiet = awaitQuiet(FOR_INTERRUPTED_HANDLERS);
    }
    stopDuties();
    for (Loop loop : List.of(handOff.loop(), completer.loop(), keeper.loop())) {
      loop.stop();
      loop.join(FOR_LOOPS);
    }
    surroundings.channel().close();
    leave();
    if (!quiet) {
      LOG.warn(
          "This node stopped with {} tasks still in hand; others resume them when their leases end",
          held.size());
    }
    return quiet;
  }

  /** Last of all: until then the others see this node live, though it claims nothing more. */
  private void leave() throws InterruptedException {
    if (membership != null) {
      membership.loop().stop();
      if (membership.loop().join(FOR_LOOPS)) {
        membership.leave();
      }
    }
  }

  private void stopDuties() throws InterruptedException {
    sweeper.loop().stop();
    pruner.loop().stop();
    try {
      if (sweeper.loop().join(FOR_LOOPS)) {
        sweeper.resign();
      }
      if (pruner.loop().join(FOR_LOOPS)) {
        pruner.resign();
      }
    } catch (RuntimeException broken) {
      LOG.info("The duties of this node could not be given up; others take them when they lapse");
    }
  }

  private boolean awaitQuiet(Duration patience) throws InterruptedException {
    long end = context.runtime().nanoTime() + patience.toNanos();
    Signal pause = context.runtime().signal();
    while (held.size() > 0) {
      if (context.runtime().nanoTime() - end >= 0) {
        return false;
      }
      pause.await(LOOK_EVERY);
    }
    return true;
  }

  private void announce(List<Candidate> ready) {
    if (!ready.isEmpty()) {
      buckets.announce(ready);
      surroundings.channel().publish(ready);
    }
  }
}
