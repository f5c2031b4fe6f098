package dev.baton.cassandra.row;

import dev.baton.cluster.NodeRole;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.NodeWarning;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Encodes nodes and pauses as bytes. The first byte is the format. */
public final class ClusterCodec {
  private static final int FORMAT = 1;

  private ClusterCodec() {}

  public static byte[] encode(NodeInfo node) {
    Encoder out = new Encoder().code(FORMAT);
    NodeInfo.Card card = node.card();
    out.id(card.id()).text(card.name()).text(card.version()).text(card.role().name());
    out.time(Instant.EPOCH.plus(card.lease()));
    out.all(card.types(), out::text).all(card.buckets(), out::text);
    out.all(card.limits().keySet(), out::text).all(card.limits().values(), out::text);
    out.all(card.warnings(), one -> out.text(one.kind()).text(one.message()).time(one.since()));
    out.time(node.startedAt()).time(node.heardAt()).maybe(node.leftAt(), out::time);
    return out.toArray();
  }

  public static NodeInfo node(byte[] value) {
    Decoder in = Decoder.of(value, FORMAT, "A node or a pause");
    NodeInfo.Card card =
        new NodeInfo.Card(
            in.id(),
            in.text(),
            in.text(),
            NodeRole.valueOf(in.text()),
            Duration.between(Instant.EPOCH, in.time()),
            new TreeSet<>(in.all(in::text)),
            new TreeSet<>(in.all(in::text)),
            limits(in.all(in::text), in.all(in::text)),
            in.all(() -> new NodeWarning(in.text(), in.text(), in.time())));
    return new NodeInfo(card, in.time(), in.time(), in.maybe(in::time));
  }

  private static SortedMap<String, String> limits(List<String> names, List<String> numbers) {
    TreeMap<String, String> limits = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      limits.put(names.get(i), numbers.get(i));
    }
    return limits;
  }

  public static byte[] encode(Paused paused) {
    Encoder out = new Encoder().code(FORMAT);
    Pause pause = paused.pause();
    out.maybe(pause.bucket(), out::text).maybe(pause.type(), out::text);
    out.maybe(pause.key(), out::text).text(paused.reason()).time(paused.since());
    return out.toArray();
  }

  public static Paused paused(byte[] value) {
    Decoder in = Decoder.of(value, FORMAT, "A node or a pause");
    Pause pause = new Pause(in.maybe(in::text), in.maybe(in::text), in.maybe(in::text));
    return new Paused(pause, in.text(), in.time());
  }
}
