package dev.baton.task;

import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.TaskSpec;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task that may be ready, as a hint or a fetch told it: enough to order it, book a slot for it
 * and claim it, and nothing more.
 *
 * @param id the task
 * @param version the version the claim will insist on
 * @param bucket the bucket it runs in
 * @param flow the flow it queues in
 * @param priority 0 (most urgent) to 9
 * @param arrivedAt when it was to run, or was added; orders candidates of one priority
 */
public record Candidate(
    UUID id, long version, String bucket, Flow flow, int priority, Instant arrivedAt)
    implements Comparable<Candidate> {

  /** The candidate that a ready task is. */
  public static Candidate of(Task task) {
    Position position = task.position();
    TaskSpec spec = task.spec();
    return new Candidate(
        task.id(),
        position.version(),
        spec.bucket(),
        spec.flow(),
        spec.priority(),
        task.arrivedAt());
  }

  /**
   * What a hint says of a task. Anybody may have written it, so it is read strictly.
   *
   * @throws IllegalArgumentException when no task can be so
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
      throw new IllegalArgumentException("The values of this hint fit no task");
    }
    return new Candidate(id, version, bucket, flow, priority, arrivedAt);
  }

  /**
   * Whether what was known of the task is otherwise now, by more than the task's having gone on.
   */
  public boolean contradicts(Candidate known) {
    boolean samePlace = known.flow.equals(flow) && known.priority == priority;
    return !samePlace || (known.version == version && !known.arrivedAt.equals(arrivedAt));
  }

  /** The order in which tasks start: priority, then arrival; the id makes it total. */
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

  /** The same task at another version. */
  public Candidate at(long otherVersion) {
    return new Candidate(id, otherVersion, bucket, flow, priority, arrivedAt);
  }

  /** The same task, as if it had arrived then. */
  public Candidate arrivingAt(Instant time) {
    return new Candidate(id, version, bucket, flow, priority, time);
  }

  /** Where to go on in the order of flows so as to leave the rest of this type out. */
  public Candidate skippingItsType() {
    return new Candidate(id, version, bucket, flow.skippingItsType(), priority, arrivedAt);
  }
}
