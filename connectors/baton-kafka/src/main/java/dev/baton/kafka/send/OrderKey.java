package dev.baton.kafka.send;

import dev.baton.task.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * What the messages of one order have in common, topic and key, as the key of their tasks: as
 * people read it, where that can be shown, else a hash. No topic's name has a slash.
 */
final class OrderKey {
  private static final int LONGEST_FLOW = 200;

  private OrderKey() {}

  /**
   * The one order of all these messages.
   *
   * @throws IllegalArgumentException when one has no key, or they have different ones
   */
  static String of(List<KafkaMessage> messages) {
    KafkaMessage first = messages.get(0);
    Bytes key = first.key();
    if (key == null) {
      throw new IllegalArgumentException(
          "A message to " + first.topic() + " has no key, and order is kept per key: give it one");
    }
    for (KafkaMessage message : messages) {
      if (!message.topic().equals(first.topic()) || !Objects.equals(key, message.key())) {
        throw new IllegalArgumentException(
            "Messages sent in order by one task have one topic and one key: these are for "
                + first.topic()
                + " and "
                + message.topic()
                + ", or for two keys. Send one order's messages at a time");
      }
    }
    String shown = first.topic() + "/" + key.toText();
    return isShowable(shown) ? shown : hash(first.topic(), key);
  }

  private static boolean isShowable(String text) {
    return text.length() <= LONGEST_FLOW
        && text.equals(text.strip())
        && text.chars().noneMatch(c -> Character.isISOControl(c) || c == 0xFFFD);
  }

  private static String hash(String topic, Bytes key) {
    byte[] name = topic.getBytes(StandardCharsets.UTF_8);
    MessageDigest digest = sha256();
    // With its length: ("a", "bc") must not be ("ab", "c").
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(name.length).array());
    digest.update(name);
    digest.update(key.toArray());
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
