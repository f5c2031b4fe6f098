package dev.baton.task;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An immutable byte string, equal by content: a payload, a result, a checkpoint. */
public final class Bytes {
  private final byte[] array;

  private Bytes(byte[] array) {
    this.array = array;
  }

  /** A copy of the given bytes. */
  public static Bytes of(byte[] bytes) {
    return new Bytes(bytes.clone());
  }

  /** The text in UTF-8. */
  public static Bytes of(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy of the content. */
  public byte[] toArray() {
    return array.clone();
  }

  /** A copy of the first bytes of the content, so many at the most. */
  public byte[] beginning(int most) {
    return Arrays.copyOf(array, Math.min(most, array.length));
  }

  /** The content read as UTF-8. */
  public String toText() {
    return new String(array, StandardCharsets.UTF_8);
  }

  /** The number of bytes. */
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

  /** The length only: contents may be secret and must not reach a log by accident. */
  @Override
  public String toString() {
    return array.length + " bytes";
  }
}
