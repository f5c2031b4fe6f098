package dev.baton.operate.cluster;

/**
 * A fault of a node's database that weakens Baton's guarantees, as the node last found it.
 *
 * @param message one line that describes the fault, its effect and what to do, without values of
 *     tasks
 */
public record StoreWarning(Kind kind, String message) {
  /**
   * Returns a warning that commits aren't durable.
   *
   * @param setting the setting that causes the fault, and the value to set instead
   */
  public static StoreWarning unsafeCommits(String setting) {
    return new StoreWarning(
        Kind.UNSAFE_COMMITS,
        "This database may lose commits that it has acknowledged, and the tasks in them: "
            + setting);
  }

  /** Kinds of faults. */
  public enum Kind {
    /** In a crash, the database may lose commits that it has acknowledged. */
    UNSAFE_COMMITS(false),
    /** The database has standbys, but acknowledges a commit before any of them has it. */
    NO_SYNCHRONOUS_STANDBY(false),
    /**
     * A node may read older data than another node has written, because Galera reads don't wait.
     */
    STALE_READS(false),
    /** The clocks of the node and of its database show different times. */
    CLOCK(false),
    /** No query of the node was answered for some seconds. */
    UNREACHABLE(false),
    /** Even a small query of the node takes long. */
    SLOW(false),
    /** The server is read-only. */
    READ_ONLY(true),
    /**
     * The server has older data than a server that the node has used: it is a former primary that
     * returned, or a restored backup. Tasks that are DONE may run again, and new writes may be
     * lost.
     */
    OLDER_SERVER(true);

    private final boolean stopsStarts;

    Kind(boolean stopsStarts) {
      this.stopsStarts = stopsStarts;
    }

    /** Returns whether tasks can't be read or changed, or only slowly, while this fault exists. */
    public boolean hindersWork() {
      return this == UNREACHABLE || this == SLOW || this == READ_ONLY;
    }

    /** Returns whether the node starts no tasks while this fault exists. */
    public boolean stopsStarts() {
      return stopsStarts;
    }
  }
}
