package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.codec.Compression;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.api.internal.RequestFields;
import dev.baton.api.internal.StoredPayload;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import org.junit.jupiter.api.Test;

/**
 * A compressed payload has the same size limit as an uncompressed one. Otherwise no node could read
 * it.
 */
class LargePayloadTest {
  private static final TaskType<Integer, Void> ZEROS =
      TaskType.of("ZEROS", Integer.class).compressed(Compression.GZIP).codec(new Zeros());

  private static final class Zeros implements PayloadCodec {
    @Override
    public Bytes encode(Object value) {
      return Bytes.of(new byte[(Integer) value]);
    }

    @Override
    public <T> T decode(Bytes bytes, Class<T> type) {
      return type.cast(bytes.length());
    }
  }

  @Test
  void payloadTooLargeBeforeCompressionIsRefusedOnWrite() {
    assertThatThrownBy(() -> RequestFields.of(ZEROS.with(TaskSpec.MAX_PAYLOAD_BYTES + 1)))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("16777216")
        .hasMessageContaining("16777217");
  }

  @Test
  void tooLargeEditOfCompressedPayloadIsRefused() {
    Bytes large = Bytes.of(new byte[TaskSpec.MAX_PAYLOAD_BYTES + 1]);
    TaskTraits compressed = TaskTraits.NONE.withPayloadForm("v1,gzip");
    assertThatThrownBy(() -> StoredPayload.stored(large, compressed))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("16777217");
  }

  @Test
  void payloadThatJustFitsIsWrittenAndReadAgain() {
    RequestFields request = RequestFields.of(ZEROS.with(TaskSpec.MAX_PAYLOAD_BYTES));
    assertThat(request.payload().length()).isLessThan(100_000);
    assertThat(StoredPayload.raw(request.payload(), request.traits()).length())
        .isEqualTo(TaskSpec.MAX_PAYLOAD_BYTES);
  }
}
