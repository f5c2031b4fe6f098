package dev.baton.engine.cluster;

import dev.baton.cluster.NodeSettings;
import dev.baton.engine.base.Activity;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.operate.cluster.NodeWarning;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.Survey;
import dev.baton.spi.Switches;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes this node's heartbeat, and reads the pauses and overrides that operators have set. While
 * the store is unreachable, the last values remain in force. Before the first read, no task starts.
 */
public final class Membership {
  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

  /**
   * Longest time between two heartbeats of a node. If the grace for unknown types is short, the
   * time is shorter, too.
   */
  static final Duration BEAT_EVERY = Duration.ofSeconds(5);

  /**
   * Time between two reads, so that a change applies on all nodes in less than a second. It is a
   * little shorter than half a second, because after half a second HikariCP would test the
   * connection with an additional call.
   */
  private static final Duration READ_EVERY = Duration.ofMillis(490);

  /**
   * Maximum number of long surveys in a row. After these, this node makes no surveys for a while,
   * because they read many dead rows.
   */
  private static final int MAX_LONG_SURVEYS = 3;

  private static final Duration LONG_SURVEY = Duration.ofMillis(200);
  private static final Duration WITHOUT_SURVEYS = Duration.ofSeconds(30);

  private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

  private final NodeContext node;
  private final NodeIdentity place;
  private final Supplier<SortedSet<String>> runningBuckets;
  private final PeerNodes peers;
  private final StoreHealth health;
  private final ClusterWarnings warnings;
  private final BooleanSupplier isWorking;
  private final Duration surveyEvery;
  private final Loop loop;

  /** True if all calls of the latest round succeeded. */
  private boolean reached;

  /** The warnings of the latest heartbeat, without their numbers. */
  private Set<String> storedKinds = Set.of();

  private long nextBeatNanos;
  private long nextLookNanos;
  private long nextSurveyNanos;
  private int longSurveys;

  /**
   * Creates the membership. A node without a cluster store has no heartbeat and reads nothing.
   *
   * @param isWorking returns whether this node has claimed tasks
   */
  public Membership(
      NodeContext node,
      NodeIdentity place,
      Supplier<SortedSet<String>> runningBuckets,
      BooleanSupplier isWorking,
      PeerNodes peers,
      StoreHealth health,
      ClusterWarnings warnings) {
    this.node = node;
    this.place = place;
    this.runningBuckets = runningBuckets;
    this.isWorking = isWorking;
    // While no node has work, surveys replace the searches of the other loops.
    this.surveyEvery =
        Collections.min(List.of(READ_EVERY, node.settings().sweep(), node.settings().poll()));
    this.peers = peers;
    this.health = health;
    this.warnings = warnings;
    this.loop = new Loop("cluster", node.runtime(), node.events(), LONGEST_WAIT, this::round);
    this.nextBeatNanos = node.runtime().nanoTime();
    this.nextLookNanos = nextBeatNanos;
    this.nextSurveyNanos = nextBeatNanos;
  }

  public Loop loop() {
    return loop;
  }

  /**
   * Reads the pauses before this node claims any task. If the store is unreachable, this node
   * claims nothing until a later read succeeds.
   */
  public void learn() {
    try {
      if (place.store() != null) {
        health.ask();
        readSwitches(place.store());
        reached = true;
      }
    } catch (RuntimeException away) {
      LOG.warn(
          "This node can't read the pauses ({}). It starts no task until it can, and tries again"
              + " twice a second",
          Texts.line(away.getMessage()));
    }
  }

  /**
   * Writes the first heartbeat and starts the loop. If the store is unreachable, the loop writes
   * the heartbeat later.
   */
  public void begin() {
    if (place.store() == null) {
      return;
    }
    health.begin();
    try {
      beat(place.store(), toStore());
    } catch (RuntimeException away) {
      LOG.info(
          "This node can't write its heartbeat yet ({}). It tries again; other nodes don't list it"
              + " until then",
          Texts.line(away.getMessage()));
    }
    loop.start();
  }

  /** Records in the store that this node has stopped. */
  public void end(Duration patience) throws InterruptedException {
    loop.stop();
    health.end();
    if (place.store() == null || !loop.join(patience)) {
      return;
    }
    try {
      place.store().leave(node.owners().node());
    } catch (RuntimeException away) {
      LOG.info(
          "This node stops but couldn't record it in baton_node ({}). Other nodes list it as"
              + " silent",
          Texts.line(away.getMessage()));
    }
  }

  private Duration round() {
    boolean again = reached;
    reached = false;
    try {
      if (again) {
        health.askIfDue();
      } else {
        // After a failure, another database server may have taken over.
        health.ask();
      }
      Duration wait = round(Objects.requireNonNull(place.store()));
      reached = true;
      return wait;
    } finally {
      if (!reached) {
        node.activity().unknown();
      }
    }
  }

  private Duration round(ClusterStore store) {
    boolean readAgain = readSwitches(store);
    List<NodeWarning> current = toStore();
    // Other nodes show a new warning, so don't wait for the next heartbeat.
    if (node.runtime().nanoTime() - nextBeatNanos >= 0 || !kinds(current).equals(storedKinds)) {
      beat(store, current);
    }
    boolean compares = warnings.needNodes();
    if (node.runtime().nanoTime() - nextLookNanos >= 0 && (peers.wasAsked() || compares)) {
      NodeList nodes = new NodeList(store.nodes(NodeList.SILENT_AFTER));
      peers.know(nodes);
      if (compares) {
        warnings.compare(nodes);
      }
      nextLookNanos = node.runtime().nanoTime() + beatEvery(node.settings()).toNanos();
    }
    if (readAgain) {
      return Duration.ZERO;
    }
    Duration untilBeat = Duration.ofNanos(Math.max(0, nextBeatNanos - node.runtime().nanoTime()));
    Duration every = node.activity().isIdle() ? surveyEvery : READ_EVERY;
    return untilBeat.compareTo(every) < 0 ? untilBeat : every;
  }

  private List<NodeWarning> toStore() {
    List<NodeWarning> all = new ArrayList<>(health.timed());
    all.addAll(warnings.toStore());
    return all;
  }

  private static Set<String> kinds(List<NodeWarning> some) {
    Set<String> kinds = new HashSet<>();
    for (NodeWarning one : some) {
      kinds.add(one.kind());
    }
    return kinds;
  }

  private void beat(ClusterStore store, List<NodeWarning> current) {
    store.beat(
        place.card(
            node.owners().node(),
            node.settings().lease(),
            node.definitions(),
            runningBuckets.get(),
            current));
    storedKinds = kinds(current);
    health.wrote();
    nextBeatNanos = node.runtime().nanoTime() + beatEvery(node.settings()).toNanos();
  }

  /** Returns the time between two heartbeats of a node with these settings. */
  static Duration beatEvery(NodeSettings settings) {
    Duration quarter = settings.unknownTypeGrace().dividedBy(4);
    return quarter.compareTo(BEAT_EVERY) < 0 ? quarter : BEAT_EVERY;
  }

  /**
   * Reads the pauses and overrides. If this node has no claimed task, also reads whether any node
   * has work.
   *
   * @return true to read again at once
   */
  private boolean readSwitches(ClusterStore store) {
    node.pauses().reading();
    long sent = node.runtime().nanoTime();
    Switches found = maySurvey() ? survey(store) : withoutSurvey(store);
    health.answered(sent);
    // Apply the overrides before the pauses, because the first read of the pauses lets tasks start.
    node.definitions().override(found.overrides());
    List<Pause> pauses = new ArrayList<>();
    for (Paused paused : found.pauses()) {
      pauses.add(paused.pause());
    }
    return node.pauses().read(pauses);
  }

  /**
   * A client doesn't search for work. While this node has tasks, its other searches find more than
   * a survey does.
   */
  private boolean maySurvey() {
    return place.runs()
        && !isWorking.getAsBoolean()
        && node.runtime().nanoTime() - nextSurveyNanos >= 0;
  }

  private Switches withoutSurvey(ClusterStore store) {
    node.activity().unknown();
    return store.switches();
  }

  private Switches survey(ClusterStore store) {
    long began = node.runtime().nanoTime();
    Survey survey = store.survey(Activity.AHEAD);
    long ended = node.runtime().nanoTime();
    longSurveys = ended - began > LONG_SURVEY.toNanos() ? longSurveys + 1 : 0;
    if (longSurveys == MAX_LONG_SURVEYS) {
      longSurveys = 0;
      nextSurveyNanos = ended + WITHOUT_SURVEYS.toNanos();
    }
    node.activity().read(survey, began);
    return survey.switches();
  }
}
