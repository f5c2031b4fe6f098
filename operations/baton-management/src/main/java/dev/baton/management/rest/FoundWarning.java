package dev.baton.management.rest;

import dev.baton.management.rest.request.Caller;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.NodeWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A warning that a node has found.
 *
 * @param node the node's name; null for a warning of the responding node that isn't stored
 * @param since when the node found it
 */
record FoundWarning(String kind, String message, @Nullable String node, Instant since) {

  /**
   * Returns the warnings by kind. The responding node's own warnings come first, because it knows
   * them even if the database takes no writes.
   */
  static Map<String, List<FoundWarning>> byKind(List<NodeWarning> own, List<Member> members) {
    Map<String, List<FoundWarning>> stored = new LinkedHashMap<>();
    for (Member member : members) {
      if (member.presence() == Presence.LIVE) {
        for (NodeWarning one : member.node().card().warnings()) {
          stored
              .computeIfAbsent(one.kind(), kind -> new ArrayList<>())
              .add(
                  new FoundWarning(
                      one.kind(), one.message(), member.node().card().name(), one.since()));
        }
      }
    }
    Map<String, List<FoundWarning>> all = new LinkedHashMap<>();
    for (NodeWarning one : own) {
      String kind = one.kind();
      List<FoundWarning> others = stored.remove(kind);
      FoundWarning here = new FoundWarning(kind, one.message(), null, one.since());
      all.put(kind, others == null ? List.of(here) : withMessage(others, here));
    }
    all.putAll(stored);
    return all;
  }

  /** Returns the stored warnings. The message of the database's fault is the latest one. */
  private static List<FoundWarning> withMessage(List<FoundWarning> stored, FoundWarning here) {
    if (concernsNode(here.kind())) {
      return stored;
    }
    return stored.stream()
        .map(one -> new FoundWarning(one.kind(), here.message(), one.node(), one.since()))
        .toList();
  }

  /** Returns whether the node has the fault, and not the database. */
  static boolean concernsNode(String kind) {
    return kind.equals(NodeWarning.LIMITS_DIFFER) || kind.equals(Kind.CLOCK.name());
  }

  /**
   * Returns whether the caller may read messages of this kind. The number of a node's limit may
   * concern tasks that the caller may not see.
   */
  static boolean maySee(Caller caller, String kind) {
    return !kind.equals(NodeWarning.LIMITS_DIFFER) || caller.seesEverything();
  }

  /** Returns whether nodes start no tasks while the fault exists. */
  boolean stopsStarts() {
    return Stream.of(Kind.values())
        .anyMatch(known -> known.name().equals(kind) && known.stopsStarts());
  }
}
