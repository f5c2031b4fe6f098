package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.rest.request.Call;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.Stopped;
import dev.baton.schedule.ScheduleTroubles;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/** Finds what needs a person, worst first. */
final class TroubleFinder {
  private TroubleFinder() {}

  /**
   * Returns the lines that the responding node knows without reading from the database; empty for a
   * caller who may see no task.
   */
  static ArrayNode ofNode(Call call) {
    TroubleList list = new TroubleList(call, null);
    if (call.caller().maySome(Right.VIEW)) {
      ClusterTroubles cluster = new ClusterTroubles(call, list);
      cluster.lateLoops(cluster.warnings(List.of()));
    }
    return list.lines();
  }

  /**
   * Returns a line for each trouble that the caller may see.
   *
   * @param lastHour null if it couldn't be read
   */
  static ArrayNode find(
      Call call,
      LiveCounts counts,
      OldestReady ready,
      @Nullable StatisticsSeries lastHour,
      List<Member> members) {
    TroubleList list = new TroubleList(call, Nodes.deployment(members));
    ClusterTroubles cluster = new ClusterTroubles(call, list);
    boolean takesWrites = cluster.warnings(members);
    cluster.lateLoops(takesWrites);
    boolean isRun = cluster.servers(members, takesWrites);

    ScheduleTroubles schedules = call.baton().schedules().troubles();
    Stopped stopped = call.baton().statistics().stopped();
    Pausers pausers = new Pausers(call);
    FailureTroubles failures = new FailureTroubles(call, list);
    ScheduleLines ofSchedules = new ScheduleLines(call, list, pausers);
    List<ScheduleTroubles.Item> visible = ofSchedules.visible(schedules);
    failures.errors(counts, stopped, visible);
    failures.failing();
    failures.failed(lastHour, visible);
    visible.forEach(item -> ofSchedules.add(item, schedules.takenAt(), takesWrites && isRun));
    failures.held(stopped);

    List<Paused> pauses = Nodes.pauses(call.baton());
    WaitTroubles waits = new WaitTroubles(call, list, pauses, pausers);
    // If nothing runs, tasks wait for that reason only.
    if (takesWrites && isRun) {
      if (lastHour != null) {
        waits.growing(counts, lastHour);
      }
      waits.stuck();
      Nodes.current(members).stream()
          .filter(member -> member.presence() == Presence.SILENT)
          .forEach(cluster::silent);
      waits.old(ready);
    }
    waits.paused(counts);
    return list.lines();
  }
}
