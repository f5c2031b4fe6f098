package dev.baton.cassandra.row;

import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.spi.incident.Incident;
import dev.baton.spi.incident.IncidentTopic;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Encodes incidents as bytes. The first byte is the format. */
public final class IncidentCodec {
  private static final int FORMAT = 1;

  private IncidentCodec() {}

  public static byte[] encode(Incident incident) {
    Encoder out = new Encoder().code(FORMAT);
    out.id(incident.id()).text(incident.topic().kind().name()).text(incident.topic().name());
    Incident.Notice latest = incident.latest();
    out.number(incident.version()).number(latest.number()).text(latest.reason().name());
    out.number(latest.tasks()).time(latest.at()).time(incident.openedAt());
    out.maybe(incident.calmSince(), out::time).number(incident.returns());
    out.all(incident.heard().entrySet(), one -> out.text(one.getKey()).number(one.getValue()));
    return out.toArray();
  }

  /**
   * Returns the incident; empty if its kind is unknown, because a newer version of Baton wrote it.
   */
  public static Optional<Incident> decode(byte[] bytes) {
    Decoder in = Decoder.of(bytes, FORMAT, "An incident");
    UUID id = in.id();
    IncidentKind kind = known(IncidentKind.values(), in.text());
    String name = in.text();
    long version = in.number();
    int number = in.count();
    Reason reason = known(Reason.values(), in.text());
    if (kind == null || reason == null) {
      return Optional.empty();
    }
    IncidentTopic topic = new IncidentTopic(kind, name);
    Incident.Notice latest = new Incident.Notice(number, reason, in.number(), in.time());
    Instant openedAt = in.time();
    Instant calmSince = in.maybe(in::time);
    int returns = in.count();
    TreeMap<String, Integer> heard = new TreeMap<>();
    for (Map.Entry<String, Integer> one : in.all(() -> Map.entry(in.text(), in.count()))) {
      heard.put(one.getKey(), one.getValue());
    }
    return Optional.of(
        new Incident(id, topic, version, latest, openedAt, calmSince, returns, heard));
  }

  private static <E extends Enum<E>> @Nullable E known(E[] values, String name) {
    return Arrays.stream(values).filter(one -> one.name().equals(name)).findFirst().orElse(null);
  }
}
