package dev.baton.task.row;

import dev.baton.task.Flow;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task that is probably ready. A node gets candidates from hints and by reading the store. A
 * candidate has only the fields that the engine needs to order the task, book a slot for it and
 * claim it.
 *
 * @param id the task
 * @param version the version of the row; the claim fails if the row no longer has it
 * @param bucket the bucket in which the task runs
 * @param flow the flow in which the task waits
 * @param priority 0 (most urgent) to 9
 * @param arrivedAt the time when the task was due or, if it had no time to run, was added;
 *     candidates of the same priority start in this order
 */
public record Candidate(
    UUID id, long version, String bucket, Flow flow, int priority, Instant arrivedAt)
    implements Comparable<Candidate> {

  /**
   * Returns the candidate that a hint describes. Checks the values, because any process may have
   * sent the hint.
   *
   * @throws IllegalArgumentException if no task can have these values
   */
  public static Candidate hinted(
      UUID id, long version, String bucket, Flow flow, int priority, Instant arrivedAt) {
    boolean possible =
        version >= 1
            && priority >= 0
            && priority <= TaskSpec.MAX_PRIORITY
            && !flow.type().isEmpty()
            && flow.type().length() <= TaskSpec.MAX_TYPE
            && flow.key().length() <= TaskSpec.MAX_KEY
            && bucket.length() <= TaskSpec.MAX_BUCKET;
    if (!possible) {
      throw new IllegalArgumentException("The hint contains values that no task can have");
    }
    return new Candidate(id, version, bucket, flow, priority, arrivedAt);
  }

  /**
   * Returns whether this candidate and the known candidate of the same task can't both be right:
   * they differ in flow or priority, or they have the same version and differ in arrival time.
   */
  public boolean contradicts(Candidate known) {
    boolean samePlace = known.flow.equals(flow) && known.priority == priority;
    return !samePlace || (known.version == version && !known.arrivedAt.equals(arrivedAt));
  }

  /**
   * Compares candidates in the order in which they start: by priority, then arrival time, then id.
   */
  @Override
  public int compareTo(Candidate other) {
    int byPriority = Integer.compare(priority, other.priority);
    if (byPriority != 0) {
      return byPriority;
    }
    int byArrival = arrivedAt.compareTo(other.arrivedAt);
    return byArrival != 0 ? byArrival : id.compareTo(other.id);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Candidate candidate
        && version == candidate.version
        && priority == candidate.priority
        && id.equals(candidate.id)
        && bucket.equals(candidate.bucket)
        && flow.equals(candidate.flow)
        && arrivedAt.equals(candidate.arrivedAt);
  }

  @Override
  public int hashCode() {
    return 31 * id.hashCode() + Long.hashCode(version);
  }

  /** Returns a copy with this version. */
  public Candidate at(long newVersion) {
    return new Candidate(id, newVersion, bucket, flow, priority, arrivedAt);
  }

  /** Returns a copy with this arrival time. */
  public Candidate arrivingAt(Instant time) {
    return new Candidate(id, version, bucket, flow, priority, time);
  }

  /**
   * Returns the candidate after which a scan continues if it skips the remaining flows of this
   * type.
   */
  public Candidate skippingItsType() {
    return new Candidate(id, version, bucket, flow.skippingItsType(), priority, arrivedAt);
  }
}
