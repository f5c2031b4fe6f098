package dev.baton.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.NodeRole;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.NodeInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NodeListTest {
  private static final Instant NOW = Instant.parse("2026-03-01T08:30:00.123456Z");
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void aNodeIsLiveUntilSeveralBeatsWereMissedAndThenSilent() {
    NodeList roster = roster(server(60, 0), server(60, 20), server(60, 21));
    assertThat(roster.now()).isEqualTo(NOW);
    assertThat(roster.members())
        .extracting(Member::presence)
        .containsExactly(Presence.LIVE, Presence.LIVE, Presence.SILENT);
  }

  @Test
  void everyNodeIsSilentIfNoneCouldWriteItsHeartbeat() {
    List<NodeInfo> nodes = List.of(server(60, 0), server(60, 2));
    assertThat(new NodeList(nodes, ago(-30)).members())
        .extracting(Member::presence)
        .containsOnly(Presence.SILENT);
    assertThat(new NodeList(nodes, ago(30)).members())
        .as("the store's clock was set back")
        .extracting(Member::presence)
        .containsOnly(Presence.LIVE);
  }

  @Test
  void departedNodeStaysDeparted() {
    NodeInfo left = new NodeInfo(card(NodeRole.SERVER, "T"), ago(60), ago(1), ago(1));
    NodeInfo longAgo = new NodeInfo(card(NodeRole.SERVER, "T"), ago(60), ago(50), ago(50));
    assertThat(roster(server(60, 0), left, longAgo).members())
        .extracting(Member::presence)
        .containsExactly(Presence.LIVE, Presence.LEFT, Presence.LEFT);
  }

  @Test
  void onlyServersCountForTypesEvenIfDeadOrDeparted() {
    NodeInfo client = new NodeInfo(card(NodeRole.CLIENT, "CLIENTS"), ago(9), ago(0), null);
    NodeInfo left = new NodeInfo(card(NodeRole.SERVER, "LEFT"), ago(60), ago(50), ago(50));
    NodeInfo fell = new NodeInfo(card(NodeRole.SERVER, "FELL"), ago(60), ago(50), null);
    NodeList roster = roster(client, left, fell, server(9, 0));
    assertThat(roster.knows("T")).isTrue();
    assertThat(roster.knows("LEFT")).isTrue();
    assertThat(roster.knows("FELL")).isTrue();
    assertThat(roster.knows("CLIENTS")).isFalse();
    assertThat(roster.knows("t")).isFalse();
  }

  @Test
  void serverThatLivedTheWholeTimeHasWatched() {
    assertThat(roster(server(3_600, 0)).hasWatchedFor(HOUR)).isTrue();
    assertThat(roster(server(3_599, 0)).hasWatchedFor(HOUR)).isFalse();
    assertThat(roster().hasWatchedFor(HOUR)).isFalse();
  }

  @Test
  void serversWatchOneAfterTheOtherAcrossARestart() {
    assertThat(roster(server(4_000, 1_800), server(1_760, 0)).hasWatchedFor(HOUR)).isTrue();
    assertThat(roster(server(1_760, 0), server(4_000, 1_800)).hasWatchedFor(HOUR)).isTrue();
    assertThat(roster(server(4_000, 900), server(2_000, 0)).hasWatchedFor(HOUR)).isTrue();
  }

  @Test
  void aTimeWithoutAnyServerIsAGap() {
    assertThat(roster(server(4_000, 1_800), server(1_700, 0)).hasWatchedFor(HOUR)).isFalse();
    NodeInfo client = new NodeInfo(card(NodeRole.CLIENT, "T"), ago(9_000), ago(0), null);
    assertThat(roster(client).hasWatchedFor(HOUR)).isFalse();
    assertThat(roster(client, server(60, 0)).hasWatchedFor(HOUR)).isFalse();
    assertThat(roster(client, server(9_000, 60)).hasWatchedFor(HOUR)).isFalse();
  }

  @Test
  void aShortGraceAllowsShortGapsOnly() {
    Duration tenSeconds = Duration.ofSeconds(10);
    assertThat(roster(server(11, 5), server(4, 0)).hasWatchedFor(tenSeconds)).isTrue();
    assertThat(roster(server(11, 5), server(3, 0)).hasWatchedFor(tenSeconds)).isFalse();
  }

  private static NodeList roster(NodeInfo... nodes) {
    return new NodeList(List.of(nodes));
  }

  private static NodeInfo server(long startedSecondsAgo, long heardSecondsAgo) {
    return new NodeInfo(
        card(NodeRole.SERVER, "T"), ago(startedSecondsAgo), ago(heardSecondsAgo), null);
  }

  private static NodeInfo.Card card(NodeRole role, String type) {
    return new NodeInfo.Card(
        new UUID(1, 2),
        "n",
        "1",
        role,
        Duration.ofSeconds(30),
        new TreeSet<>(List.of(type)),
        new TreeSet<>(),
        new TreeMap<>(),
        List.of());
  }

  private static Instant ago(long seconds) {
    return NOW.minusSeconds(seconds);
  }
}
