package dev.baton.cluster;

/**
 * Something about a node's database that weakens what Baton promises, as the node found it last.
 *
 * @param message what was found, what follows from it, and what to do; one line, without values of
 *     tasks
 */
public record StoreWarning(Kind kind, String message) {
  /**
   * Commits aren't durable.
   *
   * @param setting that makes it so, and what to set instead
   */
  public static StoreWarning unsafeCommits(String setting) {
    return new StoreWarning(
        Kind.UNSAFE_COMMITS,
        "This database may lose commits that it has acknowledged, and the tasks in them: "
            + setting);
  }

  /** What is weakened. */
  public enum Kind {
    /** The database may lose commits that it has acknowledged when it or its machine crashes. */
    UNSAFE_COMMITS(false),
    /** There are standbys, and none of them must have a commit before it is acknowledged. */
    NO_SYNCHRONOUS_STANDBY(false),
    /** What a node reads may be older than what another has written: Galera's reads don't wait. */
    STALE_READS(false),
    /** The clocks of the node and of its database show different times. */
    CLOCK(false),
    /** The server only reads. */
    READ_ONLY(true),
    /**
     * The server isn't as far as one that the node has worked with: a former primary that came
     * back, or a restored backup. It may run tasks again that are done, and what is written there
     * may be lost.
     */
    OLDER_SERVER(true);

    private final boolean stopsStarts;

    Kind(boolean stopsStarts) {
      this.stopsStarts = stopsStarts;
    }

    /** Whether the node starts no task for as long as it finds this. */
    public boolean stopsStarts() {
      return stopsStarts;
    }
  }
}
