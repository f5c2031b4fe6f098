package dev.baton.engine.incident;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.sweep.Duty;
import dev.baton.handler.TypeMetadata;
import dev.baton.handler.internal.Definition;
import dev.baton.operate.Operations;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.Incidents;
import dev.baton.operate.statistics.Statistics;
import dev.baton.spi.Leadership;
import dev.baton.spi.incident.Incident;
import dev.baton.spi.incident.IncidentStore;
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
   * The search for trouble may take at most about one part in this many of the time. With a million
   * stuck tasks, it therefore runs less often.
   */
  private static final int SHARE = 20;

  private final NodeContext node;
  private final IncidentStore store;
  private final Incidents settings;
  private final Observer observer;
  private final Duty duty;
  private final Loop loop;
  private final List<SinkWorker> workers = new ArrayList<>();
  private long lookAgainNanos;

  private IncidentWatch(
      NodeContext node,
      IncidentStore store,
      Incidents settings,
      Observer observer,
      Leadership leadership) {
    this.node = node;
    this.store = store;
    this.settings = settings;
    this.observer = observer;
    this.duty =
        new Duty(
            "incidents", node.owners().node(), leadership, node.runtime(), node.events(), ROUND);
    this.loop = new Loop("incidents", node.runtime(), node.events(), this::round);
    this.lookAgainNanos = node.runtime().nanoTime();
    settings
        .sinks()
        .forEach(
            sink ->
                workers.add(
                    new SinkWorker(sink, settings, node.runtime(), node.events(), loop::wake)));
  }

  /**
   * Returns the watch of a node; empty if no sink is configured, or if the store doesn't keep
   * incidents or statistics.
   */
  public static Optional<IncidentWatch> of(
      NodeContext node,
      @Nullable Incidents settings,
      Statistics statistics,
      Operations operations,
      Leadership leadership) {
    IncidentStore store = node.stores().incidents();
    return settings == null || store == null || node.stores().statistics() == null
        ? Optional.empty()
        : Optional.of(
            new IncidentWatch(
                node,
                store,
                settings,
                new Observer(statistics, muted(node, operations), settings),
                leadership));
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
   * Returns the loops that send to the sinks. The node resigns from the duty before it ends these
   * loops, so that a slow sink can't delay that.
   */
  public List<Loop> sinkLoops() {
    return workers.stream().map(SinkWorker::loop).toList();
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
    workers.forEach(worker -> worker.tell(List.of()));
    return shorter(ROUND, settings.thresholds().lookEvery());
  }

  private Duration look() {
    List<Incident> incidents = noteWhatWasHeard(store.incidents());
    long now = node.runtime().nanoTime();
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
  private List<Incident> noteWhatWasHeard(List<Incident> incidents) {
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
        IncidentRules.decide(settings, incidents, observer.look(), store.now(), this::newId);
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
    for (SinkWorker worker : workers) {
      worker.tell(
          incidents.stream()
              .filter(incident -> incident.isNewsFor(worker.sink()))
              .map(this::notice)
              .toList());
    }
  }

  private IncidentNotice notice(Incident incident) {
    Definition definition = node.definitions().find(incident.topic().type());
    TypeMetadata metadata = definition == null ? TypeMetadata.none() : definition.metadata();
    return new IncidentNotice(
        incident.id(),
        incident.latest().number(),
        incident.latest().reason(),
        incident.topic().kind(),
        incident.latest().tasks(),
        incident.openedAt(),
        incident.latest().at(),
        new IncidentNotice.Subject(
            incident.topic().type(),
            settings.service(),
            metadata.owner(),
            metadata.criticality(),
            link(incident)));
  }

  private @Nullable URI link(Incident incident) {
    URI dashboard = settings.dashboard();
    if (dashboard == null) {
      return null;
    }
    String query =
        switch (incident.topic().kind()) {
          case ERROR -> "status=ERROR";
          case STUCK -> "stuck=true";
          case QUEUED -> "status=READY&order=oldest";
          case FAILING -> "status=WAITING";
          case FAILED -> "status=FAILED";
        };
    String type =
        incident.topic().type().equals(IncidentNotice.OTHER_TYPES)
            ? ""
            : "&type="
                + URLEncoder.encode(incident.topic().type(), StandardCharsets.UTF_8)
                    .replace("+", "%20");
    return URI.create(dashboard + "#/tasks?" + query + type);
  }

  private UUID newId() {
    return new UUID(node.runtime().random().nextLong(), node.runtime().random().nextLong());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
