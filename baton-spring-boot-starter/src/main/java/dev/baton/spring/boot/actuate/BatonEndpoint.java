package dev.baton.spring.boot.actuate;

import dev.baton.Baton;
import dev.baton.api.Cluster;
import dev.baton.api.NodeInfo;
import dev.baton.api.Paused;
import dev.baton.spring.BatonNode;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The cluster as any of its nodes sees it: nodes, what waits for a person, pauses. */
@Endpoint(id = "baton")
public final class BatonEndpoint {
  private final BatonNode node;

  public BatonEndpoint(BatonNode node) {
    this.node = node;
  }

  /**
   * The answer.
   *
   * @param thisNode what the node that answers has in hand
   * @param nodes all that were heard of within the last day
   * @param errors tasks in ERROR
   * @param blocked tasks that wait for others or are held
   */
  public record Overview(
      OwnFigures thisNode,
      List<Member> nodes,
      Count errors,
      Count blocked,
      List<PauseInForce> pauses) {}

  /** What this node does. */
  public record OwnFigures(int tasksInHand, int slotsInUse) {}

  /**
   * How many.
   *
   * @param more whether there are more than that
   */
  public record Count(int count, boolean more) {}

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
    return new Overview(
        new OwnFigures(baton.tasksInHand(), baton.slotsInUse()),
        baton.cluster().nodes().stream().map(BatonEndpoint::member).toList(),
        count(baton, Status.ERROR),
        count(baton, Status.BLOCKED),
        baton.cluster().pauses().stream().map(BatonEndpoint::pause).toList());
  }

  private static Count count(Baton baton, Status status) {
    TaskCount count = TaskCount.of(baton.operations(), status);
    return new Count(count.count(), count.atLeast());
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
