package dev.baton.api.internal;

import dev.baton.api.error.PayloadException;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Compresses payloads, and decompresses them up to the size limit of a payload. */
final class Gzip {
  private static final int WORTH_TRYING_BYTES = 200;

  private Gzip() {}

  /**
   * Returns the smaller of the payload and its compressed form.
   *
   * @throws PayloadException if the payload is larger than the size limit
   */
  static Bytes smaller(Bytes raw) {
    if (raw.length() < WORTH_TRYING_BYTES) {
      return raw;
    }
    Bytes packed = packed(raw);
    return packed.length() < raw.length() ? packed : raw;
  }

  /**
   * Returns the compressed form, even if it is larger.
   *
   * @throws PayloadException if the payload is larger than the size limit
   */
  static Bytes packed(Bytes raw) {
    // Check here, because expand would refuse the payload at each attempt.
    if (raw.length() > TaskSpec.MAX_PAYLOAD_BYTES) {
      throw new PayloadException(
          "A payload may have at most "
              + TaskSpec.MAX_PAYLOAD_BYTES
              + " bytes before it is compressed; this one has "
              + raw.length()
              + ". Store the data elsewhere and put a reference to it in the payload",
          null);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length() / 2 + 32);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(raw.toArray());
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    return Bytes.of(out.toByteArray());
  }

  /**
   * Returns the decompressed payload.
   *
   * @throws PayloadException if the bytes are not gzip, or the decompressed payload is larger than
   *     the size limit
   */
  static Bytes expand(Bytes compressed) {
    try (GZIPInputStream gzip =
        new GZIPInputStream(new ByteArrayInputStream(compressed.toArray()))) {
      // Limit the size, because a few kilobytes may expand to gigabytes.
      byte[] raw = gzip.readNBytes(TaskSpec.MAX_PAYLOAD_BYTES + 1);
      if (raw.length > TaskSpec.MAX_PAYLOAD_BYTES) {
        throw new PayloadException(
            "The compressed payload has more than " + TaskSpec.MAX_PAYLOAD_BYTES + " bytes", null);
      }
      return Bytes.of(raw);
    } catch (IOException broken) {
      throw new PayloadException("The payload is marked as gzip but isn't", broken);
    }
  }
}
