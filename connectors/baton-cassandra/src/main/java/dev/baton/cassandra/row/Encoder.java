package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.RowKey;
import dev.baton.task.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes values one after the other, for {@link Decoder}. Used once, by one thread. */
final class Encoder {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);

  /** Writes to memory, which can't fail. */
  private interface Write {
    void run() throws IOException;
  }

  private Encoder write(Write write) {
    try {
      write.run();
      return this;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  Encoder code(int value) {
    return write(() -> out.writeByte(value));
  }

  Encoder number(long value) {
    return write(() -> out.writeLong(value));
  }

  Encoder flag(boolean value) {
    return write(() -> out.writeBoolean(value));
  }

  /** Writes a value that may be absent. */
  <T> Encoder maybe(@Nullable T value, Consumer<T> write) {
    flag(value != null);
    if (value != null) {
      write.accept(value);
    }
    return this;
  }

  <T> Encoder all(Collection<T> values, Consumer<T> write) {
    write(() -> out.writeInt(values.size()));
    values.forEach(write);
    return this;
  }

  Encoder bytes(Bytes value) {
    return array(value.toArray());
  }

  Encoder text(String value) {
    return array(value.getBytes(StandardCharsets.UTF_8));
  }

  private Encoder array(byte[] value) {
    return write(
        () -> {
          out.writeInt(value.length);
          out.write(value);
        });
  }

  Encoder id(UUID value) {
    return number(value.getMostSignificantBits()).number(value.getLeastSignificantBits());
  }

  Encoder time(Instant value) {
    return number(RowKey.micros(value));
  }

  byte[] toArray() {
    return bytes.toByteArray();
  }
}
