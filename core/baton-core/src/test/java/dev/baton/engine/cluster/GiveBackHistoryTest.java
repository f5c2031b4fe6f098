package dev.baton.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.NodeRole;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.task.Flow;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests which nodes may be able to run a task that other nodes have given back. */
class GiveBackHistoryTest {
  private static final Instant CHANGED = Instant.parse("2026-03-01T08:30:00Z");
  private static final TaskSpec SPEC =
      new TaskSpec(
          new Flow("T", ""), null, "default", 4, null, Map.of(), TaskSpec.Origin.NONE, false);
  private static final Task TASK =
      new Task(
          new UUID(9, 9),
          SPEC,
          new Position(
              Status.RUNNING,
              2,
              new UUID(1, 5),
              CHANGED,
              CHANGED,
              new Position.Counts(1, 0, 5, LastOutcome.NONE),
              "S",
              null),
          CHANGED.minusSeconds(60),
          CHANGED,
          CHANGED);

  @Test
  void nodeThatGaveTaskBackUnderAnyOwnerCannotRunIt() {
    GiveBackHistory given =
        given(
            said(new UUID(1, 7), 2, LastOutcome.LEFT_TO_OTHERS),
            said(new UUID(1, 4), 1, LastOutcome.LEFT_TO_OTHERS));
    assertThat(given.since()).isEqualTo(CHANGED.plusSeconds(1));
    assertThat(given.since(new UUID(1, 0))).isEqualTo(CHANGED.plusSeconds(1));
    assertThat(given.mayKnow(SPEC, List.of(server(1, "T"), server(2, "T"))))
        .containsExactly(server(2, "T"));
  }

  @Test
  void failuresAndOtherStatesDoNotCount() {
    GiveBackHistory given =
        given(
            said(new UUID(1, 7), 1, LastOutcome.FAILURE),
            said(new UUID(2, 7), -1, LastOutcome.LEFT_TO_OTHERS),
            said(null, 1, LastOutcome.LEFT_TO_OTHERS));
    assertThat(given.since()).isNull();
    assertThat(given.mayKnow(SPEC, List.of(server(1, "T"), server(2, "T")))).hasSize(2);
  }

  @Test
  void onlyServersWithItsTypeAndItsBucketMayRunIt() {
    NodeInfo client = node(1, NodeRole.CLIENT, "T", "default");
    NodeInfo elsewhere = node(2, NodeRole.SERVER, "T", "mail");
    assertThat(
            given().mayKnow(SPEC, List.of(client, elsewhere, server(3, "OTHER"), server(4, "T*"))))
        .containsExactly(server(4, "T*"));
  }

  private static GiveBackHistory given(PastAttempt... history) {
    return new GiveBackHistory(TASK, List.of(history));
  }

  private static PastAttempt said(@Nullable UUID owner, int secondsAfter, LastOutcome outcome) {
    return new PastAttempt(0, owner, null, CHANGED.plusSeconds(secondsAfter), outcome, "any text");
  }

  private static NodeInfo server(long number, String type) {
    return node(number, NodeRole.SERVER, type, "default");
  }

  private static NodeInfo node(long number, NodeRole role, String type, String bucket) {
    NodeInfo.Card card =
        new NodeInfo.Card(
            new UUID(number, 0),
            "node " + number,
            "1",
            role,
            Duration.ofSeconds(30),
            new TreeSet<>(List.of(type)),
            new TreeSet<>(List.of(bucket)),
            new TreeMap<>(),
            List.of());
    return new NodeInfo(card, CHANGED, CHANGED, null);
  }
}
