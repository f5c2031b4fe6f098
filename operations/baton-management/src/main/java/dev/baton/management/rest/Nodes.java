package dev.baton.management.rest;

import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.cluster.NodeRole;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.Paused;
import java.time.Instant;
import java.util.Comparator;
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

  /** Returns the nodes, except silent ones that a node of the same name has replaced. */
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
   * Returns the latest deployment: the start of a version that other servers didn't have, or of all
   * live servers if other servers ran before them. Returns null if neither is known.
   */
  static @Nullable Deployment deployment(List<Member> members) {
    List<Member> servers = servers(members);
    List<Member> live =
        servers.stream().filter(member -> member.presence() == Presence.LIVE).toList();
    Member latest = live.stream().max(Comparator.comparing(Nodes::startedAt)).orElse(null);
    if (latest == null) {
      return null;
    }
    String version = latest.node().card().version();
    List<Member> sameVersion =
        servers.stream().filter(one -> one.node().card().version().equals(version)).toList();
    Instant ofVersion = firstStart(sameVersion);
    Instant ofAll = firstStart(live);
    boolean isNewVersion = hasBefore(servers, ofVersion);
    boolean isNew = hasBefore(servers, ofAll);
    if (isNewVersion && !(isNew && ofAll.isAfter(ofVersion))) {
      return new Deployment("version " + version + " started", ofVersion);
    }
    return isNew ? new Deployment("the nodes started", ofAll) : null;
  }

  private static Instant startedAt(Member member) {
    return member.node().startedAt();
  }

  private static Instant firstStart(List<Member> members) {
    return members.stream().map(Nodes::startedAt).min(Instant::compareTo).orElse(Instant.MAX);
  }

  private static boolean hasBefore(List<Member> members, Instant start) {
    return members.stream().anyMatch(member -> startedAt(member).isBefore(start));
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
