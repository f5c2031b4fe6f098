package dev.baton.spring.boot.actuate;

import dev.baton.Baton;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.spring.BatonNode;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The state of the cluster, as any node sees it: nodes, live tasks, pauses. */
@Endpoint(id = "baton")
public final class BatonEndpoint {
  private static final int MAX_TYPES = 100;
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final BatonNode node;

  public BatonEndpoint(BatonNode node) {
    this.node = node;
  }

  /**
   * The response of the endpoint.
   *
   * @param thisNode figures of the responding node
   * @param nodes all nodes that sent a heartbeat within the last day
   * @param live tasks that haven't ended
   */
  public record Overview(
      OwnFigures thisNode, List<Member> nodes, LiveTasks live, List<PauseInForce> pauses) {}

  /** Figures of this node. */
  public record OwnFigures(int leasedTasks, int slotsInUse) {}

  /**
   * Numbers of live tasks. A status without tasks is missing.
   *
   * @param takenAt time of the count; null if counting never succeeded
   * @param complete false if counting took too long: these are then the last known counts
   * @param byStatus all live tasks
   * @param byType the same by type, for the hundred types with the most tasks
   * @param typesLeftOut number of other types
   */
  public record LiveTasks(
      @Nullable Instant takenAt,
      boolean complete,
      Map<Status, Long> byStatus,
      Map<String, Map<Status, Long>> byType,
      int typesLeftOut) {

    static LiveTasks of(LiveCounts counts) {
      EnumMap<Status, Long> all = new EnumMap<>(Status.class);
      TreeMap<String, Map<Status, Long>> types = new TreeMap<>();
      for (LiveCounts.Group group : counts.groups()) {
        all.merge(group.status(), group.count(), Long::sum);
        types
            .computeIfAbsent(group.type(), type -> new EnumMap<>(Status.class))
            .merge(group.status(), group.count(), Long::sum);
      }
      int leftOut = Math.max(0, types.size() - MAX_TYPES);
      types.keySet().stream()
          .sorted(Comparator.comparingLong(type -> sum(types.getOrDefault(type, Map.of()))))
          .limit(leftOut)
          .toList()
          .forEach(types::remove);
      return new LiveTasks(counts.takenAt(), counts.complete(), all, types, leftOut);
    }

    private static long sum(Map<Status, Long> counts) {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** A node of the cluster. */
  public record Member(
      String name,
      String version,
      String role,
      String presence,
      Instant heardAt,
      Set<String> types,
      Set<String> buckets) {}

  /** An active pause and its reason. A null bucket, type or key matches any. */
  public record PauseInForce(
      @Nullable String bucket,
      @Nullable String type,
      @Nullable String key,
      String reason,
      Instant since) {}

  /** Reads the overview from the database. */
  @ReadOperation
  public Overview overview() {
    Baton baton = node.baton();
    return baton.forOperator(LONGEST, () -> overview(baton));
  }

  private static Overview overview(Baton baton) {
    return new Overview(
        new OwnFigures(baton.leasedTasks(), baton.slotsInUse()),
        baton.cluster().nodes().stream().map(BatonEndpoint::member).toList(),
        LiveTasks.of(baton.statistics().counts()),
        baton.cluster().pauses().stream().map(BatonEndpoint::pause).toList());
  }

  private static Member member(Cluster.Member member) {
    NodeInfo.Card card = member.node().card();
    return new Member(
        card.name(),
        card.version(),
        card.role().name(),
        member.presence().name(),
        member.node().heardAt(),
        card.types(),
        card.buckets());
  }

  private static PauseInForce pause(Paused paused) {
    return new PauseInForce(
        paused.pause().bucket(),
        paused.pause().type(),
        paused.pause().key(),
        paused.reason(),
        paused.since());
  }
}
