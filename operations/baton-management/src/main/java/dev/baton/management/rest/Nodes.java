package dev.baton.management.rest;

import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.cluster.NodeRole;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.Paused;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the nodes and the pauses. */
final class Nodes {
  private Nodes() {}

  /** Returns the nodes, or none if this node was built without a cluster. */
  static List<Member> of(Baton baton) {
    try {
      return baton.cluster().nodes();
    } catch (ConfigurationException worksAlone) {
      return List.of();
    }
  }

  /** Returns the nodes without silent ones for which a node of the same name has started since. */
  static List<Member> current(List<Member> all) {
    return all.stream().filter(member -> !isReplaced(member, all)).toList();
  }

  private static boolean isReplaced(Member member, List<Member> all) {
    return member.presence() == Presence.SILENT
        && all.stream()
            .filter(other -> other.presence() == Presence.LIVE)
            .filter(other -> other.node().card().name().equals(member.node().card().name()))
            .anyMatch(other -> other.node().startedAt().isAfter(member.node().heardAt()));
  }

  /** Returns the nodes that run tasks, or ran them. */
  static List<Member> servers(List<Member> members) {
    return members.stream()
        .filter(member -> member.node().card().role() == NodeRole.SERVER)
        .toList();
  }

  /** Returns when the node stopped or, if it didn't, when it was last heard. */
  static Instant lastSeen(Member member) {
    Instant left = member.node().leftAt();
    return left == null ? member.node().heardAt() : left;
  }

  /**
   * Returns when the first of the live servers started, if others ran before them; null if no such
   * start is known.
   */
  static @Nullable Instant startedAt(List<Member> members) {
    List<Member> servers = servers(members);
    Instant first =
        servers.stream()
            .filter(member -> member.presence() == Presence.LIVE)
            .map(member -> member.node().startedAt())
            .min(Instant::compareTo)
            .orElse(null);
    boolean hasFormer =
        first != null
            && servers.stream()
                .filter(member -> member.presence() != Presence.LIVE)
                .anyMatch(member -> member.node().startedAt().isBefore(first));
    return hasFormer ? first : null;
  }

  /**
   * Returns the pauses, or none if this node was built without a cluster: nothing can be paused
   * there.
   */
  static List<Paused> pauses(Baton baton) {
    try {
      return baton.cluster().pauses();
    } catch (ConfigurationException worksAlone) {
      return List.of();
    }
  }
}
