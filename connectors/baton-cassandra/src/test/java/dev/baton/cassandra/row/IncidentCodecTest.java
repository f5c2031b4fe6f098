package dev.baton.cassandra.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.incident.IncidentKind;
import dev.baton.spi.incident.Incident;
import dev.baton.spi.incident.IncidentTopic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests that a node leaves out incidents that only newer nodes know. */
class IncidentCodecTest {
  private static final Incident INCIDENT =
      Incident.opened(
          new UUID(1, 2), new IncidentTopic(IncidentKind.FAILING, "T"), 3, Instant.EPOCH);

  @Test
  void incidentIsDecodedAsItWasEncoded() {
    assertThat(IncidentCodec.decode(IncidentCodec.encode(INCIDENT))).contains(INCIDENT);
  }

  @Test
  void unknownKindOrReasonIsLeftOut() {
    assertThat(IncidentCodec.decode(with("FAILING", "MELTING"))).isEmpty();
    assertThat(IncidentCodec.decode(with("OPENED", "MOPPED"))).isEmpty();
  }

  private static byte[] with(String word, String instead) {
    String bytes = new String(IncidentCodec.encode(INCIDENT), StandardCharsets.ISO_8859_1);
    return bytes.replace(word, instead).getBytes(StandardCharsets.ISO_8859_1);
  }
}
