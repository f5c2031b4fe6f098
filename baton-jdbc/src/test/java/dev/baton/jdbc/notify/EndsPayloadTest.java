package dev.baton.jdbc.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.TriggerChannel.EndNews;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndsPayloadTest {

  @Test
  void whatIsReadIsWhatWasWritten() {
    List<UUID> ids = Stream.generate(UUID::randomUUID).limit(1_000).toList();
    List<UUID> read = new ArrayList<>();
    for (String payload : EndsPayload.of("s\tü", EndNews.Kind.ENDED, ids)) {
      assertThat(payload).hasSizeLessThanOrEqualTo(Payload.MOST_BYTES);
      assertThat(Payload.read(payload)).as("no hint").isEmpty();
      EndsPayload.Message message = EndsPayload.read(payload).orElseThrow();
      assertThat(message.sender()).isEqualTo("s\tü");
      assertThat(message.news().kind()).isEqualTo(EndNews.Kind.ENDED);
      read.addAll(message.news().tasks());
    }
    assertThat(read).isEqualTo(ids);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "batonends1",
        "batonends1\ts\tELSE",
        "batonends1\ts\tENDED\tmore",
        "batonends2\ts\tENDED",
        "batonends1\ts\tENDED\nAAAA",
        "batonends1\ts\\00\tENDED",
        "baton1\ts\tb"
      })
  void whatIsNotOfThisFormatIsNotRead(String foreign) {
    assertThat(EndsPayload.read(foreign)).isEmpty();
  }
}
