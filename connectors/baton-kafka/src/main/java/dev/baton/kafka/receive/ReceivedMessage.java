package dev.baton.kafka.receive;

import dev.baton.kafka.send.KafkaMessage.Header;
import dev.baton.task.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message as it was read. Immutable.
 *
 * @param topic the topic it was read from, with the site's prefix, if any
 * @param timestamp Kafka's timestamp, in milliseconds since 1970
 * @param key null if it has none
 * @param value null for a message that deletes its key
 */
public record ReceivedMessage(
    String topic,
    int partition,
    long offset,
    long timestamp,
    @Nullable Bytes key,
    @Nullable Bytes value,
    List<Header> headers) {
  public ReceivedMessage {
    headers = List.copyOf(headers);
  }

  /**
   * Returns the value, read as UTF-8.
   *
   * @throws IllegalArgumentException if it has no value
   */
  public String text() {
    if (value == null) {
      throw new IllegalArgumentException("The message at " + place() + " has no value");
    }
    return value.toText();
  }

  /** Returns the key, read as UTF-8; null if it has none. */
  public @Nullable String keyText() {
    return key == null ? null : key.toText();
  }

  /** Returns the last header of this name, if it has a value. */
  public Optional<Bytes> header(String name) {
    Bytes last = null;
    for (Header header : headers) {
      last = header.name().equals(name) ? header.value() : last;
    }
    return Optional.ofNullable(last);
  }

  /** Returns when it was sent or written, depending on the topic's settings. */
  public Instant time() {
    return Instant.ofEpochMilli(timestamp);
  }

  /** Returns topic, partition and offset as text. */
  public String place() {
    return topic + "-" + partition + "@" + offset;
  }

  /**
   * Derives an id from another id and a word. If several converters create tasks from one topic and
   * use the event's own id, all but one must use a variation of it, because a task's id is unique
   * across types.
   */
  public static UUID variation(UUID id, String word) {
    byte[] text = word.getBytes(StandardCharsets.UTF_8);
    return MessageIds.hash(
        ByteBuffer.allocate(2 * Long.BYTES + text.length)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .put(text)
            .array());
  }

  /** Returns the position and the lengths, because the content may be secret. */
  @Override
  public String toString() {
    return "message at " + place() + " (key: " + key + ", value: " + value + ")";
  }
}
