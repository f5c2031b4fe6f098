package dev.baton.engine.incident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeRole;
import dev.baton.engine.incident.Observation.Trouble;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.ScheduleTroubles;
import dev.baton.schedule.ScheduleTroubles.Item;
import dev.baton.schedule.ScheduleTroubles.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests which troubles of schedules and nodes open incidents. */
class ClusterObserverTest {
  private static final Instant START = Instant.parse("2026-03-01T08:30:00Z");

  private final List<Item> schedules = new ArrayList<>();
  private final List<Member> nodes = new ArrayList<>();
  private boolean isComplete = true;
  private final ClusterObserver observer =
      new ClusterObserver(() -> new ScheduleTroubles(START, isComplete, schedules), () -> nodes);

  @Test
  void troubleMustBeFoundTwice() {
    schedules.add(item("nightly", Kind.FAILS, 3));
    nodes.add(member("live", NodeRole.SERVER, Presence.LIVE));
    nodes.add(member("dead", NodeRole.SERVER, Presence.SILENT));
    assertThat(observer.look().troubles()).isEmpty();
    assertThat(observer.look().troubles())
        .containsExactlyInAnyOrder(
            new Trouble(IncidentKind.SCHEDULE, "nightly", 3),
            new Trouble(IncidentKind.SILENT_NODE, "dead", 1));
    observer.forget();
    assertThat(observer.look().troubles()).as("a former leader starts over").isEmpty();
  }

  @Test
  void pausedScheduleIsNoTroubleAndOneThatCannotRunIs() {
    nodes.add(member("live", NodeRole.SERVER, Presence.LIVE));
    schedules.add(item("paused", Kind.PAUSED, 0));
    schedules.add(item("wrong", Kind.CANNOT_RUN, 0));
    schedules.add(item("late", Kind.OVERDUE, 0));
    assertThat(second())
        .containsExactly(
            new Trouble(IncidentKind.SCHEDULE, "wrong", 1),
            new Trouble(IncidentKind.SCHEDULE, "late", 1));
  }

  @Test
  void clusterWithoutLiveServerIsOneTrouble() {
    nodes.add(member("page", NodeRole.CLIENT, Presence.LIVE));
    nodes.add(member("a", NodeRole.SERVER, Presence.LEFT));
    nodes.add(member("b", NodeRole.SERVER, Presence.SILENT));
    schedules.add(item("late", Kind.OVERDUE, 0));
    assertThat(second()).containsExactly(new Trouble(IncidentKind.NO_SERVER, "", 1));
  }

  @Test
  void replacedNodeAndClusterThatNeverHadServersAreNoTrouble() {
    nodes.add(member("page", NodeRole.CLIENT, Presence.LIVE));
    assertThat(second()).isEmpty();
    nodes.add(member("app-1", NodeRole.SERVER, Presence.SILENT));
    nodes.add(member("app-1", NodeRole.SERVER, Presence.LIVE));
    assertThat(second()).isEmpty();
  }

  @Test
  void incompleteListOfSchedulesResolvesNothing() {
    isComplete = false;
    assertThat(observer.look().unsure()).containsExactly(IncidentKind.SCHEDULE);
  }

  private List<Trouble> second() {
    observer.look();
    return observer.look().troubles();
  }

  private static Item item(String name, Kind kind, int failed) {
    Schedule schedule =
        Schedule.cron(name, "0 0 1 1 *", ZoneOffset.UTC)
            .adds(TaskRequest.of(TaskType.of("CLOSE_DAY")));
    return new Item(ScheduleState.fresh(schedule, START, START, null), kind, null, failed, 0, 0);
  }

  private static Member member(String name, NodeRole role, Presence presence) {
    NodeInfo.Card card =
        new NodeInfo.Card(
            UUID.randomUUID(),
            name,
            "1",
            role,
            Duration.ofSeconds(60),
            new TreeSet<>(),
            new TreeSet<>(),
            new TreeMap<>(),
            List.of());
    return new Member(new NodeInfo(card, START, START, null), presence);
  }
}
