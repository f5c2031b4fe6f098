package dev.baton.cluster;

/**
 * A bucket is a shard of the engine on each node: its own look-ahead table and its own claimer.
 *
 * @param name 1–60 of {@code A-Z a-z 0-9 . _ -}
 * @param lookAheadPerFlow candidates kept in memory for one flow; the rest stays in the database
 * @param lookAheadTotal candidates kept in memory in all, 150 to 190 bytes each, about 600 where
 *     each has a flow of its own. When the table is full, the types with the most candidates give
 *     way to the first candidate of a flow that has none
 * @param claimBatch tasks claimed with one statement at the most
 * @param autoStart whether it runs as soon as the node starts
 */
public record BucketOptions(
    String name, int lookAheadPerFlow, int lookAheadTotal, int claimBatch, boolean autoStart) {

  /** The bucket of tasks that name none. */
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
   * Sensible bounds: 2,400 a flow, 100,000 in all, claimed up to 500 at a time, started at once.
   */
  public static BucketOptions named(String name) {
    return new BucketOptions(name, 2_400, 100_000, 500, true);
  }

  public BucketOptions lookAhead(int perFlow, int total) {
    return new BucketOptions(name, perFlow, total, claimBatch, autoStart);
  }

  public BucketOptions claimBatch(int most) {
    return new BucketOptions(name, lookAheadPerFlow, lookAheadTotal, most, autoStart);
  }

  /** Not run until it is started by hand. */
  public BucketOptions startedByHand() {
    return new BucketOptions(name, lookAheadPerFlow, lookAheadTotal, claimBatch, false);
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("A bucket needs a " + what);
    }
  }
}
