package dev.baton.engine.cluster;

import dev.baton.api.error.ConfigurationException;
import dev.baton.engine.base.Actor;
import dev.baton.engine.base.AuditNotes;
import dev.baton.engine.base.NodeContext;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.NodeWarning;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.spi.AuditNote;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.OperationsStore;
import dev.baton.task.Flow;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sets and removes pauses for operators, and lists the nodes and pauses. It isn't involved when
 * tasks run. Thread-safe.
 */
public final class ClusterService implements Cluster {
  private static final Duration LISTED_FOR = Duration.ofDays(1);
  private static final int LONGEST_BUCKET = 60;
  private static final int LONGEST_TYPE = 120;
  private static final int LONGEST_KEY = 200;
  private static final int LONGEST_REASON = 500;

  private final @Nullable ClusterStore store;
  private final NodeContext node;
  private final StoreHealth health;
  private final Actor actor;

  /**
   * @param actor the author of changes if the caller names none
   */
  public ClusterService(
      @Nullable ClusterStore store, NodeContext node, StoreHealth health, Actor actor) {
    this.store = store;
    this.node = node;
    this.health = health;
    this.actor = actor;
  }

  @Override
  public Cluster by(String actor, String reason) {
    return new ClusterService(store, node, health, new Actor(actor, reason));
  }

  @Override
  public List<Member> nodes() {
    return new NodeList(store().nodes(LISTED_FOR), health.storeNow()).members();
  }

  /** Returns the silent nodes, without those that have a live node of the same name. */
  public static List<NodeInfo> silent(List<Member> all) {
    Set<String> live =
        all.stream()
            .filter(member -> member.presence() == Presence.LIVE)
            .map(member -> member.node().card().name())
            .collect(Collectors.toSet());
    return all.stream()
        .filter(member -> member.presence() == Presence.SILENT)
        .map(Member::node)
        .filter(node -> !live.contains(node.card().name()))
        .toList();
  }

  @Override
  public boolean pause(Pause pause, String reason) {
    requireText("A bucket's name", pause.bucket(), LONGEST_BUCKET);
    requireText("A type's name", pause.type(), LONGEST_TYPE);
    requireText("A key", pause.key(), LONGEST_KEY);
    requireText("A pause's reason", reason, LONGEST_REASON);
    List<Paused> all = store().pauses();
    boolean there = all.stream().anyMatch(one -> one.pause().equals(pause));
    if (!there && all.size() >= MAX_PAUSES) {
      throw new IllegalStateException(
          "There are "
              + all.size()
              + " pauses in force, and every node reads all of them several times a second: "
              + pause
              + " isn't paused. Resume some, or pause the whole type or bucket instead of single"
              + " keys");
    }
    boolean isNew = store().pause(pause, reason, note("PAUSE", actor.saying(reason), pause));
    node.pauses().paused(pause);
    return isNew;
  }

  @Override
  public boolean resume(Pause pause) {
    int reads = node.pauses().reads();
    boolean was = store().resume(pause, note("RESUME", actor, pause));
    node.pauses().resumed(pause, reads);
    return was;
  }

  private AuditNote note(String action, Actor author, Object what) {
    return new AuditNotes(node.runtime()).note(action, author, what.toString());
  }

  @Override
  public List<Paused> pauses() {
    return store().pauses();
  }

  @Override
  public boolean isPaused(String bucket, String type, String key) {
    return node.pauses().cover(bucket, new Flow(type, key));
  }

  @Override
  public int pausesInForce() {
    return node.pauses().inForce().size();
  }

  @Override
  public List<StoreWarning> storeWarnings() {
    return health.warnings();
  }

  @Override
  public List<NodeWarning> warnings() {
    return health.timed();
  }

  @Override
  public void acceptStore() {
    OperationsStore audit = node.stores().operations();
    if (audit != null) {
      audit.note(note("ACCEPT_DATABASE", actor, "the server, for one node"));
    }
    health.accept();
  }

  private ClusterStore store() {
    if (store == null) {
      throw new ConfigurationException(
          "This node was built without a cluster store, so nothing can be paused"
              + " and no node is listed. Call Stores.cluster(...) with a store on the same"
              + " database");
    }
    return store;
  }

  private static void requireText(String what, @Nullable String text, int longest) {
    if (text == null) {
      return;
    }
    if (text.length() > longest) {
      throw new IllegalArgumentException(
          what + " has at most " + longest + " characters. This one has " + text.length());
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        throw new IllegalArgumentException(
            what + " must not contain control characters. Character " + i + " is one");
      }
    }
  }
}
