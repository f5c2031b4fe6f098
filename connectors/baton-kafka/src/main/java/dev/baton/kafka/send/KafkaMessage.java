package dev.baton.kafka.send;

import dev.baton.task.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message to be sent to a topic. Immutable: each method returns a changed copy.
 *
 * @param topic 1–249 of {@code A-Z a-z 0-9 . _ -}
 * @param key decides the partition, and the order where one is asked for; null for none
 * @param value null for a message that deletes its key from a compacted topic
 * @param headers in the order in which they are sent; a name may come twice
 */
public record KafkaMessage(
    String topic, @Nullable Bytes key, @Nullable Bytes value, List<Header> headers) {
  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");

  public KafkaMessage {
    if (!TOPIC.matcher(topic).matches() || topic.equals(".") || topic.equals("..")) {
      throw new IllegalArgumentException(
          "A topic's name has 1-249 of the characters A-Z a-z 0-9 . _ - ; '"
              + topic
              + "' isn't one");
    }
    headers = List.copyOf(headers);
  }

  /** A header of a message. */
  public record Header(String name, @Nullable Bytes value) {
    public Header {
      Objects.requireNonNull(name, "name");
    }
  }

  /** A message to this topic, with neither key nor value yet. */
  public static KafkaMessage to(String topic) {
    return new KafkaMessage(topic, null, null, List.of());
  }

  /** With this key, as text in UTF-8. */
  public KafkaMessage key(String text) {
    return key(Bytes.of(text));
  }

  /** With this key. */
  public KafkaMessage key(Bytes bytes) {
    return new KafkaMessage(topic, bytes, value, headers);
  }

  /** With this value, as text in UTF-8. */
  public KafkaMessage value(String text) {
    return value(Bytes.of(text));
  }

  /** With this value. */
  public KafkaMessage value(Bytes bytes) {
    return new KafkaMessage(topic, key, bytes, headers);
  }

  /** With one more header, as text in UTF-8. */
  public KafkaMessage header(String name, String text) {
    return header(name, Bytes.of(text));
  }

  /** With one more header. */
  public KafkaMessage header(String name, Bytes bytes) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, bytes));
    return new KafkaMessage(topic, key, value, more);
  }

  /** Where it goes and how long it is: contents may be secret. */
  @Override
  public String toString() {
    return "message to " + topic + " (key: " + key + ", value: " + value + ")";
  }
}
