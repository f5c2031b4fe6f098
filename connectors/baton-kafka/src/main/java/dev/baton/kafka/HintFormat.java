package dev.baton.kafka;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Converts a {@link HintRecord} to and from bytes; the package documentation describes the layout.
 */
final class HintFormat {
  /** Maximum number of hints in one record: about 15 kB, far below a broker's limit. */
  static final int MAX_HINTS = 500;

  private static final byte MARK = (byte) 0xBA;
  private static final byte VERSION = 1;

  private HintFormat() {}

  /**
   * Returns a record with hints of one bucket and flow: at least one, at most {@link #MAX_HINTS}.
   */
  static byte[] hints(UUID sender, List<Candidate> hints) {
    Candidate first = hints.get(0);
    ByteArrayOutputStream out = head(sender, first.bucket(), hints.size());
    text(out, first.flow().type());
    text(out, first.flow().key());
    for (Candidate hint : hints) {
      uuid(out, hint.id());
      number(out, hint.version());
      out.write(hint.priority());
      number(out, zigzag(hint.arrivedAt().getEpochSecond()));
      number(out, hint.arrivedAt().getNano());
    }
    return out.toByteArray();
  }

  /**
   * Returns the record key. It keeps the hints of one flow in one partition, and therefore on one
   * node of a group.
   */
  static byte[] key(Flow flow) {
    int hash = 31 * flow.type().hashCode() + flow.key().hashCode();
    return ByteBuffer.allocate(Integer.BYTES).putInt(hash).array();
  }

  /** Returns a record which says that there were more hints than could be sent. */
  static byte[] look(UUID sender, String bucket) {
    return head(sender, bucket, 0).toByteArray();
  }

  /** Parses a record; empty if the bytes aren't a hint or have a newer version. */
  static Optional<HintRecord> read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      if (in.get() != MARK || in.get() != VERSION) {
        return Optional.empty();
      }
      UUID sender = uuid(in);
      String bucket = text(in);
      long count = number(in);
      if (count < 0 || count > MAX_HINTS) {
        return Optional.empty();
      }
      List<Candidate> hints = new ArrayList<>();
      if (count > 0) {
        Flow flow = new Flow(text(in), text(in));
        for (long i = 0; i < count; i++) {
          hints.add(candidate(in, bucket, flow));
        }
      }
      return in.hasRemaining()
          ? Optional.empty()
          : Optional.of(new HintRecord(sender, bucket, hints));
    } catch (BufferUnderflowException | CharacterCodingException | IllegalArgumentException e) {
      return Optional.empty();
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static Candidate candidate(ByteBuffer in, String bucket, Flow flow) {
    UUID id = uuid(in);
    long version = number(in);
    int priority = in.get();
    Instant arrivedAt = Instant.ofEpochSecond(unzigzag(number(in)), number(in));
    return Candidate.hinted(id, version, bucket, flow, priority, arrivedAt);
  }

  private static ByteArrayOutputStream head(UUID sender, String bucket, int count) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(MARK);
    out.write(VERSION);
    uuid(out, sender);
    text(out, bucket);
    number(out, count);
    return out;
  }

  private static void uuid(ByteArrayOutputStream out, UUID id) {
    out.writeBytes(
        ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array());
  }

  private static UUID uuid(ByteBuffer in) {
    return new UUID(in.getLong(), in.getLong());
  }

  private static void text(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    number(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static String text(ByteBuffer in) throws CharacterCodingException {
    long length = number(in);
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    ByteBuffer bytes = in.slice(in.position(), (int) length);
    in.position(in.position() + (int) length);
    return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
  }

  /** Writes seven bits per byte, lowest first; the highest bit says that more bytes follow. */
  private static void number(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static long number(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than 64 bits");
  }

  private static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  private static long unzigzag(long value) {
    return (value >>> 1) ^ -(value & 1);
  }
}
