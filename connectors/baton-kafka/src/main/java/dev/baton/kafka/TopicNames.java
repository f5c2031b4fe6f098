package dev.baton.kafka;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * Names the topic of each bucket: {@code baton.NAMESPACE.BUCKET}, or {@code
 * baton.NAMESPACE.DATACENTRE.BUCKET}. Each part keeps letters, digits and hyphens, at most 40
 * characters. A part that loses characters gets a hash of the whole part at its end. Underscores
 * are removed too, because Kafka treats topics that differ only in a dot and an underscore as a
 * collision.
 */
final class TopicNames {
  private static final int LONGEST_PART = 40;
  private static final int HASH_BYTES = 4;

  private final String prefix;

  TopicNames(String namespace, String dataCentre) {
    String parts = "baton." + part(namespace) + ".";
    this.prefix = dataCentre.isEmpty() ? parts : parts + part(dataCentre) + ".";
  }

  String topic(String bucket) {
    return prefix + part(bucket);
  }

  /**
   * Returns each bucket by its topic.
   *
   * @throws IllegalArgumentException if two buckets have the same topic
   */
  Map<String, String> bucketsByTopic(Collection<String> buckets) {
    Map<String, String> byTopic = new TreeMap<>();
    for (String bucket : buckets) {
      String other = byTopic.putIfAbsent(topic(bucket), bucket);
      if (other != null && !other.equals(bucket)) {
        throw new IllegalArgumentException(
            "The buckets '"
                + other
                + "' and '"
                + bucket
                + "' would share the Kafka topic "
                + topic(bucket)
                + ". Rename one of them");
      }
    }
    return byTopic;
  }

  private static String part(String text) {
    String plain = text.replaceAll("[^A-Za-z0-9-]", "-");
    String bounded = plain.substring(0, Math.min(plain.length(), LONGEST_PART));
    return bounded.equals(text) && !text.isEmpty() ? text : bounded + "-" + hash(text);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(digest, HASH_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JVM has SHA-256", e);
    }
  }
}
