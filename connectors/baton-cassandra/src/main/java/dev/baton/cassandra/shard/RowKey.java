package dev.baton.cassandra.shard;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;

/**
 * Where a row stands in its shard: bytes, in the order in which Cassandra keeps them. Each method
 * that adds a part answers a longer key; keys that begin alike stand next to each other. Immutable.
 */
public final class RowKey implements Comparable<RowKey> {
  private static final int UNSIGNED = 0xff;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private final byte[] bytes;

  private RowKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The key of one byte, with which all keys of a kind begin. */
  public static RowKey of(int kind) {
    return new RowKey(new byte[] {(byte) kind});
  }

  static RowKey of(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return new RowKey(copy);
  }

  /** With a small number behind it. */
  public RowKey number(int value) {
    return plus(new byte[] {(byte) value});
  }

  /** With a text behind it that has no character 0, so that "a" comes before "ab". */
  public RowKey text(String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    return plus(Arrays.copyOf(text, text.length + 1));
  }

  /** With a time behind it, to the microsecond. */
  public RowKey time(Instant value) {
    return plus(ByteBuffer.allocate(Long.BYTES).putLong(micros(value) ^ Long.MIN_VALUE).array());
  }

  /** The microseconds since 1970; those that the JDK counts end in the year 2262. */
  public static long micros(Instant value) {
    long seconds = Math.multiplyExact(value.getEpochSecond(), MICROS_PER_SECOND);
    return Math.addExact(seconds, value.getNano() / NANOS_PER_MICRO);
  }

  /** With a number behind it that isn't negative. */
  public RowKey count(long value) {
    return plus(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  /** With an id behind it. */
  public RowKey id(UUID value) {
    return plus(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(value.getMostSignificantBits())
            .putLong(value.getLeastSignificantBits())
            .array());
  }

  private RowKey plus(byte[] more) {
    byte[] all = Arrays.copyOf(bytes, bytes.length + more.length);
    System.arraycopy(more, 0, all, bytes.length, more.length);
    return new RowKey(all);
  }

  /** The first key behind all that begin with this one. */
  public RowKey end() {
    int last = bytes.length - 1;
    while (last >= 0 && (bytes[last] & UNSIGNED) == UNSIGNED) {
      last--;
    }
    if (last < 0) {
      throw new IllegalStateException("No key comes after the last one");
    }
    byte[] next = Arrays.copyOf(bytes, last + 1);
    next[last]++;
    return new RowKey(next);
  }

  /** The first key behind this one. */
  public RowKey next() {
    return number(0);
  }

  /** The id at its end. */
  public UUID lastId() {
    ByteBuffer end = ByteBuffer.wrap(bytes, bytes.length - 2 * Long.BYTES, 2 * Long.BYTES);
    return new UUID(end.getLong(), end.getLong());
  }

  /** The time at its end. */
  public Instant lastTime() {
    long micros = ByteBuffer.wrap(bytes, bytes.length - Long.BYTES, Long.BYTES).getLong();
    return Instant.EPOCH.plus(micros ^ Long.MIN_VALUE, ChronoUnit.MICROS);
  }

  /** Reads its parts, behind the kind. */
  public Parts parts() {
    return new Parts(ByteBuffer.wrap(bytes, 1, bytes.length - 1));
  }

  /** The parts of a key, one after the other. Not thread-safe. */
  public static final class Parts {
    private final ByteBuffer rest;

    private Parts(ByteBuffer rest) {
      this.rest = rest;
    }

    /** The next one, a small number. */
    public int number() {
      return rest.get() & UNSIGNED;
    }

    /** The next one, a text. */
    public String text() {
      int start = rest.position();
      while (rest.get() != 0) {
        // On to its end.
      }
      int length = rest.position() - 1 - start;
      return new String(rest.array(), start, length, StandardCharsets.UTF_8);
    }

    /** The next one, a time. */
    public Instant time() {
      return Instant.EPOCH.plus(rest.getLong() ^ Long.MIN_VALUE, ChronoUnit.MICROS);
    }
  }

  /** The first so many bytes of it, for what groups keys. */
  public RowKey beginning(int length) {
    return new RowKey(Arrays.copyOf(bytes, length));
  }

  public int length() {
    return bytes.length;
  }

  ByteBuffer toBuffer() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  @Override
  public int compareTo(RowKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey key && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Its length only: a part may be of a payload's author. */
  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
