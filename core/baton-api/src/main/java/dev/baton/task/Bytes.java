package dev.baton.task;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An immutable sequence of bytes, such as a payload, a result or a checkpoint. Two sequences with
 * the same content are equal.
 */
public final class Bytes {
  private final byte[] array;

  private Bytes(byte[] array) {
    this.array = array;
  }

  /** Returns a sequence that contains a copy of the array. */
  public static Bytes of(byte[] bytes) {
    return new Bytes(bytes.clone());
  }

  /** Returns the UTF-8 encoding of a string. */
  public static Bytes of(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a copy of the content. */
  public byte[] toArray() {
    return array.clone();
  }

  /** Returns a copy of the first {@code limit} bytes, or of the whole content if it is shorter. */
  public byte[] beginning(int limit) {
    return Arrays.copyOf(array, Math.min(limit, array.length));
  }

  /** Returns the content decoded as UTF-8. */
  public String toText() {
    return new String(array, StandardCharsets.UTF_8);
  }

  /** Returns the number of bytes. */
  public int length() {
    return array.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(array, bytes.array);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array);
  }

  /** Returns only the number of bytes, because the content may be secret and must not be logged. */
  @Override
  public String toString() {
    return array.length + " bytes";
  }
}
