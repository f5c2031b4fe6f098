package dev.baton.spring.boot.actuate;

import dev.baton.Baton;
import dev.baton.cluster.Cluster;
import dev.baton.cluster.NodeInfo;
import dev.baton.cluster.Paused;
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

/** The cluster as any of its nodes sees it: nodes, live tasks, pauses. */
@Endpoint(id = "baton")
public final class BatonEndpoint {
  private static final int MAX_TYPES = 100;
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final BatonNode node;

  public BatonEndpoint(BatonNode node) {
    this.node = node;
  }

  /**
   * The answer.
   *
   * @param thisNode what the node that answers has in hand
   * @param nodes all that were heard of within the last day
   * @param live tasks that haven't ended
   */
  public record Overview(
      OwnFigures thisNode, List<Member> nodes, LiveTasks live, List<PauseInForce> pauses) {}

  /** What this node does. */
  public record OwnFigures(int tasksInHand, int slotsInUse) {}

  /**
   * How many tasks there are that haven't ended; a status without any isn't named.
   *
   * @param takenAt when they were counted; null when they never could be
   * @param complete false when counting took too long: then these are the last counts there were
   * @param byStatus all of them
   * @param byType the same by type, of the hundred types that have most
   * @param typesLeftOut how many types more there are
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

  /** What is paused, and why; null stands for any. */
  public record PauseInForce(
      @Nullable String bucket,
      @Nullable String type,
      @Nullable String key,
      String reason,
      Instant since) {}

  /** Asks the database. */
  @ReadOperation
  public Overview overview() {
    Baton baton = node.baton();
    return baton.forOperator(LONGEST, () -> overview(baton));
  }

  private static Overview overview(Baton baton) {
    return new Overview(
        new OwnFigures(baton.tasksInHand(), baton.slotsInUse()),
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
