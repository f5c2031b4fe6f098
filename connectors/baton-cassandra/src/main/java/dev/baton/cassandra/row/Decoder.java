package dev.baton.cassandra.row;

import dev.baton.task.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads what {@link Encoder} has written, in the same order. Used once, by one thread. */
final class Decoder {
  private final ByteBuffer rest;

  Decoder(byte[] bytes) {
    rest = ByteBuffer.wrap(bytes);
  }

  /** Returns a decoder for bytes of this format, which is the first byte. */
  static Decoder of(byte[] bytes, int format, String what) {
    Decoder in = new Decoder(bytes);
    int found = in.code();
    if (found != format) {
      throw new IllegalStateException(
          what + " has the format " + found + ", which a newer version of Baton wrote");
    }
    return in;
  }

  int code() {
    return rest.get();
  }

  long number() {
    return rest.getLong();
  }

  int count() {
    return Math.toIntExact(number());
  }

  boolean flag() {
    return rest.get() != 0;
  }

  <T> @Nullable T maybe(Supplier<T> read) {
    return flag() ? read.get() : null;
  }

  <T> List<T> all(Supplier<T> read) {
    int size = rest.getInt();
    List<T> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      all.add(read.get());
    }
    return all;
  }

  Bytes bytes() {
    return Bytes.of(array());
  }

  String text() {
    return new String(array(), StandardCharsets.UTF_8);
  }

  private byte[] array() {
    byte[] value = new byte[rest.getInt()];
    rest.get(value);
    return value;
  }

  UUID id() {
    return new UUID(number(), number());
  }

  Instant time() {
    return Instant.EPOCH.plus(number(), ChronoUnit.MICROS);
  }
}
