package dev.baton.engine;

import dev.baton.api.TaskAdder;
import dev.baton.api.Tasks;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeSettings;
import dev.baton.engine.add.Adder;
import dev.baton.engine.add.LocalDispatch;
import dev.baton.engine.add.NewTasks;
import dev.baton.engine.add.Resubmission;
import dev.baton.engine.attempt.Runner;
import dev.baton.engine.attempt.StartGate;
import dev.baton.engine.attempt.unknown.UnknownTasks;
import dev.baton.engine.base.Actor;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.LoopTimer;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.Supervisor;
import dev.baton.engine.cluster.ClusterService;
import dev.baton.engine.cluster.ClusterWarnings;
import dev.baton.engine.cluster.Membership;
import dev.baton.engine.cluster.NodeIdentity;
import dev.baton.engine.cluster.PeerNodes;
import dev.baton.engine.cluster.Registry;
import dev.baton.engine.cluster.StoreHealth;
import dev.baton.engine.complete.Completer;
import dev.baton.engine.dispatch.Buckets;
import dev.baton.engine.dispatch.Dispatcher;
import dev.baton.engine.dispatch.RunningBuckets;
import dev.baton.engine.dispatch.claim.Claimer;
import dev.baton.engine.dispatch.claim.InsertClaims;
import dev.baton.engine.dispatch.claim.PrefetchBuffer;
import dev.baton.engine.dispatch.slot.PayloadRoom;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.engine.dispatch.slot.StateSlots;
import dev.baton.engine.incident.IncidentWatch;
import dev.baton.engine.lease.LeaseKeeper;
import dev.baton.engine.lease.LeaseWatch;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.engine.lease.Leases;
import dev.baton.engine.operate.NodeView;
import dev.baton.engine.operate.OperationsService;
import dev.baton.engine.operate.SignalService;
import dev.baton.engine.schedule.ScheduleService;
import dev.baton.engine.schedule.Scheduler;
import dev.baton.engine.schedule.Scheduling;
import dev.baton.engine.statistics.NodeStatistics;
import dev.baton.engine.sweep.Pruner;
import dev.baton.engine.sweep.Sweeper;
import dev.baton.engine.watch.CallersTransaction;
import dev.baton.engine.watch.ChannelReceiver;
import dev.baton.engine.watch.NodeTasks;
import dev.baton.engine.watch.RemoteWaiters;
import dev.baton.engine.watch.ResultWaiters;
import dev.baton.handler.internal.Definition;
import dev.baton.hook.AddDecorator;
import dev.baton.hook.TaskInterceptor;
import dev.baton.operate.Operations;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.incident.Incidents;
import dev.baton.operate.statistics.Statistics;
import dev.baton.schedule.Schedules;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime.Signal;
import dev.baton.spi.OperatorRequest;
import dev.baton.spi.TriggerChannel;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine of one node. The node creates, connects, starts and stops all parts between a request
 * and its transition.
 */
public final class Node {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);
  private static final Duration FOR_INTERRUPTED_HANDLERS = Duration.ofSeconds(2);

  /**
   * Longest time that a stopping node waits for a claim in progress. Tasks that the node claims
   * even later are resumed by other nodes when their leases end.
   */
  private static final Duration FOR_CLAIMS = Duration.ofMinutes(2);

  /** Time that loops get to end, even if the caller's patience is shorter. */
  private static final Duration FOR_IDLE_LOOPS = Duration.ofMillis(500);

  private static final Duration FOR_LOOPS = Duration.ofSeconds(5);
  private static final Duration LONGEST_PATIENCE = Duration.ofDays(36_525);

  private final NodeContext context;
  private final NodeIdentity place;
  private final TriggerChannel channel;
  private final Collection<BucketOptions> bucketOptions;
  private final Leases leases = new Leases();
  private final Slots slots;
  private final Completer completer;
  private final LeaseKeeper keeper;
  private final LeaseWatch watch;
  private final Supervisor supervisor;
  private final LoopTimer timer;
  private final Buckets buckets;
  private final InsertClaims insertClaims;
  private final LocalDispatch localDispatch;
  private final Loop progress;
  private final Adder adder;
  private final ResultWaiters resultWaiters;
  private final ChannelReceiver incoming;
  private final NodeTasks nodeTasks;
  private final Duties duties;
  private final ScheduleService schedules;
  private final Operations operations;
  private final Cluster cluster;
  private final Membership membership;
  private final NodeStatistics statistics;
  private final AtomicBoolean stopping = new AtomicBoolean();

  /** True if all handlers had ended when the node stopped; null until the node has stopped. */
  private volatile @Nullable Boolean quietEnd;

  /** True if the time limit of the stop is over but a claim has not returned. */
  private volatile boolean isLate;

  /**
   * Creates the parts of the node without starting them.
   *
   * @param requiresTransaction true if the application's adds, signals and cancellations must throw
   *     outside of a transaction
   * @param incidents the settings for incidents; null to report none
   */
  public Node(
      NodeContext context,
      NodeIdentity place,
      Leadership leadership,
      TriggerChannel channel,
      Collection<BucketOptions> bucketOptions,
      List<TaskInterceptor> interceptors,
      List<AddDecorator> decorators,
      boolean requiresTransaction,
      Scheduling scheduling,
      @Nullable Incidents incidents) {
    this.context = context;
    this.place = place;
    this.channel = channel;
    this.bucketOptions = bucketOptions;
    Hints hints = this::announce;
    context.waits().onReleased(this::released);
    slots = new Slots(context.settings().maxRunning(), context.runtime()::nanoTime);
    completer = new Completer(context);
    keeper = new LeaseKeeper(context, leases, hints);
    timer = new LoopTimer(context);
    supervisor = new Supervisor(context.runtime(), context.settings());
    watch = new LeaseWatch(context, leases, supervisor);
    RunningBuckets running = new RunningBuckets();
    StartGate starts = new StartGate(running::obstacle, context.pauses(), watch);
    StateSlots stateSlots = new StateSlots(context, this::callHere);
    UnknownTasks unknown = new UnknownTasks(context);
    Runner runner =
        new Runner(
            context, completer, hints, starts, unknown, interceptors, this::adder, this::tasks);
    progress = runner.progressLoop();
    PeerNodes peers = new PeerNodes(context.owners().node());
    PrefetchBuffer prefetch = new PrefetchBuffer(context, slots, stateSlots, runner, starts);
    PayloadRoom room = new PayloadRoom(context, leases);
    Claimer claimer =
        new Claimer(context, leases, keeper, runner, stateSlots, prefetch, room, supervisor);
    buckets =
        new Buckets(
            dispatchers(running, stateSlots, unknown, claimer, peers), running, place.runs());
    insertClaims =
        new InsertClaims(context, slots, leases, runner, prefetch, keeper, room, supervisor);
    localDispatch = new LocalDispatch(context, insertClaims);
    ClusterWarnings warnings = new ClusterWarnings(context, place);
    adder =
        new Adder(
            context,
            new NewTasks(context, buckets, localDispatch),
            decorators,
            localDispatch,
            hints,
            new Resubmission(context, context.stores().resubmissions()),
            warnings::added);
    resultWaiters = new ResultWaiters(context, channel);
    incoming = new ChannelReceiver(buckets, resultWaiters, new RemoteWaiters(context, channel));
    SignalService signals = new SignalService(context, context.stores().signals(), leases, hints);
    CallersTransaction callers =
        new CallersTransaction(context.transactions(), requiresTransaction);
    nodeTasks = new NodeTasks(context, adder, resultWaiters, signals, callers);
    Actor self = Actor.node(place.name());
    schedules = new ScheduleService(context, scheduling, adder, self);
    StoreHealth health = new StoreHealth(context);
    cluster = new ClusterService(place.store(), context, health, self);
    // A client never counts live tasks.
    statistics =
        new NodeStatistics(context, slots, cluster, schedules, place.runs() ? leadership : null);
    operations =
        new OperationsService(
            context,
            context.stores().operations(),
            new NodeView(context, cluster, slots, stateSlots, buckets),
            statistics.service(),
            leases,
            hints,
            self);
    Registry registry = new Registry(context, place.store());
    NodeSettings settings = context.settings();
    duties =
        new Duties(
            place.runs() && settings.hasSweeper()
                ? new Sweeper(context, leadership, hints, registry, keeper::keeps)
                : null,
            place.runs() && settings.hasPruner()
                ? new Pruner(context, context.stores().operations(), leadership, registry)
                : null,
            place.runs() ? Scheduler.of(context, scheduling, adder, leadership) : null,
            IncidentWatch.of(
                context,
                incidents,
                statistics.service(),
                operations,
                cluster,
                schedules,
                leadership));
    membership =
        new Membership(
            context, place, buckets::runningOnes, () -> leases.size() > 0, peers, health, warnings);
    supervise();
  }

  private void supervise() {
    NodeSettings settings = context.settings();
    timer.add(List.of(resultWaiters.loop()));
    timer.add(statistics.loops());
    supervisor.watchOthers(List.of(resultWaiters.loop()));
    supervisor.watchOthers(statistics.loops());
    timer.add(duties.loops());
    supervisor.watchOthers(duties.loops());
    supervisor.watchDeaths(duties.sinkLoops());
    if (place.runs()) {
      supervisor.watch(keeper.loop(), settings.lease(), keeper::isLate);
      supervisor.watch(watch.loop(), settings.renewEvery(), now -> false);
      supervisor.watch(completer.loops());
      supervisor.watch(List.of(membership.loop(), timer.loop()));
      supervisor.watchOthers(buckets.loops());
      supervisor.watchOthers(List.of(localDispatch.loop(), progress));
      timer.add(completer.loops());
      timer.add(List.of(localDispatch.loop(), progress));
      timer.add(buckets.scanners());
    } else {
      supervisor.watchOthers(List.of(membership.loop(), timer.loop()));
    }
  }

  /** Returns the names of the loops that are late or have died; empty if the node is healthy. */
  public List<String> lateLoops() {
    return supervisor.late();
  }

  private Map<String, Dispatcher> dispatchers(
      RunningBuckets running,
      StateSlots stateSlots,
      UnknownTasks unknown,
      Claimer claimer,
      PeerNodes peers) {
    Map<String, Dispatcher> byName = new TreeMap<>();
    for (BucketOptions options : bucketOptions) {
      String bucket = options.name();
      Function<Flow, Share> shares = flow -> peers.share(bucket, flow.type());
      byName.put(
          bucket,
          new Dispatcher(options, context, running, slots, stateSlots, unknown, claimer, shares));
    }
    return byName;
  }

  public Tasks tasks() {
    return nodeTasks;
  }

  private TaskAdder adder() {
    return adder;
  }

  public Operations operations() {
    return operations;
  }

  public Cluster cluster() {
    return cluster;
  }

  public Schedules schedules() {
    return schedules;
  }

  public Statistics statistics() {
    return statistics.service();
  }

  /** Runs the work as a request of an operator, with this time limit. */
  public <T> T forOperator(Duration longest, Supplier<T> work) {
    return OperatorRequest.within(context.runtime()::nanoTime, longest, work);
  }

  /** Returns the definitions that this node runs; none for a client. */
  public Collection<Definition> definitions() {
    return place.runs() ? context.definitions().all() : List.of();
  }

  public Buckets buckets() {
    return buckets;
  }

  /**
   * Stops the bucket on this node, so that no more of its tasks start. The returned future
   * completes when this node has no claimed task of the bucket left.
   */
  public CompletableFuture<Void> stopBucket(String bucket) {
    buckets.stop(bucket);
    return leases.rest(bucket);
  }

  /**
   * Returns how many tasks this node has claimed and not finished. This includes those whose
   * outcome is being written.
   */
  public int leasedTasks() {
    return leases.size();
  }

  /** Returns the number of slots of this node. */
  public int slots() {
    return context.settings().maxRunning();
  }

  /** Returns the number of slots in use on this node. */
  public int slotsInUse() {
    return slots.inUse();
  }

  /** Starts all loops. From here on, a server claims tasks. */
  public void start() {
    if (place.runs()) {
      schedules.declare();
    }
    membership.learn();
    timer.loop().start();
    resultWaiters.loop().start();
    statistics.start();
    if (place.runs()) {
      channel.open(buckets.names(), incoming);
      startWork();
    } else {
      channel.open(List.of(), incoming);
    }
    duties.start(context.settings().sweep());
    membership.begin();
  }

  private void startWork() {
    for (Loop loop : completer.loops()) {
      loop.start();
    }
    keeper.loop().start();
    watch.loop().start();
    localDispatch.loop().start();
    progress.start();
    for (Loop loop : buckets.loops()) {
      loop.start();
    }
    for (BucketOptions options : bucketOptions) {
      if (options.autoStart()) {
        buckets.start(options.name());
      }
    }
  }

  /**
   * Stops the node. It claims no more tasks and waits for running handlers. After {@code patience},
   * it interrupts the remaining ones. It writes the outcomes of all handlers that have ended. It
   * renews leases until the last handler has ended or the time is over. Other nodes resume the
   * remaining tasks when their leases end. A second call waits for the first one.
   *
   * <p>The caller never waits longer for a claim that doesn't return. The node then stops in the
   * background, and gives back the tasks that the claim still returns.
   *
   * @return true if every handler has ended and every outcome was written
   */
  public boolean stop(Duration patience) throws InterruptedException {
    if (stopping.compareAndSet(false, true)) {
      long end = context.runtime().nanoTime() + bounded(patience).toNanos();
      Runnable work = () -> shutDown(end);
      try {
        context.runtime().start("baton-stop", work);
      } catch (RuntimeException | Error noThread) {
        work.run();
      }
      Duration longest = bounded(patience).plus(FOR_INTERRUPTED_HANDLERS).plus(FOR_LOOPS);
      await(longest, () -> quietEnd != null || isLate);
    } else {
      await(patience, () -> quietEnd != null);
    }
    return Boolean.TRUE.equals(quietEnd);
  }

  /** Stops every part of the node. Runs on its own thread. */
  private void shutDown(long endNanos) {
    boolean quiet = false;
    try {
      quiet = stopWorking(endNanos);
      if (stopLoops(duties.loops())) {
        end(duties::resign);
      }
      stopLoops(duties.sinkLoops());
      List<Loop> others = new ArrayList<>(completer.loops());
      others.addAll(
          List.of(
              localDispatch.loop(), keeper.loop(), watch.loop(), progress, resultWaiters.loop()));
      stopLoops(others);
      end(() -> statistics.end(FOR_LOOPS));
      end(resultWaiters::close);
      end(channel::close);
      // End the membership last. Until then the other nodes see this node as live, although it
      // claims no more tasks.
      end(() -> membership.end(FOR_LOOPS));
      stopLoops(List.of(timer.loop()));
      if (!quiet) {
        int left = leases.size();
        end(
            () ->
                LOG.warn(
                    "This node stopped with {} unfinished tasks. Other nodes resume them when"
                        + " their leases end",
                    left));
      }
    } catch (InterruptedException interrupted) {
      LOG.warn("Code outside of Baton interrupted the stop of this node");
    } finally {
      context.runtime().nodeEnded();
      quietEnd = quiet;
    }
  }

  /** A step of the stop. */
  @FunctionalInterface
  private interface StopStep {
    void end() throws InterruptedException;
  }

  /** Runs a step of the stop. The stop continues even if a driver or the log throws. */
  private static void end(StopStep part) throws InterruptedException {
    try {
      part.end();
    } catch (RuntimeException | Error broken) {
      try {
        LOG.warn("A part of this node could not be stopped", broken);
      } catch (RuntimeException | Error unlogged) {
        // The log itself has failed. The stop continues.
      }
    }
  }

  private boolean stopWorking(long endNanos) throws InterruptedException {
    buckets.close();
    insertClaims.close();
    // A round in progress may still claim tasks. Wait for it before checking which tasks this node
    // has.
    long soonest = context.runtime().nanoTime() + FOR_IDLE_LOOPS.toNanos();
    boolean ended = stopLoops(buckets.loops(), soonest - endNanos > 0 ? soonest : endNanos);
    boolean quiet = ended && await(left(endNanos), this::holdsNothing);
    if (!quiet && !leases.running().isEmpty()) {
      leases.running().forEach(LeasedTask::shutDown);
      quiet = await(FOR_INTERRUPTED_HANDLERS, this::holdsNothing);
    }
    if (!ended) {
      isLate = true;
      quiet = stopLoops(buckets.loops(), context.runtime().nanoTime() + FOR_CLAIMS.toNanos());
      leases.running().forEach(LeasedTask::shutDown);
      quiet &= await(FOR_INTERRUPTED_HANDLERS, this::holdsNothing);
    }
    return quiet;
  }

  private Duration left(long endNanos) {
    return Duration.ofNanos(Math.max(0, endNanos - context.runtime().nanoTime()));
  }

  private static Duration bounded(Duration patience) {
    // No caller waits longer than this, and adding it to {@code nanoTime} doesn't overflow.
    return patience.compareTo(LONGEST_PATIENCE) < 0 ? patience : LONGEST_PATIENCE;
  }

  private boolean holdsNothing() {
    return leases.size() == 0;
  }

  /**
   * Stops all loops at the same time. So a loop that hangs in a call to the store doesn't use up
   * the time of the others.
   *
   * @return true if all loops have ended
   */
  private boolean stopLoops(List<Loop> loops) throws InterruptedException {
    return stopLoops(loops, context.runtime().nanoTime() + FOR_LOOPS.toNanos());
  }

  private boolean stopLoops(List<Loop> loops, long end) throws InterruptedException {
    loops.forEach(Loop::stop);
    boolean all = true;
    for (Loop loop : loops) {
      all &= loop.join(Duration.ofNanos(Math.max(1, end - context.runtime().nanoTime())));
    }
    return all;
  }

  private boolean await(Duration patience, BooleanSupplier over) throws InterruptedException {
    long end = context.runtime().nanoTime() + bounded(patience).toNanos();
    Signal pause = context.runtime().signal();
    while (!over.getAsBoolean()) {
      if (context.runtime().nanoTime() - end >= 0) {
        return false;
      }
      pause.await(LOOK_EVERY);
    }
    return true;
  }

  /**
   * Receives the tasks that the store has released, because the tasks they waited for have ended.
   * The store may be used longer than this node, so this does nothing after the stop.
   */
  private void released(List<Candidate> ready) {
    if (!stopping.get()) {
      announce(ready);
    }
  }

  /**
   * Sends a hint only to this node. Parts that are created before the buckets call this method
   * instead of the buckets.
   */
  private void callHere(List<Candidate> ready) {
    buckets.ready(ready);
  }

  private void announce(List<Candidate> ready) {
    if (!ready.isEmpty()) {
      buckets.ready(ready);
      channel.publish(ready);
    }
  }
}
