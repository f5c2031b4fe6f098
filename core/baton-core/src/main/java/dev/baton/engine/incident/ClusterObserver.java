package dev.baton.engine.incident;

import dev.baton.cluster.NodeRole;
import dev.baton.engine.cluster.ClusterService;
import dev.baton.engine.incident.Observation.Trouble;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.schedule.ScheduleTroubles;
import dev.baton.spi.incident.IncidentTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds schedules in trouble and silent nodes. It reports a trouble only if it finds it twice in a
 * row, because a restart or a failover is over soon. One thread uses it.
 */
final class ClusterObserver {
  private final Supplier<ScheduleTroubles> schedules;
  private final Supplier<List<Member>> nodes;
  private Set<IncidentTopic> before = Set.of();

  ClusterObserver(Supplier<ScheduleTroubles> schedules, Supplier<List<Member>> nodes) {
    this.schedules = schedules;
    this.nodes = nodes;
  }

  Observation look() {
    List<Trouble> found = new ArrayList<>();
    boolean isRun = nodes(found);
    ScheduleTroubles read = schedules.get();
    for (ScheduleTroubles.Item item : read.items()) {
      // A schedule is also overdue if no node runs it.
      if (item.kind().needsPerson() && (isRun || item.kind() != ScheduleTroubles.Kind.OVERDUE)) {
        int failed = Math.max(1, item.failed());
        found.add(new Trouble(IncidentKind.SCHEDULE, item.schedule().name(), failed));
      }
    }
    List<Trouble> again = found.stream().filter(one -> before.contains(one.topic())).toList();
    before = found.stream().map(Trouble::topic).collect(Collectors.toSet());
    return new Observation(again, read.complete() ? Set.of() : Set.of(IncidentKind.SCHEDULE));
  }

  /** Adds the trouble of nodes. Returns whether a server is live. */
  private boolean nodes(List<Trouble> found) {
    List<Member> members = nodes.get();
    List<Member> servers =
        members.stream().filter(one -> one.node().card().role() == NodeRole.SERVER).toList();
    if (!servers.isEmpty() && servers.stream().noneMatch(ClusterObserver::isLive)) {
      found.add(new Trouble(IncidentKind.NO_SERVER, "", 1));
      return false;
    }
    ClusterService.silent(members).stream()
        .map(NodeInfo::card)
        .forEach(card -> found.add(new Trouble(IncidentKind.SILENT_NODE, card.name(), 1)));
    return true;
  }

  private static boolean isLive(Member member) {
    return member.presence() == Presence.LIVE;
  }

  /** Forgets the earlier results. */
  void forget() {
    before = Set.of();
  }
}
