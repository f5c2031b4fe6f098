package dev.baton.tck.engine;

import dev.baton.Baton;
import dev.baton.handler.FailureLog;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TypeMetadata;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.Incidents;
import dev.baton.spi.Leadership;
import dev.baton.tck.ManualClock;
import dev.baton.tck.MemoryIncidentStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * Nodes that share tasks and incidents on a clock that moves while the test waits. The test decides
 * which node leads.
 */
final class IncidentCluster implements AutoCloseable {
  private static final Duration FIRST_STEP = Duration.ofMillis(250);
  private static final Duration LONGEST_STEP = Duration.ofMinutes(1);
  private static final int STEPS = 50;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  final ManualClock clock = ManualClock.started();
  final MemoryTaskStore store = new MemoryTaskStore(clock);
  final MemoryIncidentStore incidents = new MemoryIncidentStore(clock);

  /** Whether handlers of {@link #broken} fail. */
  final AtomicBoolean failing = new AtomicBoolean(true);

  private final AtomicLong aheadNanos = new AtomicLong();
  private final List<TestNode> nodes = new ArrayList<>();
  private final Map<String, RestlessRuntime> runtimes = new TreeMap<>();

  /** The notices that a sink of a test got, and its behaviour. */
  static final class Ear implements IncidentSink {
    final List<IncidentNotice> heard = new CopyOnWriteArrayList<>();
    final List<IncidentNotice> tried = new CopyOnWriteArrayList<>();
    final CountDownLatch released = new CountDownLatch(1);
    volatile Answer answer = new Answer.Accepted();
    volatile boolean hangs;
    private final String name;

    Ear(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Answer deliver(IncidentNotice notice) throws InterruptedException {
      tried.add(notice);
      if (hangs) {
        released.await();
      }
      if (answer instanceof Answer.Accepted) {
        heard.add(notice);
      }
      return answer;
    }

    List<Reason> reasons() {
      return heard.stream().map(IncidentNotice::reason).toList();
    }

    long count(Reason reason) {
      return heard.stream().filter(notice -> notice.reason() == reason).count();
    }
  }

  /** Leadership as one node sees it: the nodes whose names are in the set lead. */
  record Chosen(Set<String> leaders, String me) implements Leadership {
    @Override
    public Optional<Duration> lead(String duty, UUID node) {
      return leaders.contains(me) ? Optional.of(Duration.ofMillis(1)) : Optional.empty();
    }

    @Override
    public void resign(String duty, UUID node) {}
  }

  final Set<String> leaders = new ConcurrentSkipListSet<>();

  /**
   * Starts a node that runs tasks of these types, which may fail, and reports incidents to the
   * sinks.
   */
  TestNode node(String name, List<String> types, IncidentSink sink, IncidentSink... more) {
    return node(name, types, b -> b.incidents(settings(sink, more)));
  }

  TestNode node(String name, List<String> types, UnaryOperator<Baton.Builder> with) {
    RestlessRuntime runtime = new RestlessRuntime(aheadNanos, "incidents");
    runtimes.put(name, runtime);
    TestNode node =
        TestNode.on(
            store,
            b ->
                with.apply(
                    b.name(name)
                        .leadership(new Chosen(leaders, name))
                        .runtime(runtime)
                        .stores(s -> s.incidents(incidents))
                        .define(
                            types.stream().map(this::broken).toArray(TaskDefinition<?, ?>[]::new))
                        .settings(
                            s ->
                                TestNode.QUICK
                                    .lease(Duration.ofHours(24))
                                    .hintExpiry(Duration.ofHours(1))
                                    .unknownTypeGrace(Duration.ofDays(30)))));
    nodes.add(node);
    return node;
  }

  static Incidents settings(IncidentSink sink, IncidentSink... more) {
    return Incidents.to(sink, more)
        .service("payouts")
        .retry(Duration.ofMillis(100), Duration.ofSeconds(2));
  }

  private TaskDefinition<?, ?> broken(String type) {
    return RawDefinition.of(
            type,
            attempt -> {
              if (failing.get()) {
                throw new IllegalStateException("the bank is closed");
              }
              return Outcome.done();
            })
        .retry(Retry.never())
        .metadata(TypeMetadata.ownedBy("team-pay").criticality(TypeMetadata.Criticality.HIGH))
        .logFailure(FailureLog.silent());
  }

  /** Moves time in growing steps until the condition is true. */
  void until(String what, BooleanSupplier holds) {
    Duration step = FIRST_STEP;
    Instant end = Instant.now().plus(PATIENCE);
    while (!holds.getAsBoolean()) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("Not reached in time: " + what);
      }
      step(step);
      Duration longer = step.multipliedBy(21).dividedBy(20);
      step = longer.compareTo(LONGEST_STEP) < 0 ? longer : LONGEST_STEP;
    }
  }

  /** Moves time in small steps while nodes work. */
  void untilPassed(Duration time) {
    for (int i = 0; i < STEPS; i++) {
      step(time.dividedBy(STEPS));
    }
  }

  /** Moves time, and lets the leader check for incidents. */
  private void step(Duration time) {
    pass(time);
    for (String leader : leaders) {
      RestlessRuntime runtime = runtimes.get(leader);
      long seen = runtime.rounds();
      Waiting.until(leader + " has seen it", () -> runtime.rounds() >= seen + 2);
    }
  }

  void pass(Duration time) {
    clock.advance(time);
    aheadNanos.addAndGet(time.toNanos());
  }

  @Override
  public void close() {
    nodes.forEach(TestNode::close);
  }
}
