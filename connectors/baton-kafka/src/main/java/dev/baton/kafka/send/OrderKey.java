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
 * The common topic and key of the messages of one order, used as the key of their tasks: in
 * readable form if possible, otherwise as a hash. A topic's name never contains a slash.
 */
final class OrderKey {
  private static final int LONGEST_FLOW = 200;

  private OrderKey() {}

  /**
   * Returns the common order of all these messages.
   *
   * @throws IllegalArgumentException if one has no key, or if their topics or keys differ
   */
  static String of(List<KafkaMessage> messages) {
    KafkaMessage first = messages.get(0);
    Bytes key = first.key();
    if (key == null) {
      throw new IllegalArgumentException(
          "A message to " + first.topic() + " has no key, and order is kept per key: set a key");
    }
    for (KafkaMessage message : messages) {
      if (!message.topic().equals(first.topic()) || !Objects.equals(key, message.key())) {
        throw new IllegalArgumentException(
            "Messages sent in order by one task need the same topic and key: these are for "
                + first.topic()
                + " and "
                + message.topic()
                + ", or for two keys. Send the messages of one order at a time");
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
    // Hash the length too: ("a", "bc") must differ from ("ab", "c").
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
