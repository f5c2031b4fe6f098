package dev.baton.kafka.client;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** Refuses settings that only Baton may set, and invalid ones. */
public final class OwnSettings {
  private OwnSettings() {}

  /**
   * Refuses settings that only Baton may set.
   *
   * @param which the client for which they were given
   * @param own each setting with the reason, or with what to do instead
   * @throws IllegalArgumentException if one of them is given
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
   * Makes Kafka parse the settings now, so that a wrong one fails here and not later on a thread.
   *
   * @throws IllegalArgumentException if a setting is invalid
   */
  public static void check(Runnable parsing) {
    try {
      parsing.run();
    } catch (ConfigException e) {
      throw new IllegalArgumentException("A Kafka setting isn't valid: " + e.getMessage(), e);
    }
  }

  /**
   * Lets a consumer share its topics with others of its group, without stopping all of them at a
   * rebalance.
   */
  public static void share(Map<String, Object> consumer, int sessionMillis) {
    if (!"consumer".equalsIgnoreCase(String.valueOf(consumer.get("group.protocol")))) {
      // The newer protocol accepts neither setting from a client.
      consumer.putIfAbsent("session.timeout.ms", sessionMillis);
      consumer.putIfAbsent(
          "partition.assignment.strategy",
          "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
    }
  }
}
