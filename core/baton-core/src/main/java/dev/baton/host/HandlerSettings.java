package dev.baton.host;

import dev.baton.handler.OnLost;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.limit.Limit;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an annotation says of how the tasks of its method are run. */
public interface HandlerSettings {

  /** How many tasks the method is given at a time at the most; 0 for one by one. */
  int chunk();

  /** How long the first task of a chunk waits for others; null for the usual. */
  @Nullable Duration linger();

  boolean transactional();

  /** How many tasks of the type run at a time on a node; 0 for the usual. */
  int concurrency();

  boolean fair();

  /** How often a task is tried in all; 0 for the usual. */
  int attempts();

  boolean failWhenExhausted();

  /** How long one attempt may take; null for the usual. */
  @Nullable Duration deadline();

  /** How long DONE tasks are kept; null for the usual. */
  @Nullable Duration keepDone();

  /** Whether a task stops in ERROR when its node dies while the method runs. */
  boolean stopWhenLost();

  /** The bucket of tasks that name none themselves; empty for the usual. */
  String bucket();

  /** Returns the attributes that are said, by the part of a definition that each of them is. */
  default Map<Definition.Part, String> attributes() {
    Map<Definition.Part, String> said = new EnumMap<>(Definition.Part.class);
    put(said, concurrency() != 0, Definition.Part.LIMITS, "concurrency");
    put(said, fair(), Definition.Part.FAIR, "fair");
    put(said, attempts() != 0, Definition.Part.RETRY, "attempts");
    put(said, failWhenExhausted(), Definition.Part.FAIL_WHEN_EXHAUSTED, "failWhenExhausted");
    put(said, deadline() != null, Definition.Part.DEADLINE, "deadline");
    put(said, keepDone() != null, Definition.Part.KEEP_DONE, "keepDone");
    put(said, stopWhenLost(), Definition.Part.ON_LOST, "stopWhenLost");
    put(said, !bucket().isEmpty(), Definition.Part.BUCKET, "bucket");
    return said;
  }

  private static void put(
      Map<Definition.Part, String> said, boolean isSaid, Definition.Part part, String attribute) {
    if (isSaid) {
      said.put(part, attribute);
    }
  }

  /** The definition with what is said here. */
  default <P, R> TaskDefinition<P, R> on(TaskDefinition<P, R> usual) {
    TaskDefinition<P, R> refined = stopWhenLost() ? usual.onLost(OnLost.stop()) : usual;
    if (concurrency() != 0) {
      refined = refined.limits(Limit.node(concurrency()));
    }
    if (fair()) {
      refined = refined.fair();
    }
    if (attempts() != 0) {
      // The usual delays, with another number of attempts.
      refined = refined.retry(Retry.standard().maxAttempts(attempts()));
    }
    if (failWhenExhausted()) {
      refined = refined.failWhenExhausted();
    }
    Duration deadline = deadline();
    if (deadline != null) {
      refined = refined.deadline(deadline);
    }
    Duration keepDone = keepDone();
    if (keepDone != null) {
      refined = refined.keepDone(keepDone);
    }
    return bucket().isEmpty() ? refined : refined.bucket(bucket());
  }
}
