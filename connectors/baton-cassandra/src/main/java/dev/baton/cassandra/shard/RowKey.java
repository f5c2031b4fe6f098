package dev.baton.cassandra.shard;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;

/**
 * The key of a row in its shard: bytes, in Cassandra's order. Each method that adds a part returns
 * a longer key. Keys with a common prefix are next to each other. Immutable.
 */
public final class RowKey implements Comparable<RowKey> {
  private static final int UNSIGNED = 0xff;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private final byte[] bytes;

  private RowKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the key of one byte, with which all keys of a kind begin. */
  public static RowKey of(int kind) {
    return new RowKey(new byte[] {(byte) kind});
  }

  static RowKey of(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return new RowKey(copy);
  }

  /** Appends a small number. */
  public RowKey number(int value) {
    return plus(new byte[] {(byte) value});
  }

  /** Appends a text without the character 0, so that "a" comes before "ab". */
  public RowKey text(String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    return plus(Arrays.copyOf(text, text.length + 1));
  }

  /** Appends a time, to the microsecond. */
  public RowKey time(Instant value) {
    return plus(ByteBuffer.allocate(Long.BYTES).putLong(micros(value) ^ Long.MIN_VALUE).array());
  }

  /**
   * Returns the microseconds since 1970. The JDK's own count in nanoseconds ends in the year 2262.
   */
  public static long micros(Instant value) {
    long seconds = Math.multiplyExact(value.getEpochSecond(), MICROS_PER_SECOND);
    return Math.addExact(seconds, value.getNano() / NANOS_PER_MICRO);
  }

  /** Appends a number that isn't negative. */
  public RowKey count(long value) {
    return plus(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  /** Appends an id. */
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

  /** Returns the first key after all keys with this prefix. */
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

  /** Returns the smallest key after this one. */
  public RowKey next() {
    return number(0);
  }

  /** Returns the id at its end. */
  public UUID lastId() {
    ByteBuffer end = ByteBuffer.wrap(bytes, bytes.length - 2 * Long.BYTES, 2 * Long.BYTES);
    return new UUID(end.getLong(), end.getLong());
  }

  /** Returns the time at the end of the key. */
  public Instant lastTime() {
    long micros = ByteBuffer.wrap(bytes, bytes.length - Long.BYTES, Long.BYTES).getLong();
    return Instant.EPOCH.plus(micros ^ Long.MIN_VALUE, ChronoUnit.MICROS);
  }

  /** Returns its parts after the kind. */
  public Parts parts() {
    return new Parts(ByteBuffer.wrap(bytes, 1, bytes.length - 1));
  }

  /** The parts of a key, one after the other. Not thread-safe. */
  public static final class Parts {
    private final ByteBuffer rest;

    private Parts(ByteBuffer rest) {
      this.rest = rest;
    }

    /** Reads the next part, a small number. */
    public int number() {
      return rest.get() & UNSIGNED;
    }

    /** Reads the next part, a text. */
    public String text() {
      int start = rest.position();
      while (rest.get() != 0) {
        // Move to its end.
      }
      int length = rest.position() - 1 - start;
      return new String(rest.array(), start, length, StandardCharsets.UTF_8);
    }

    /** Reads the next part, a time. */
    public Instant time() {
      return Instant.EPOCH.plus(rest.getLong() ^ Long.MIN_VALUE, ChronoUnit.MICROS);
    }
  }

  /** Returns the key's first bytes, to group keys. */
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

  /** Returns the length only, because a part may come from user data. */
  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
