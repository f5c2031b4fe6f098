package dev.baton.kafka.client;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** Keeps the settings that are Baton's own from being given, and those that can't be from use. */
public final class OwnSettings {
  private OwnSettings() {}

  /**
   * Refuses settings that Baton makes itself.
   *
   * @param which the client they were given for
   * @param own each with why, or with what to do instead
   * @throws IllegalArgumentException when one is given
   */
  public static void refuse(String which, Map<String, Object> given, Map<String, String> own) {
    own.forEach(
        (name, why) -> {
          if (given.containsKey(name)) {
            throw new IllegalArgumentException(
                "Leave out the " + which + " setting " + name + ", it is Baton's own: " + why);
          }
        });
  }

  /**
   * Has Kafka parse settings now: a wrong one is to be seen at once and not by a thread later.
   *
   * @throws IllegalArgumentException when one can't be
   */
  public static void check(Runnable parsing) {
    try {
      parsing.run();
    } catch (ConfigException e) {
      throw new IllegalArgumentException("A Kafka setting isn't valid: " + e.getMessage(), e);
    }
  }

  /** Lets a consumer share its topics with others of its group, without stopping all of them. */
  public static void share(Map<String, Object> consumer, int sessionMillis) {
    if (!"consumer".equalsIgnoreCase(String.valueOf(consumer.get("group.protocol")))) {
      // The newer protocol takes neither from a client.
      consumer.putIfAbsent("session.timeout.ms", sessionMillis);
      consumer.putIfAbsent(
          "partition.assignment.strategy",
          "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
    }
  }
}
