package dev.baton.test;

import dev.baton.Baton;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Limit;
import dev.baton.operate.event.NodeEvent;
import dev.baton.schedule.Schedule;
import dev.baton.spi.TriggerChannel;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a test's cluster: a client through which the code under test adds tasks, and one
 * node that runs tasks. If that node is lost, another replaces it. Only one thread of the test may
 * use this object at a time.
 *
 * <p>There are two times. The time of the nodes drives their loops; it passes while the cluster
 * comes to rest and costs no real time. The time of the store is the test's clock: it decides when
 * tasks are due and leases expire. It passes when the test says so, or while a handler sleeps, and
 * the time of the nodes passes with it.
 */
final class TestCluster {
  /**
   * Time on the nodes' clock after which each loop has checked for work at least once; a sweep or
   * poll interval is added.
   */
  private static final Duration EACH_HAS_LOOKED = Duration.ofMillis(1_100);

  private static final Duration PATIENCE_WITH_OTHERS = Duration.ofSeconds(10);
  private static final int MAX_ATTEMPTS = 100_000;

  /** The configuration of the nodes of a test. */
  record Plan(
      List<TaskDefinition<?, ?>> definitions,
      List<Schedule> schedules,
      NodeSettings settings,
      UnaryOperator<Baton.Builder> more) {}

  private final Plan plan;
  private final Backend backend;
  private final Faults faults;
  private final Turns turns = new Turns();
  private final HoldBack holdBack = new HoldBack();
  private final Baton client;
  private final Set<String> buckets = new LinkedHashSet<>();
  private @Nullable Baton worker;
  private NodeLife life = new NodeLife("node-0");
  private int nodes;
  private final long quietNanos;
  private final AtomicLong activity = new AtomicLong();
  private final AtomicLong attempts = new AtomicLong();

  TestCluster(Plan plan, Backend backend, Faults faults) {
    this.plan = plan;
    this.backend = backend;
    this.faults = faults;
    this.quietNanos = EACH_HAS_LOOKED.plus(longer(plan.settings())).toNanos();
    NodeLife clientLife = new NodeLife("client");
    client = plan.more().apply(described(clientLife, 0)).client().start();
    ensureWorker();
  }

  private static Duration longer(NodeSettings settings) {
    Duration poll = settings.poll().minus(EACH_HAS_LOOKED);
    return poll.compareTo(settings.sweep()) > 0 ? poll : settings.sweep();
  }

  Baton client() {
    return client;
  }

  HoldBack holdBack() {
    return holdBack;
  }

  Turns turns() {
    return turns;
  }

  long attempts() {
    return attempts.get();
  }

  /** Makes the node that runs tasks die, together with all its running attempts. */
  void loseNode() {
    NodeLife lost = life;
    lost.lose();
    turns.endAll(lost);
    if (turns.isTurn()) {
      lost.requireAlive();
    }
  }

  /** Starts a node that runs tasks if none exists. */
  void ensureWorker() {
    if (worker != null && !life.isLost()) {
      return;
    }
    int number = ++nodes;
    NodeLife fresh = new NodeLife("node-" + number);
    life = fresh;
    Seams seams = new Seams(fresh, faults);
    Baton.Builder builder =
        described(fresh, number)
            .stores(seams::around)
            .leadership(seams.leadership())
            .schedule(plan.schedules().toArray(Schedule[]::new))
            .interceptor(faults.interceptor(this::loseNode))
            .listener(this::note);
    Baton started = plan.more().apply(builder).settings(s -> s.withoutPruner()).start();
    buckets.forEach(started::startBucket);
    worker = started;
  }

  /** Starts these buckets, which nodes don't start by default. */
  void startBuckets(Collection<String> names) {
    buckets.addAll(names);
    if (worker != null && !life.isLost()) {
      names.forEach(worker::startBucket);
    }
  }

  private Baton.Builder described(NodeLife nodeLife, int number) {
    UnaryOperator<TaskDefinition<?, ?>> held =
        one -> one.limits(Limit.custom(holdBack), Limit.custom(Definition.of(one).limitPolicy()));
    return backend
        .node(held)
        .name(nodeLife.name())
        .channel(TriggerChannel.none())
        .settings(s -> plan.settings())
        .runtime(new TurnRuntime(turns, nodeLife, backend.clock(), backend.seed(number)))
        .define(plan.definitions().stream().map(held).toList());
  }

  private void note(TaskEvent event) {
    if (isOverAndOver(event)) {
      return;
    }
    activity.incrementAndGet();
    if (event instanceof TaskEvent.Started) {
      attempts.incrementAndGet();
    }
  }

  /** Returns whether the event repeats with every check while nothing changes. */
  private static boolean isOverAndOver(TaskEvent event) {
    return event instanceof NodeEvent.Refused
        || event instanceof NodeEvent.ClaimMissed
        || event instanceof NodeEvent.LookAheadFull
        || event instanceof NodeEvent.StoreTrouble
        || event instanceof NodeEvent.ScheduleTrouble;
  }

  /**
   * Runs all work that can run now, and all work that follows from it, without moving the clock.
   */
  void settle() {
    long attemptsBefore = attempts.get();
    ensureWorker();
    do {
      comeToRest(attemptsBefore);
    } while (outsideThreadWorks());
  }

  private void comeToRest(long attemptsBefore) {
    long seen = activity.get();
    long quietAt = turns.nowNanos() + quietNanos;
    while (true) {
      turns.runReady();
      ensureWorker();
      requireAnEnd(attemptsBefore);
      OptionalLong sleeper = turns.nextSleeper();
      if (sleeper.isPresent()) {
        passWhileHandlersSleep(sleeper.getAsLong());
      } else {
        OptionalLong timer = turns.nextTimer();
        if (activity.get() == seen && (timer.isEmpty() || timer.getAsLong() > quietAt)) {
          return;
        }
        timer.ifPresent(turns::passTo);
      }
      if (activity.get() != seen || sleeper.isPresent()) {
        seen = activity.get();
        quietAt = turns.nowNanos() + quietNanos;
      }
    }
  }

  private void requireAnEnd(long attemptsBefore) {
    if (attempts.get() - attemptsBefore > MAX_ATTEMPTS) {
      throw new AssertionError(
          MAX_ATTEMPTS
              + " attempts have run and more are ready: does a handler repeat its task, or"
              + " add its own task again, without a delay?");
    }
  }

  /** Moves the time to the next check of a loop, so that leases are renewed and deadlines apply. */
  private void passWhileHandlersSleep(long sleeperNanos) {
    OptionalLong timer = turns.nextTimer();
    long until = Math.min(sleeperNanos, timer.orElse(sleeperNanos));
    long micros = Math.max(0, (until - turns.nowNanos() + 999) / 1_000);
    passTo(backend.clock().instant().plus(micros, ChronoUnit.MICROS));
  }

  /**
   * Moves the test's clock to this time, and the time of the nodes by the same duration. No thread
   * runs meanwhile.
   */
  void passTo(Instant time) {
    Duration step = Duration.between(backend.clock().instant(), time);
    backend.clock().advanceTo(time);
    turns.passTo(turns.nowNanos() + step.toNanos());
  }

  /** Waits in real time for handlers that run a task on a thread outside the cluster. */
  private boolean outsideThreadWorks() {
    if (worker == null || life.isLost() || worker.leasedTasks() == 0) {
      return false;
    }
    if (turns.awaitOutside(PATIENCE_WITH_OTHERS)) {
      return true;
    }
    throw new AssertionError(
        worker.leasedTasks()
            + " task(s) still run in asynchronous handlers whose stage has not completed for"
            + " "
            + PATIENCE_WITH_OTHERS.toSeconds()
            + " s, or their end can't be written because a transaction of the test keeps the row"
            + " locked");
  }

  /** Closes all nodes without waiting for handlers. */
  void close() {
    loseNode();
    turns.runReady();
    client.close();
  }
}
