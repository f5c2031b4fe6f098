package dev.baton.hook;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A way to tell people of incidents: an alerting service, a chat, a log. One thread at a time calls
 * it, its own: a slow sink keeps no other waiting. Each notice comes at least once, from one node
 * at a time; after a crash or a lost answer again, with the same {@link IncidentNotice#key()} and
 * number. When there is newer news of an incident, an older notice that couldn't be delivered is
 * left out.
 */
public interface IncidentSink {

  /**
   * What this sink is called in the database and in the log, 1-60 of {@code a-z 0-9 - _ .}; the
   * same on all nodes and after restarts, and another for each of the sinks of a node.
   */
  String name();

  /**
   * Delivers the notice. Bounds its own time; interrupted when the node stops. Neither the answer
   * nor an exception may tell secrets: both are logged.
   *
   * @throws Exception when it couldn't be delivered; tried again later, as after {@link
   *     Answer.Later}
   */
  Answer deliver(IncidentNotice notice) throws Exception;

  /** What became of a notice. */
  sealed interface Answer {
    /** It has arrived. */
    record Accepted() implements Answer {}

    /**
     * Nothing more can be delivered now.
     *
     * @param notBefore how long to wait at least; null for the usual, growing time
     */
    record Later(String why, @Nullable Duration notBefore) implements Answer {}

    /** This notice isn't taken: the sink's set-up is wrong. Tried again now and then. */
    record Refused(String why) implements Answer {}
  }
}
