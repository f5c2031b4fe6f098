package dev.baton.metrics;

import dev.baton.Baton;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskListener;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Flow;
import dev.baton.task.Rule;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Publishes a node's events as Micrometer meters. Give it to the node as a listener, and call
 * {@link #watch} for the gauges. The page "Metrics" of the documentation lists the meters. Tags are
 * limited to a hundred task types and fifty buckets; further values become "(others)". Thread-safe.
 *
 * <p>One node at a time publishes gauges of the whole cluster, four times a minute: live tasks by
 * bucket, type and status, stuck tasks, and the longest wait. A node removes them when another node
 * takes over this duty, or when it can't reach the database. Therefore, add up the values of all
 * nodes.
 *
 * <pre>{@code
 * BatonMetrics metrics = new BatonMetrics(registry);
 * Baton baton = Baton.builder(JdbcStore.of(dataSource)).listener(metrics).start();
 * metrics.watch(baton);
 * }</pre>
 */
public final class BatonMetrics implements TaskListener {
  private static final int MAX_TYPES = 100;
  private static final String COMPLETED = "baton.tasks.completed";
  private static final String SWEPT = "baton.tasks.swept";
  private static final String STARTED = "baton.tasks.started";

  /** Counters whose only tag is the type, with their descriptions. */
  private static final Map<String, String> OF_TYPES =
      Map.ofEntries(
          Map.entry("baton.tasks.added", "Adds, in transactions that may still roll back"),
          Map.entry("baton.tasks.duplicates", "Adds that found a task with their id or key"),
          Map.entry("baton.tasks.claimed", "Claims of tasks"),
          Map.entry("baton.claims.missed", "Candidates that changed before their claim"),
          Map.entry("baton.localdispatches.released", "Tasks given back before their start"),
          Map.entry("baton.leases.lost", "Writes without effect because their lease was over"),
          Map.entry("baton.deadlines.exceeded", "Attempts that exceeded their deadline"),
          Map.entry("baton.slots.refused", "Refusals of a slot because a limit is full"),
          Map.entry("baton.tasks.unreadable", "Tasks in ERROR because their row is damaged"));

  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry(COMPLETED, "Ends of attempts, by rule"),
          Map.entry(SWEPT, "Overdue tasks moved by the sweeper, by rule"),
          Map.entry(STARTED, "Handlers started"),
          Map.entry("baton.tasks.resubmitted", "Adds that changed the existing task, by rule"),
          Map.entry("baton.tasks.moved", "Changes by operators and by signals, by rule"),
          Map.entry("baton.tasks.due", "Waiting tasks made ready"),
          Map.entry("baton.tasks.pruned", "Finished tasks removed"),
          Map.entry("baton.orphans.released", "Tasks given back after a lost reply to a claim"),
          Map.entry("baton.lookahead.full", "Candidates dropped because the table is full"),
          Map.entry("baton.store.trouble", "Rounds of a loop in which the database failed"),
          Map.entry("baton.schedules.ticked", "Ticks that added their task"),
          Map.entry("baton.schedules.skipped", "Ticks that were skipped"),
          Map.entry("baton.tasks.waited", "Time from ready to claimed"),
          Map.entry("baton.tasks.ran", "Run time of handlers"),
          Map.entry("baton.tasks.due.to.start", "Time from the due time to the start"),
          Map.entry("baton.tasks.add.to.start", "Time from the add to the first start"));

  /** Counters without a tag. */
  private static final List<String> OF_THE_NODE =
      List.of(
          "baton.tasks.due",
          "baton.tasks.pruned",
          "baton.orphans.released",
          "baton.schedules.ticked",
          "baton.schedules.skipped");

  private static final List<Rule> ENDS =
      List.of(
          Rule.FINISH,
          Rule.FAIL,
          Rule.STOP_IN_ERROR,
          Rule.WAIT,
          Rule.RETRY_NOW,
          Rule.CONTINUE,
          Rule.INTERRUPT);
  private static final List<Rule> SWEEPS =
      List.of(Rule.LOST, Rule.LOST_TO_ERROR, Rule.UNKNOWN_TYPE);
  private static final String LIVE_COUNTS = "live-counts";

  /** The bounds of histograms. There are few of them, because each type has its own histogram. */
  private static final Duration[] BOUNDS = {
    Duration.ofMillis(2),
    Duration.ofMillis(10),
    Duration.ofMillis(50),
    Duration.ofMillis(200),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30),
    Duration.ofMinutes(5),
    Duration.ofHours(1)
  };

  private final MeterRegistry registry;
  private final BoundedTag types = new BoundedTag(MAX_TYPES);
  private final Map<String, Boolean> duties = new ConcurrentHashMap<>();
  private final LiveMeters live;
  private List<Gauge> ofTheNode = List.of();

  /** Creates metrics that register their meters in {@code registry}. */
  public BatonMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.live = new LiveMeters(registry, types);
  }

  /**
   * Registers the gauges of a node. Also registers the counters of its types with the value zero,
   * because Prometheus can't detect an increase from a missing value. The gauges replace those of a
   * previous node.
   */
  public synchronized void watch(Baton baton) {
    OF_THE_NODE.forEach(this::counter);
    for (TaskDefinition<?, ?> one : baton.definitions()) {
      Definition definition = Definition.of(one);
      if (!definition.isPrefix()) {
        definition.types().forEach(this::beginAtZero);
      }
    }
    ofTheNode.forEach(registry::remove);
    List<Gauge> gauges = new ArrayList<>();
    gauges.add(
        Gauge.builder("baton.slots.used", baton, Baton::slotsInUse)
            .description("Slots in use on this node")
            .register(registry));
    gauges.add(
        Gauge.builder("baton.slots.capacity", baton, Baton::slots)
            .description("Slots of this node")
            .register(registry));
    gauges.add(
        Gauge.builder("baton.tasks.leased", baton, Baton::leasedTasks)
            .description("Claimed tasks of this node: running, or with an unwritten outcome")
            .register(registry));
    gauges.add(
        Gauge.builder("baton.pauses", baton, node -> node.cluster().pausesInForce())
            .description("Pauses that this node applies")
            .register(registry));
    gauges.add(
        Gauge.builder("baton.loops.late", baton, node -> node.lateLoops().size())
            .description("Loops of this node that are late")
            .register(registry));
    for (StoreWarning.Kind kind : StoreWarning.Kind.values()) {
      gauges.add(
          Gauge.builder("baton.store.warnings", baton, node -> warnings(node, kind))
              .description("1 while the node's database has this problem")
              .tag("kind", kind.name())
              .register(registry));
    }
    ofTheNode = List.copyOf(gauges);
  }

  private void beginAtZero(String name) {
    String type = types.of(name);
    OF_TYPES.keySet().forEach(meter -> counter(meter, "type", type));
    ENDS.forEach(rule -> counter(COMPLETED, "type", type, "rule", rule.name()));
    SWEEPS.forEach(rule -> counter(SWEPT, "type", type, "rule", rule.name()));
    for (String local : List.of("true", "false")) {
      counter(STARTED, "type", type, "local_dispatch", local);
    }
  }

  private Counter counter(String name, String... tags) {
    return Counter.builder(name).description(description(name)).tags(tags).register(registry);
  }

  private static String description(String name) {
    String ofTypes = OF_TYPES.get(name);
    return ofTypes == null ? Objects.requireNonNull(OTHERS.get(name), name) : ofTypes;
  }

  private static long warnings(Baton node, StoreWarning.Kind kind) {
    return node.cluster().storeWarnings().stream().filter(one -> one.kind() == kind).count();
  }

  @Override
  public boolean wantsLiveCounts() {
    return true;
  }

  @Override
  public void on(TaskEvent event) {
    if (event instanceof TaskEvent.Completed completed) {
      completed(completed);
    } else if (event instanceof NodeEvent.Claimed claimed) {
      count("baton.tasks.claimed", claimed.flow());
      time("baton.tasks.waited", claimed.flow(), claimed.sinceReady());
    } else if (event instanceof TaskEvent.Started started) {
      started(started);
    } else if (event instanceof NodeEvent.LiveTasksCounted survey) {
      live.show(survey);
    } else if (event instanceof NodeEvent.ClusterSurveyed survey) {
      live.show(survey);
    } else if (event instanceof NodeEvent.Leading leading) {
      leading(leading);
    } else {
      counted(event);
    }
  }

  private void counted(TaskEvent event) {
    if (event instanceof TaskEvent.Added e) {
      count("baton.tasks.added", e.flow());
    } else if (event instanceof NodeEvent.Duplicate e) {
      count("baton.tasks.duplicates", e.flow());
    } else if (event instanceof NodeEvent.Resubmitted e) {
      count("baton.tasks.resubmitted", e.flow(), e.rule().name());
    } else if (event instanceof NodeEvent.ClaimMissed e) {
      count("baton.claims.missed", e.flow());
    } else if (event instanceof NodeEvent.LocalDispatchReleased e) {
      count("baton.localdispatches.released", e.flow());
    } else if (event instanceof NodeEvent.LeaseLost e) {
      count("baton.leases.lost", e.flow());
    } else if (event instanceof TaskEvent.DeadlineExceeded e) {
      count("baton.deadlines.exceeded", e.flow());
    } else if (event instanceof NodeEvent.Refused e) {
      count("baton.slots.refused", e.flow());
    } else if (event instanceof NodeEvent.Swept e) {
      count(SWEPT, e.flow(), e.rule().name());
    } else if (event instanceof NodeEvent.Unreadable e) {
      count("baton.tasks.unreadable", e.flow());
    } else if (event instanceof NodeEvent.MovedByHand e) {
      count("baton.tasks.moved", e.flow(), e.rule().name());
    } else {
      ofTheNode(event);
    }
  }

  private void ofTheNode(TaskEvent event) {
    if (event instanceof NodeEvent.Due e) {
      counter("baton.tasks.due").increment(e.count());
    } else if (event instanceof NodeEvent.Pruned e) {
      counter("baton.tasks.pruned").increment(e.count());
    } else if (event instanceof NodeEvent.OrphanReleased) {
      counter("baton.orphans.released").increment();
    } else if (event instanceof NodeEvent.LookAheadFull e) {
      counter("baton.lookahead.full", "bucket", e.bucket()).increment();
    } else if (event instanceof NodeEvent.StoreTrouble e) {
      counter("baton.store.trouble", "loop", e.loop()).increment();
    } else if (event instanceof NodeEvent.Ticked) {
      counter("baton.schedules.ticked").increment();
    } else if (event instanceof NodeEvent.TickSkipped) {
      counter("baton.schedules.skipped").increment();
    }
  }

  private void completed(TaskEvent.Completed event) {
    String type = type(event.flow());
    counter(COMPLETED, "type", type, "rule", event.rule().name()).increment();
    time("baton.tasks.ran", event.flow(), event.running());
  }

  private void started(TaskEvent.Started event) {
    String local = Boolean.toString(event.dispatchedLocally());
    counter(STARTED, "type", type(event.flow()), "local_dispatch", local).increment();
    time("baton.tasks.due.to.start", event.flow(), event.sinceDue());
    Duration sinceAdded = event.sinceAdded();
    if (sinceAdded != null) {
      time("baton.tasks.add.to.start", event.flow(), sinceAdded);
    }
  }

  private void time(String name, Flow flow, Duration length) {
    Timer.builder(name)
        .description(description(name))
        .tag("type", type(flow))
        .serviceLevelObjectives(BOUNDS)
        .register(registry)
        .record(length);
  }

  private void leading(NodeEvent.Leading event) {
    if (event.duty().equals(LIVE_COUNTS) && !event.leads()) {
      live.leave();
    }
    if (duties.put(event.duty(), event.leads()) == null) {
      Gauge.builder("baton.leading", duties, map -> map.getOrDefault(event.duty(), false) ? 1 : 0)
          .description("1 on the node that has the duty")
          .tag("duty", event.duty())
          .register(registry);
    }
  }

  private void count(String name, Flow flow) {
    counter(name, "type", type(flow)).increment();
  }

  private void count(String name, Flow flow, String rule) {
    counter(name, "type", type(flow), "rule", rule).increment();
  }

  private String type(Flow flow) {
    return types.of(flow.type());
  }
}
