package dev.baton.engine.incident;

import dev.baton.api.internal.RequestFields;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.sweep.Duty;
import dev.baton.handler.TypeMetadata;
import dev.baton.handler.internal.Definition;
import dev.baton.operate.Operations;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.Incidents;
import dev.baton.operate.statistics.Statistics;
import dev.baton.schedule.Schedules;
import dev.baton.spi.Leadership;
import dev.baton.spi.incident.Incident;
import dev.baton.spi.incident.IncidentStore;
import dev.baton.spi.incident.IncidentTopic;
import dev.baton.task.internal.Texts;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects troubles and sends notices about them to the sinks. One node of the cluster does this at
 * a time. A sink delivers notices to people, for example by chat. On this node, only its loop
 * writes incidents. Each sink has a worker, which sends the notices and remembers which ones the
 * sink has accepted.
 */
public final class IncidentWatch {
  private static final Logger LOG = LoggerFactory.getLogger(IncidentWatch.class);
  private static final Duration ROUND = Duration.ofSeconds(1);

  /**
   * The search for trouble may use at most about 1/SHARE of the time. So with a million stuck
   * tasks, it runs less often.
   */
  private static final int SHARE = 20;

  /**
   * Time after its last round in which a node still counts as having had the duty. A failed round
   * ends the duty, but the outage is detected some seconds later.
   */
  private static final Duration HAD_DUTY_FOR = Duration.ofSeconds(30);

  private final NodeContext node;
  private final IncidentStore store;
  private final Incidents settings;
  private final Observer observer;
  private final ClusterObserver clusterObserver;
  private final Schedules schedules;
  private final Outage outage;
  private final Duty duty;
  private final Loop loop;

  /** Calls no store, so that an outage of the store can't delay its notice. */
  private final Loop outageLoop;

  private final List<SinkWorker> workers = new ArrayList<>();
  private long lookAgainNanos;

  /** {@code nanoTime} of the latest round with the duty; null before the first. */
  private volatile @Nullable Long ledNanos;

  private final Object lock = new Object();

  /** The notices of stored incidents that each sink must still get, by its name. */
  private Map<String, List<IncidentNotice>> ofIncidents = Map.of();

  private Optional<IncidentNotice> ofOutage = Optional.empty();

  private IncidentWatch(
      NodeContext node,
      IncidentStore store,
      Incidents settings,
      Observer observer,
      Cluster cluster,
      Schedules schedules,
      Leadership leadership) {
    this.node = node;
    this.store = store;
    this.settings = settings;
    this.observer = observer;
    this.schedules = schedules;
    boolean hasNodes = node.stores().cluster() != null;
    this.clusterObserver =
        new ClusterObserver(schedules::troubles, () -> hasNodes ? cluster.nodes() : List.of());
    this.outage =
        new Outage(
            settings,
            node.runtime()::nanoTime,
            node.runtime()::currentTimeMillis,
            cluster::storeWarnings);
    this.duty =
        new Duty(
            "incidents", node.owners().node(), leadership, node.runtime(), node.events(), ROUND);
    this.loop = new Loop("incidents", node.runtime(), node.events(), this::round);
    this.outageLoop =
        new Loop("incidents-outage", node.runtime(), node.events(), this::watchForOutage);
    this.lookAgainNanos = node.runtime().nanoTime();
    settings
        .sinks()
        .forEach(
            sink ->
                workers.add(
                    new SinkWorker(sink, settings, node.runtime(), node.events(), loop::wake)));
  }

  /**
   * Returns the watch of a node; null if no sink is configured, or if the store doesn't keep
   * incidents or statistics.
   */
  public static @Nullable IncidentWatch of(
      NodeContext node,
      @Nullable Incidents settings,
      Statistics statistics,
      Operations operations,
      Cluster cluster,
      Schedules schedules,
      Leadership leadership) {
    IncidentStore store = node.stores().incidents();
    return settings == null || store == null || node.stores().statistics() == null
        ? null
        : new IncidentWatch(
            node,
            store,
            settings,
            new Observer(statistics, muted(node, operations), settings),
            cluster,
            schedules,
            leadership);
  }

  /**
   * Returns the muted errors. If the store doesn't keep overrides or supports no operations, no
   * error is muted.
   */
  private static MutedErrors muted(NodeContext node, Operations operations) {
    boolean can = node.stores().overrides() != null && node.stores().operations() != null;
    return new MutedErrors(
        () -> can ? operations.overrides().active() : List.of(), operations::errors);
  }

  public Loop loop() {
    return loop;
  }

  /**
   * Returns the loops that send to the sinks, and the loop that watches for an outage. The node
   * resigns from the duty before it ends these loops, so that a slow sink can't delay that.
   */
  public List<Loop> sinkLoops() {
    List<Loop> loops = new ArrayList<>(List.of(outageLoop));
    workers.forEach(worker -> loops.add(worker.loop()));
    return loops;
  }

  /**
   * Resigns from the duty, so that another node can take it at once. Call this after the loops have
   * ended.
   */
  public void resign() {
    duty.resign();
  }

  private Duration round() throws InterruptedException {
    return duty.lead(this::look, this::rest);
  }

  private Duration rest() {
    observer.forget();
    clusterObserver.forget();
    tell(List.of());
    return shorter(ROUND, settings.thresholds().lookEvery());
  }

  /**
   * Reads the warnings of this node, and passes the notice of an outage to the sinks. A node that
   * had the duty until {@link #HAD_DUTY_FOR} ago still counts as its holder.
   */
  private Duration watchForOutage() {
    Long led = ledNanos;
    boolean hadDuty = led != null && node.runtime().nanoTime() - led < HAD_DUTY_FOR.toNanos();
    Optional<IncidentNotice> notice = outage.look(hadDuty);
    synchronized (lock) {
      ofOutage = notice;
    }
    send();
    return ROUND;
  }

  private Duration look() {
    List<Incident> incidents = recordAccepted(store.incidents());
    long now = node.runtime().nanoTime();
    ledNanos = now;
    if (now - lookAgainNanos >= 0) {
      incidents = decide(incidents);
      long took = node.runtime().nanoTime() - now;
      lookAgainNanos = now + Math.max(settings.thresholds().lookEvery().toNanos(), took * SHARE);
    }
    tell(incidents);
    long left = Math.max(1, lookAgainNanos - node.runtime().nanoTime());
    return shorter(ROUND, Duration.ofNanos(left));
  }

  /**
   * Records which notices the sinks have accepted. Returns the incidents as they are stored now. If
   * another node has just changed an incident, returns it as it was read.
   */
  private List<Incident> recordAccepted(List<Incident> incidents) {
    Map<UUID, Map<String, Integer>> heard = new TreeMap<>();
    for (SinkWorker worker : workers) {
      worker
          .heard()
          .forEach(
              (id, number) ->
                  heard.computeIfAbsent(id, none -> new TreeMap<>()).put(worker.sink(), number));
    }
    List<Incident> stored = new ArrayList<>();
    for (Incident incident : incidents) {
      Incident next = incident.heardBy(heard.getOrDefault(incident.id(), Map.of()));
      boolean written = !next.equals(incident) && store.change(next);
      stored.add(written ? next.withVersion(next.version() + 1) : incident);
    }
    return stored;
  }

  private List<Incident> decide(List<Incident> incidents) {
    List<Step> steps =
        IncidentRules.decide(
            settings,
            incidents,
            observer.look().and(clusterObserver.look()),
            store.now(),
            this::newId);
    TreeMap<UUID, Incident> after = new TreeMap<>();
    incidents.forEach(incident -> after.put(incident.id(), incident));
    for (Step step : steps) {
      write(step, after);
    }
    return List.copyOf(after.values());
  }

  /**
   * Writes one change. If another node was faster, its change remains, and the next round continues
   * from there.
   */
  private void write(Step step, Map<UUID, Incident> after) {
    if (step instanceof Step.Open open) {
      if (store.open(open.incident())) {
        after.put(open.incident().id(), open.incident());
        said(open.incident());
      }
    } else if (step instanceof Step.Change change) {
      if (store.change(change.incident())) {
        Incident stored = change.incident().withVersion(change.incident().version() + 1);
        Incident before = after.put(stored.id(), stored);
        if (before != null && before.latest().number() != stored.latest().number()) {
          said(stored);
        }
      }
    } else if (step instanceof Step.Remove remove) {
      after.remove(remove.incident().id());
      store.remove(remove.incident());
    }
  }

  private void said(Incident incident) {
    IncidentNotice notice = notice(incident);
    if (incident.isResolved()) {
      LOG.info("Incident {}: {}", incident.id(), Texts.line(notice.summary()));
    } else {
      LOG.warn("Incident {}: {}", incident.id(), Texts.line(notice.summary()));
    }
  }

  private void tell(List<Incident> incidents) {
    Map<String, List<IncidentNotice>> next = new TreeMap<>();
    for (SinkWorker worker : workers) {
      next.put(
          worker.sink(),
          incidents.stream()
              .filter(incident -> incident.isNewsFor(worker.sink()))
              .map(this::notice)
              .toList());
    }
    synchronized (lock) {
      ofIncidents = next;
    }
    send();
  }

  /** Passes the notices of stored incidents and of an outage to the workers. */
  private void send() {
    synchronized (lock) {
      for (SinkWorker worker : workers) {
        List<IncidentNotice> all =
            new ArrayList<>(ofIncidents.getOrDefault(worker.sink(), List.of()));
        ofOutage.ifPresent(all::add);
        worker.tell(all);
      }
    }
  }

  private IncidentNotice notice(Incident incident) {
    TypeMetadata metadata = metadata(incident.topic());
    return new IncidentNotice(
        incident.id(),
        incident.latest().number(),
        incident.latest().reason(),
        incident.topic().kind(),
        incident.latest().tasks(),
        incident.openedAt(),
        incident.latest().at(),
        new IncidentNotice.Subject(
            incident.topic().name(),
            settings.service(),
            metadata.owner(),
            metadata.criticality(),
            link(incident.topic())));
  }

  /**
   * Returns the description of the affected type. For a schedule, it is the description of the type
   * that the schedule adds.
   */
  private TypeMetadata metadata(IncidentTopic topic) {
    String type =
        switch (topic.kind()) {
          case ERROR, STUCK, QUEUED, FAILING, FAILED -> topic.name();
          case SCHEDULE -> typeOfSchedule(topic.name());
          case SILENT_NODE, NO_SERVER, DATABASE -> "";
        };
    Definition definition = node.definitions().find(type);
    if (definition != null) {
      return definition.metadata();
    }
    boolean isUrgent = topic.kind() == IncidentKind.NO_SERVER;
    return TypeMetadata.none()
        .criticality(isUrgent ? TypeMetadata.Criticality.HIGH : TypeMetadata.Criticality.NORMAL);
  }

  /** Returns the type that a schedule adds; empty if the schedule is gone. */
  private String typeOfSchedule(String name) {
    return node.stores().schedules() == null
        ? ""
        : schedules
            .find(name)
            .map(state -> RequestFields.of(state.schedule().request()).type())
            .orElse("");
  }

  private @Nullable URI link(IncidentTopic topic) {
    URI dashboard = settings.dashboard();
    if (dashboard == null) {
      return null;
    }
    boolean isOne = !topic.name().equals(IncidentNotice.OTHERS);
    String name = URLEncoder.encode(topic.name(), StandardCharsets.UTF_8).replace("+", "%20");
    String ofType = isOne ? "&type=" + name : "";
    String view =
        switch (topic.kind()) {
          case ERROR -> "tasks?status=ERROR" + ofType;
          case STUCK -> "tasks?stuck=true" + ofType;
          case QUEUED -> "tasks?status=READY&order=oldest" + ofType;
          case FAILING -> "tasks?status=WAITING" + ofType;
          case FAILED -> "tasks?status=FAILED" + ofType;
          case SCHEDULE -> isOne ? "schedules/" + name : "schedules";
          case SILENT_NODE, NO_SERVER -> "nodes";
          case DATABASE -> "";
        };
    return URI.create(dashboard + "#/" + view);
  }

  private UUID newId() {
    return new UUID(node.runtime().random().nextLong(), node.runtime().random().nextLong());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
