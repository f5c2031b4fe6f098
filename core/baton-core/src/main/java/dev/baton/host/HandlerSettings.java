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

/**
 * Settings in the annotation of a handler method.
 *
 * @param chunk the largest number of tasks in one call of the method; 0 if each call gets one task
 * @param linger how long the first task of a chunk waits for others; null for the default
 * @param transactional true if the method runs in a transaction with the completion of its task
 * @param concurrency how many tasks of the type run at a time on a node; 0 for the default
 * @param fair true if the type's keys start their tasks alternately; see {@link
 *     TaskDefinition#fair}
 * @param attempts the total number of attempts of a task; 0 for the default
 * @param failWhenExhausted true if a task ends as FAILED when its attempts are used up
 * @param deadline how long one attempt may take; null for the default
 * @param keepDone how long DONE tasks are kept; null for the default
 * @param stopWhenLost true if a task stops in ERROR if its node dies while the method runs
 * @param bucket the bucket of tasks that are added without a bucket; empty for the default
 */
public record HandlerSettings(
    int chunk,
    @Nullable Duration linger,
    boolean transactional,
    int concurrency,
    boolean fair,
    int attempts,
    boolean failWhenExhausted,
    @Nullable Duration deadline,
    @Nullable Duration keepDone,
    boolean stopWhenLost,
    String bucket) {

  /**
   * Returns the attributes that the annotation sets: the key is the part of a definition, the value
   * is the name of the attribute.
   */
  Map<Definition.Part, String> attributes() {
    Map<Definition.Part, String> said = new EnumMap<>(Definition.Part.class);
    put(said, concurrency != 0, Definition.Part.LIMITS, "concurrency");
    put(said, fair, Definition.Part.FAIR, "fair");
    put(said, attempts != 0, Definition.Part.RETRY, "attempts");
    put(said, failWhenExhausted, Definition.Part.FAIL_WHEN_EXHAUSTED, "failWhenExhausted");
    put(said, deadline != null, Definition.Part.DEADLINE, "deadline");
    put(said, keepDone != null, Definition.Part.KEEP_DONE, "keepDone");
    put(said, stopWhenLost, Definition.Part.ON_LOST, "stopWhenLost");
    put(said, !bucket.isEmpty(), Definition.Part.BUCKET, "bucket");
    return said;
  }

  private static void put(
      Map<Definition.Part, String> said, boolean isSaid, Definition.Part part, String attribute) {
    if (isSaid) {
      said.put(part, attribute);
    }
  }

  /** Returns the definition with these settings. */
  <P, R> TaskDefinition<P, R> on(TaskDefinition<P, R> usual) {
    TaskDefinition<P, R> refined = stopWhenLost ? usual.onLost(OnLost.stop()) : usual;
    if (concurrency != 0) {
      refined = refined.limits(Limit.node(concurrency));
    }
    if (fair) {
      refined = refined.fair();
    }
    if (attempts != 0) {
      // Keep the default delays and change only the number of attempts.
      refined = refined.retry(Retry.standard().maxAttempts(attempts));
    }
    if (failWhenExhausted) {
      refined = refined.failWhenExhausted();
    }
    if (deadline != null) {
      refined = refined.deadline(deadline);
    }
    if (keepDone != null) {
      refined = refined.keepDone(keepDone);
    }
    return bucket.isEmpty() ? refined : refined.bucket(bucket);
  }
}
