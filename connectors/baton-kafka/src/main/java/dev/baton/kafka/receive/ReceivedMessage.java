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
 * @param topic where it was read, with the prefix of its site, if any
 * @param timestamp what Kafka says of its time, in milliseconds since 1970
 * @param key null for none
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
   * The value, read as UTF-8.
   *
   * @throws IllegalArgumentException when it has none
   */
  public String text() {
    if (value == null) {
      throw new IllegalArgumentException("The message at " + place() + " has no value");
    }
    return value.toText();
  }

  /** The key, read as UTF-8; null when it has none. */
  public @Nullable String keyText() {
    return key == null ? null : key.toText();
  }

  /** The last header of this name, where it has a value. */
  public Optional<Bytes> header(String name) {
    Bytes last = null;
    for (Header header : headers) {
      last = header.name().equals(name) ? header.value() : last;
    }
    return Optional.ofNullable(last);
  }

  /** When it was sent, or written, by the topic's settings. */
  public Instant time() {
    return Instant.ofEpochMilli(timestamp);
  }

  /** Topic, partition and offset, for people. */
  public String place() {
    return topic + "-" + partition + "@" + offset;
  }

  /**
   * An id that follows from another and a word. Where several converters make tasks of one topic
   * and take the event's own id, let all but one take a variation of it: a task's id is unique
   * whatever its type.
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

  /** Where it is, and how long: contents may be secret. */
  @Override
  public String toString() {
    return "message at " + place() + " (key: " + key + ", value: " + value + ")";
  }
}
