package dev.baton.kafka.send;

import dev.baton.task.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message to send to a topic. Immutable: each method returns a changed copy.
 *
 * @param topic 1–249 of {@code A-Z a-z 0-9 . _ -}
 * @param key decides the partition, and the order if one is requested; null for none
 * @param value null for a message that deletes its key from a compacted topic
 * @param headers in the order in which they are sent; a name may occur several times
 */
public record KafkaMessage(
    String topic, @Nullable Bytes key, @Nullable Bytes value, List<Header> headers) {
  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");

  public KafkaMessage {
    if (!TOPIC.matcher(topic).matches() || topic.equals(".") || topic.equals("..")) {
      throw new IllegalArgumentException(
          "A topic's name needs 1-249 of the characters A-Z a-z 0-9 . _ - ; '"
              + topic
              + "' is invalid");
    }
    headers = List.copyOf(headers);
  }

  /** A header of a message. */
  public record Header(String name, @Nullable Bytes value) {
    public Header {
      Objects.requireNonNull(name, "name");
    }
  }

  /** Returns a message to this topic, without key and value. */
  public static KafkaMessage to(String topic) {
    return new KafkaMessage(topic, null, null, List.of());
  }

  /** Sets the key, as text in UTF-8. */
  public KafkaMessage key(String text) {
    return key(Bytes.of(text));
  }

  /** Sets the key. */
  public KafkaMessage key(Bytes bytes) {
    return new KafkaMessage(topic, bytes, value, headers);
  }

  /** Sets the value, as text in UTF-8. */
  public KafkaMessage value(String text) {
    return value(Bytes.of(text));
  }

  /** Sets the value. */
  public KafkaMessage value(Bytes bytes) {
    return new KafkaMessage(topic, key, bytes, headers);
  }

  /** Adds a header, as text in UTF-8. */
  public KafkaMessage header(String name, String text) {
    return header(name, Bytes.of(text));
  }

  /** Adds a header. */
  public KafkaMessage header(String name, Bytes bytes) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, bytes));
    return new KafkaMessage(topic, key, value, more);
  }

  /** Returns the topic and the lengths, because the content may be secret. */
  @Override
  public String toString() {
    return "message to " + topic + " (key: " + key + ", value: " + value + ")";
  }
}
