package dev.baton.jdbc.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.TriggerChannel.CompletionNotice;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionPayloadTest {

  @Test
  void payloadIsReadAsWritten() {
    List<UUID> ids = Stream.generate(UUID::randomUUID).limit(1_000).toList();
    List<UUID> read = new ArrayList<>();
    for (String payload : CompletionPayload.of("s\tü", CompletionNotice.Kind.ENDED, ids)) {
      assertThat(payload).hasSizeLessThanOrEqualTo(Payload.MAX_BYTES);
      assertThat(Payload.read(payload)).as("no hint").isEmpty();
      CompletionPayload.Message message = CompletionPayload.read(payload).orElseThrow();
      assertThat(message.sender()).isEqualTo("s\tü");
      assertThat(message.notice().kind()).isEqualTo(CompletionNotice.Kind.ENDED);
      read.addAll(message.notice().tasks());
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
    assertThat(CompletionPayload.read(foreign)).isEmpty();
  }
}
