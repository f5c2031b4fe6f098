package dev.baton.cluster;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import java.util.List;

/**
 * The nodes that share a database, and what is paused on all of them. Any node answers for all,
 * clients too. Thread-safe.
 *
 * <p>A pause is a row: it holds on every node, whatever starts or stops, until it is resumed. While
 * it holds, no node claims the tasks it names, hands them to itself as they are added, or reads
 * them from the database: however many wait, they cost nothing. Adding them goes on as ever.
 * Handlers that run go on, and so does a task that goes on to its next state in the same hands;
 * when it is set aside, repeated or retried, it waits like the others.
 *
 * <p>A change is in force on the node that made it when the call returns (a claim under way may
 * still start what it gets), and on every other node that can reach the database within a second. A
 * node that can't goes by what it last knew. A node that starts asks first, and claims nothing
 * until it has an answer.
 *
 * <p>Every method but {@link #isPaused}, {@link #pausesInForce}, {@link #storeWarnings} and {@link
 * #acceptStore} asks the database and may throw {@link StoreUnavailableException}; whether a change
 * was made is then not known, and repeating it is harmless. Where the node was built without a
 * cluster store they throw {@link ConfigurationException}.
 */
public interface Cluster {
  /** Pauses in force at a time; a few more when several nodes pause at once. */
  int MAX_PAUSES = 1_000;

  /** The nodes heard of within the last day, by name: those that live, left, or went silent. */
  List<Member> nodes();

  /**
   * Pauses the tasks that match everything the pause names, until it is resumed. Pauses add up: a
   * task starts when none covers it.
   *
   * @param reason for people; at most 500 characters
   * @return false when it was paused already; its reason is then left as it was
   * @throws IllegalArgumentException when a name can't be one
   * @throws IllegalStateException when there are {@link #MAX_PAUSES} already
   */
  boolean pause(Pause pause, String reason);

  /**
   * Ends exactly this pause: what waits starts at once here, and on others within a second.
   *
   * @return false when there was none
   */
  boolean resume(Pause pause);

  /** All pauses, those of buckets, types and keys this node doesn't know included. */
  List<Paused> pauses();

  /** Whether such a task is paused as far as this node knows now; doesn't ask the database. */
  boolean isPaused(String bucket, String type, String key);

  /** How many pauses this node goes by now; doesn't ask the database. */
  int pausesInForce();

  /**
   * What weakens this node's database, as the node found it at its start, after each failure to
   * reach the database, or at most ten seconds ago; this call sends no query.
   */
  List<StoreWarning> storeWarnings();

  /**
   * A person's word that the database is the right one as it is now: this node forgets the servers
   * that it has seen, and so {@link StoreWarning.Kind#OLDER_SERVER} ends within a second. It goes
   * for this node alone; a restart of the node does the same.
   */
  void acceptStore();

  /**
   * A node and how it was last seen.
   *
   * @param presence judged by the store's clock
   */
  record Member(NodeInfo node, Presence presence) {}

  /** How a node was last seen. */
  enum Presence {
    /** Heard of within the last 20 seconds. */
    LIVE,
    /** Not heard of for longer: it died, is paused, or can't reach the database. */
    SILENT,
    /** Ended in order. */
    LEFT
  }
}
