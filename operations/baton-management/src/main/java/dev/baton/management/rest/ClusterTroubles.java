package dev.baton.management.rest;

import dev.baton.management.rest.request.Call;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.StoreWarning.Kind;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Finds troubles of the nodes and of the database. Used by one thread, for one request. */
final class ClusterTroubles {
  /** Number of nodes that one line names. */
  private static final int MAX_NAMED = 5;

  /** Kinds that one fault of the database causes, worst first. Only the worst is a line. */
  private static final List<String> HINDERING =
      List.of(Kind.UNREACHABLE.name(), Kind.READ_ONLY.name(), Kind.SLOW.name());

  /** Order of the lines, which is the same on every node. */
  private static final Comparator<String> ORDER =
      Comparator.<String, Boolean>comparing(kind -> !HINDERING.contains(kind))
          .thenComparing(Comparator.naturalOrder());

  private final Call call;
  private final TroubleList list;

  ClusterTroubles(Call call, TroubleList list) {
    this.call = call;
    this.list = list;
  }

  /**
   * Reports the warnings of this node and of the other live nodes, one line for each cause.
   *
   * @return whether the database takes writes
   */
  boolean warnings(List<Member> members) {
    Cluster cluster = call.baton().cluster();
    Map<String, List<FoundWarning>> found = FoundWarning.byKind(cluster.warnings(), members);
    HINDERING.stream().filter(found::containsKey).skip(1).toList().forEach(found::remove);
    found.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(ORDER))
        .forEach(one -> warning(one.getKey(), one.getValue()));
    return cluster.storeWarnings().stream()
        .noneMatch(one -> one.kind() == Kind.READ_ONLY || one.kind() == Kind.UNREACHABLE);
  }

  private void warning(String kind, List<FoundWarning> found) {
    FoundWarning first = found.get(0);
    boolean ofNode = FoundWarning.concernsNode(kind);
    if (!FoundWarning.maySee(call.caller(), kind)) {
      return;
    }
    String names =
        found.stream()
            .map(FoundWarning::node)
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .limit(MAX_NAMED)
            .collect(Collectors.joining(", "));
    Instant since =
        found.stream().map(FoundWarning::since).min(Comparator.naturalOrder()).orElseThrow();
    String text =
        ofNode && !names.isEmpty()
            ? "node " + names + " since " + TroubleList.seconds(since) + ": " + first.message()
            : first.message() + foundBy(kind, names, since);
    list.add(ofNode ? "NODE" : "DATABASE", kind, text, found.size(), null, "#/nodes", since);
  }

  /** The message of an unreachable database has its time. */
  private static String foundBy(String kind, String names, Instant since) {
    if (kind.equals(Kind.UNREACHABLE.name())) {
      return names.isEmpty() ? "" : ". Found by " + names;
    }
    return (names.isEmpty() ? ". Since " : ". Found by " + names + " since ")
        + TroubleList.seconds(since);
  }

  /** Reports loops of this node that are late for another reason than the database. */
  void lateLoops(boolean takesWrites) {
    List<String> late = call.baton().lateLoops();
    if (takesWrites && !late.isEmpty()) {
      list.add(
          "NODE",
          "LOOPS",
          "the responding node doesn't work as it should: its loops "
              + String.join(", ", late)
              + " are late. Check its log, its heap and its CPU, or restart it",
          late.size(),
          null,
          "#/nodes");
    }
  }

  /**
   * Reports that no server is live. Clients run no tasks.
   *
   * @return whether a server is live, or no list of nodes exists
   */
  boolean servers(List<Member> members, boolean takesWrites) {
    List<Member> servers = Nodes.servers(members);
    boolean isLive = servers.stream().anyMatch(one -> one.presence() == Presence.LIVE);
    if (members.isEmpty() || isLive || !takesWrites) {
      return members.isEmpty() || isLive;
    }
    Instant since = servers.stream().map(Nodes::lastSeen).max(Instant::compareTo).orElse(null);
    String names =
        servers.stream()
            .sorted(Comparator.comparing(Nodes::lastSeen).reversed())
            .limit(MAX_NAMED)
            .map(
                one ->
                    one.node().card().name()
                        + (one.presence() == Presence.LEFT ? " was stopped" : " is silent"))
            .collect(Collectors.joining(", "));
    list.add(
        "NO_NODE",
        "",
        since == null
            ? "no node runs tasks: no server has sent a heartbeat within a day. Start one"
            : "no node has run tasks since "
                + TroubleList.seconds(since)
                + ": "
                + names
                + ". Start a node",
        1,
        null,
        "#/nodes",
        since);
    return false;
  }

  void silent(Member member) {
    list.add(
        "SILENT_NODE",
        member.node().card().name(),
        "node "
            + member.node().card().name()
            + " has sent no heartbeat since "
            + TroubleList.seconds(member.node().heardAt())
            + ": it died, hangs or can't reach the database. Start it again"
            + lastWarnings(member),
        1,
        null,
        "#/nodes",
        member.node().heardAt());
  }

  private String lastWarnings(Member member) {
    return member.node().card().warnings().stream()
        .filter(one -> FoundWarning.maySee(call.caller(), one.kind()))
        .map(one -> ". Before, it warned: " + one.message())
        .findFirst()
        .orElse("");
  }
}
