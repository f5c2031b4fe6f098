package dev.baton.engine.cluster;

import dev.baton.cluster.NodeRole;
import dev.baton.engine.base.NodeContext;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.NodeWarning;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.TaskSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns about two mistakes that a node can only find by comparing itself with others. Two servers
 * may have different numbers for the same cluster limit in their code. And this node may add tasks
 * of a type that no live server runs. Thread-safe for adds; only one loop compares.
 */
public final class ClusterWarnings {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterWarnings.class);

  /** Limits the memory, because a program may create type names without end. */
  private static final int MAX_REMEMBERED = 1_000;

  /**
   * Number of heartbeats to wait before a missing server is logged, because a server may be just
   * starting.
   */
  private static final int GRACE_BEATS = 4;

  private final NodeContext node;
  private final NodeIdentity place;

  /**
   * The {@code nanoTime} of the first add since the last comparison, for types and buckets that
   * this node doesn't run.
   */
  private final Map<AddedType, Long> addedNanos = new ConcurrentHashMap<>();

  /** Types and buckets that were logged and that no server runs yet. */
  private final Set<AddedType> unserved = ConcurrentHashMap.newKeySet();

  /** Differing numbers of other nodes that were logged, by limit. */
  private final Map<OverrideTarget, Set<String>> otherNumbers = new HashMap<>();

  /** The warning about differing numbers; null if there is none. */
  private @Nullable NodeWarning limits;

  /** A type in a bucket. A server must have both to run the task. */
  private record AddedType(String type, String bucket) {}

  public ClusterWarnings(NodeContext node, NodeIdentity place) {
    this.node = node;
    this.place = place;
  }

  /** Records that this node added a task that it doesn't run itself. */
  public void added(TaskSpec spec) {
    boolean runsHere = place.runs() && node.definitions().find(spec.type()) != null;
    if (place.store() == null || runsHere) {
      return;
    }
    AddedType work = new AddedType(spec.type(), spec.bucket());
    if (!unserved.contains(work) && addedNanos.size() < MAX_REMEMBERED) {
      addedNanos.putIfAbsent(work, node.runtime().nanoTime());
    }
  }

  /** Returns whether this node must be compared with others. */
  boolean needNodes() {
    boolean hasLimits = place.runs() && !node.definitions().clusterLimits().isEmpty();
    return hasLimits || !addedNanos.isEmpty() || !unserved.isEmpty();
  }

  /** Returns the current warnings to store with this node. */
  List<NodeWarning> toStore() {
    return limits == null ? List.of() : List.of(limits);
  }

  /** Compares this node with the others and logs each difference once. */
  void compare(NodeList nodes) {
    List<NodeInfo> servers =
        nodes.members().stream()
            .filter(member -> member.presence() == Presence.LIVE)
            .map(Member::node)
            .filter(one -> one.card().role() == NodeRole.SERVER)
            .toList();
    Optional<NodeInfo> self =
        servers.stream().filter(one -> one.card().id().equals(node.owners().node())).findFirst();
    self.ifPresent(
        own ->
            compareLimits(
                own, servers.stream().filter(one -> isBefore(one, own)).toList(), nodes.now()));
    compareTypes(servers.stream().map(NodeInfo::card).toList());
  }

  private void compareTypes(List<NodeInfo.Card> servers) {
    unserved.removeIf(work -> isRun(work, servers));
    long grace = GRACE_BEATS * Membership.beatEvery(node.settings()).toNanos();
    long now = node.runtime().nanoTime();
    addedNanos.forEach(
        (work, since) -> {
          if (isRun(work, servers)) {
            addedNanos.remove(work);
          } else if (now - since >= grace) {
            addedNanos.remove(work);
            if (unserved.size() < MAX_REMEMBERED && unserved.add(work)) {
              warn(work, servers);
            }
          }
        });
  }

  private static boolean isRun(AddedType work, List<NodeInfo.Card> servers) {
    return servers.stream()
        .anyMatch(card -> card.runs(work.type()) && card.buckets().contains(work.bucket()));
  }

  private static void warn(AddedType work, List<NodeInfo.Card> servers) {
    String type = Texts.line(work.type());
    String having =
        servers.stream()
            .filter(card -> card.runs(work.type()))
            .map(NodeInfo.Card::name)
            .collect(Collectors.joining(", "));
    if (!having.isEmpty()) {
      LOG.warn(
          "No live node runs tasks of type {} in the bucket {}, but this node adds such tasks. They"
              + " wait until a node does. A handler of the type is on {}, but the bucket doesn't"
              + " run there",
          type,
          Texts.line(work.bucket()),
          Texts.line(having));
      return;
    }
    LOG.warn(
        "No live node has a handler for tasks of type {}, but this node adds such tasks. They wait"
            + " until a node with a handler starts. Live servers: {}. Define the type on one of"
            + " them, or correct its name",
        type,
        servers.isEmpty()
            ? "none"
            : Texts.line(
                servers.stream().map(NodeInfo.Card::name).collect(Collectors.joining(", "))));
  }

  /**
   * Returns whether the first node started earlier. Of two nodes that differ, only the one that
   * started later warns.
   */
  private static boolean isBefore(NodeInfo one, NodeInfo other) {
    int byStart = one.startedAt().compareTo(other.startedAt());
    return byStart < 0 || (byStart == 0 && one.card().id().compareTo(other.card().id()) < 0);
  }

  private void compareLimits(NodeInfo own, List<NodeInfo> older, Instant now) {
    List<String> found = new ArrayList<>();
    node.definitions()
        .clusterLimits()
        .forEach(
            (limit, number) -> {
              // If an operator has set the number, all nodes use the same one.
              boolean isSet = node.definitions().overridden().isSet(limit);
              SortedMap<String, String> others =
                  isSet ? new TreeMap<>() : others(limit, number.words(), older);
              Set<String> before = otherNumbers.put(limit, others.keySet());
              if (!others.isEmpty()) {
                String text = words(limit, number.words(), own.card().name(), others);
                found.add(text);
                if (!others.keySet().equals(before)) {
                  LOG.warn("{}", text);
                }
              }
            });
    NodeWarning before = limits;
    limits =
        found.isEmpty()
            ? null
            : new NodeWarning(
                NodeWarning.LIMITS_DIFFER,
                found.get(0) + (found.size() == 1 ? "" : ". Limits that differ: " + found.size()),
                before == null ? now : before.since());
  }

  /**
   * Returns the numbers that differ from this node's, each with the names of the nodes that have
   * it.
   */
  private static SortedMap<String, String> others(
      OverrideTarget limit, String ours, List<NodeInfo> nodes) {
    return nodes.stream()
        .map(NodeInfo::card)
        .filter(card -> !card.limits().getOrDefault(limit.toString(), ours).equals(ours))
        .collect(
            Collectors.groupingBy(
                card -> card.limits().getOrDefault(limit.toString(), ours),
                TreeMap::new,
                Collectors.mapping(NodeInfo.Card::name, Collectors.joining(", "))));
  }

  private static String words(
      OverrideTarget limit, String ours, String name, SortedMap<String, String> others) {
    String theirs =
        others.entrySet().stream()
            .map(other -> other.getKey() + " on " + other.getValue())
            .collect(Collectors.joining(" and "));
    return Texts.line(
        "The code of the nodes has different numbers for "
            + limit
            + ": "
            + ours
            + " on "
            + name
            + ", this node, and "
            + theirs
            + ". Each node claims by its own number, so the limit may be exceeded. Deploy one"
            + " number to all nodes. During a deployment that changes it, wait until the last old"
            + " node has stopped");
  }
}
