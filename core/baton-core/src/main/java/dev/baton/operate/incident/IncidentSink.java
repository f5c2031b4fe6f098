package dev.baton.operate.incident;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Delivers notices of incidents to people, for example through an alerting service, a chat or a
 * log. Baton calls each sink on its own thread, so a slow sink doesn't delay the others. Each
 * notice is delivered at least once, from one node at a time. After a crash or a lost response it
 * is delivered again, with the same {@link IncidentNotice#key()} and number. A notice that couldn't
 * be delivered is dropped when a newer notice of the same incident exists.
 */
public interface IncidentSink {

  /**
   * Returns the sink's name in the database and in the log: 1-60 characters of {@code a-z 0-9 - _
   * .}. The name must be the same on all nodes and after restarts, and different for each sink of a
   * node.
   */
  String name();

  /**
   * Delivers the notice. The method must have its own timeout; Baton interrupts it when the node
   * stops. The answer and the exception must not contain secrets, because Baton logs them.
   *
   * @throws Exception if the notice couldn't be delivered; Baton tries again later, as after {@link
   *     Answer.Later}
   */
  Answer deliver(IncidentNotice notice) throws Exception;

  /** The result of a delivery. */
  sealed interface Answer {
    /** The notice was delivered. */
    record Accepted() implements Answer {}

    /**
     * The sink can't deliver anything now.
     *
     * @param notBefore minimum wait before the next delivery; null for the standard delay, which
     *     grows with each failure
     */
    record Later(String why, @Nullable Duration notBefore) implements Answer {}

    /**
     * The notice was refused, because the sink is configured wrongly. Baton tries again from time
     * to time.
     */
    record Refused(String why) implements Answer {}
  }
}
