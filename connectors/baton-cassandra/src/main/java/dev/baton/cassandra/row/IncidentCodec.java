package dev.baton.cassandra.row;

import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.spi.incident.Incident;
import dev.baton.spi.incident.IncidentTopic;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

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

  public static Incident decode(byte[] bytes) {
    Decoder in = Decoder.of(bytes, FORMAT, "An incident");
    UUID id = in.id();
    IncidentTopic topic = new IncidentTopic(IncidentKind.valueOf(in.text()), in.text());
    long version = in.number();
    Incident.Notice latest =
        new Incident.Notice(in.count(), Reason.valueOf(in.text()), in.number(), in.time());
    Instant openedAt = in.time();
    Instant calmSince = in.maybe(in::time);
    int returns = in.count();
    TreeMap<String, Integer> heard = new TreeMap<>();
    for (Map.Entry<String, Integer> one : in.all(() -> Map.entry(in.text(), in.count()))) {
      heard.put(one.getKey(), one.getValue());
    }
    return new Incident(id, topic, version, latest, openedAt, calmSince, returns, heard);
  }
}
