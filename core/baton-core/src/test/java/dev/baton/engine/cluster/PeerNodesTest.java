package dev.baton.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.NodeRole;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.spi.core.ReadyTasks.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PeerNodesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T08:30:00Z");
  private static final Instant LONG_AGO = NOW.minusSeconds(600);

  @Test
  void serversOfBucketShareItInIdOrder() {
    List<NodeInfo> nodes =
        List.of(
            node(3, NodeRole.SERVER, NOW, "a", "b"),
            node(1, NodeRole.SERVER, NOW, "a"),
            node(2, NodeRole.SERVER, NOW, "a", "b"));
    assertThat(share(1, nodes, "a")).isEqualTo(new Share(0, 3));
    assertThat(share(2, nodes, "a")).isEqualTo(new Share(1, 3));
    assertThat(share(3, nodes, "a")).isEqualTo(new Share(2, 3));
    assertThat(share(2, nodes, "b")).isEqualTo(new Share(0, 2));
    assertThat(share(3, nodes, "b")).isEqualTo(new Share(1, 2));
  }

  @Test
  void nodeWithoutTheTypeHasNoPart() {
    List<NodeInfo> nodes =
        List.of(
            node(1, "PAY", "a"), node(2, "PAY", "a"), node(3, "MAIL", "a"), node(4, "PAY", "b"));
    PeerNodes peers = peers(2, nodes);
    assertThat(peers.share("a", "PAY")).isEqualTo(new Share(1, 2));
    assertThat(peers(3, nodes).share("a", "MAIL")).isEqualTo(Share.WHOLE);
    assertThat(peers.share("a", "OTHER")).isEqualTo(Share.WHOLE);
  }

  @Test
  void clientsAndDeadOrDepartedNodesHaveNoPart() {
    List<NodeInfo> nodes =
        List.of(
            node(1, NodeRole.CLIENT, NOW, "a"),
            node(2, NodeRole.SERVER, LONG_AGO, "a"),
            node(3, NodeRole.SERVER, NOW, NOW, "a"),
            node(4, NodeRole.SERVER, NOW, "a"));
    assertThat(share(4, nodes, "a")).isEqualTo(Share.WHOLE);
  }

  @Test
  void manyServersShareParts() {
    List<NodeInfo> nodes = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      nodes.add(node(i, NodeRole.SERVER, NOW, "a"));
    }
    assertThat(share(33, nodes, "a")).isEqualTo(new Share(1, Share.MAX_PARTS));
  }

  @Test
  void everythingIsReadUntilOtherNodesAreKnown() {
    PeerNodes peers = new PeerNodes(new UUID(0, 1));
    assertThat(peers.wasAsked()).isFalse();
    assertThat(peers.share("a", "T")).isEqualTo(Share.WHOLE);
    assertThat(peers.wasAsked()).isTrue();
    assertThat(peers.wasAsked()).isFalse();
  }

  private static Share share(int self, List<NodeInfo> nodes, String bucket) {
    return peers(self, nodes).share(bucket, "T");
  }

  private static PeerNodes peers(int self, List<NodeInfo> nodes) {
    PeerNodes peers = new PeerNodes(new UUID(0, self));
    peers.know(new NodeList(nodes));
    return peers;
  }

  private static NodeInfo node(int id, String type, String bucket) {
    return node(id, NodeRole.SERVER, NOW, null, List.of(type), bucket);
  }

  private static NodeInfo node(int id, NodeRole role, Instant heard, String... buckets) {
    return node(id, role, heard, null, buckets);
  }

  private static NodeInfo node(
      int id, NodeRole role, Instant heard, @Nullable Instant left, String... buckets) {
    return node(id, role, heard, left, List.of("T"), buckets);
  }

  private static NodeInfo node(
      int id,
      NodeRole role,
      Instant heard,
      @Nullable Instant left,
      List<String> types,
      String... buckets) {
    NodeInfo.Card card =
        new NodeInfo.Card(
            new UUID(0, id),
            "n" + id,
            "1",
            role,
            Duration.ofSeconds(30),
            new TreeSet<>(types),
            new TreeSet<>(Stream.of(buckets).toList()),
            new TreeMap<>(),
            List.of());
    return new NodeInfo(card, LONG_AGO, heard, left);
  }
}
