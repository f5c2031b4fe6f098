package dev.baton.cluster;

/**
 * Options of a bucket. A bucket is a named group of tasks. On each node it has its own look-ahead
 * table, which keeps candidates for the next claims in memory, and its own claimer. Immutable.
 *
 * @param name 1–60 of {@code A-Z a-z 0-9 . _ -}
 * @param lookAheadPerFlow largest number of candidates in memory for one flow; further tasks stay
 *     in the database
 * @param lookAheadTotal largest number of candidates in memory in total. A candidate takes 150 to
 *     190 bytes, or about 600 bytes if each candidate has its own flow. When the table is full, the
 *     first candidate of a new flow replaces a candidate of a type that has many of them
 * @param claimBatch largest number of tasks that are claimed with one statement
 * @param autoStart whether the bucket runs as soon as the node starts
 */
public record BucketOptions(
    String name, int lookAheadPerFlow, int lookAheadTotal, int claimBatch, boolean autoStart) {

  /**
   * Name of the bucket of tasks for which neither the request nor the definition names a bucket.
   */
  public static final String DEFAULT = "default";

  private static final int MAX_LOOK_AHEAD = 10_000_000;

  public BucketOptions {
    require(lookAheadPerFlow >= 2, "lookAheadPerFlow of at least 2");
    require(
        lookAheadTotal >= lookAheadPerFlow && lookAheadTotal <= MAX_LOOK_AHEAD,
        "lookAheadTotal of at least lookAheadPerFlow and at most " + MAX_LOOK_AHEAD);
    require(claimBatch >= 1 && claimBatch <= 1_000, "claimBatch of 1-1000");
  }

  /**
   * Returns default options: 2,400 candidates for each flow, 100,000 in total, claims of up to 500
   * tasks, and automatic start.
   */
  public static BucketOptions named(String name) {
    return new BucketOptions(name, 2_400, 100_000, 500, true);
  }

  /** Sets the largest numbers of candidates in memory, for each flow and in total. */
  public BucketOptions lookAhead(int perFlow, int total) {
    return new BucketOptions(name, perFlow, total, claimBatch, autoStart);
  }

  /** Sets the largest number of tasks that are claimed with one statement. */
  public BucketOptions claimBatch(int most) {
    return new BucketOptions(name, lookAheadPerFlow, lookAheadTotal, most, autoStart);
  }

  /** Turns automatic start off: the bucket runs only after an operator starts it. */
  public BucketOptions startedByHand() {
    return new BucketOptions(name, lookAheadPerFlow, lookAheadTotal, claimBatch, false);
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("A bucket must have a " + what);
    }
  }
}
