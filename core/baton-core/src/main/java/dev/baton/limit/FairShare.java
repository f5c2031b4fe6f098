package dev.baton.limit;

import dev.baton.task.Flow;
import dev.baton.task.internal.Texts;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much of a type's capacity each of its keys gets while several of them have ready tasks: two
 * turns for a weight of 2 where a weight of 1 gets one. Only the ratio of the weights counts. A key
 * that has nothing ready leaves its share to the others and saves nothing up. Tasks without a key
 * take turns together, as one key. Thread-safe.
 */
public final class FairShare {
  /** The smallest weight. */
  public static final double MIN_WEIGHT = 0.001;

  /** The largest weight. */
  public static final double MAX_WEIGHT = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(FairShare.class);

  private final ToDoubleFunction<Flow> weights;
  private volatile boolean told;

  private FairShare(ToDoubleFunction<Flow> weights) {
    this.weights = weights;
  }

  /** All keys weigh the same. */
  public static FairShare equal() {
    return new FairShare(flow -> 1);
  }

  /**
   * These keys have these weights, and all others 1.
   *
   * @throws IllegalArgumentException for a weight that isn't {@link #MIN_WEIGHT} to {@link
   *     #MAX_WEIGHT}
   */
  public static FairShare weights(Map<String, ? extends Number> ofKeys) {
    Map<String, Double> weights = new TreeMap<>();
    ofKeys.forEach((key, weight) -> weights.put(key, weight.doubleValue()));
    weights.forEach(
        (key, weight) -> {
          if (!isPossible(weight)) {
            throw new IllegalArgumentException(
                "A weight must be " + MIN_WEIGHT + " to " + MAX_WEIGHT + ", not " + weight);
          }
        });
    return new FairShare(flow -> weights.getOrDefault(flow.key(), 1.0));
  }

  /**
   * Each key has the weight that the function answers for its type and key, each time that one of
   * its tasks is taken; so weights may change while the node runs. The function must be quick and
   * thread-safe, as it is called by the thread that dispatches. Where it throws, or answers no
   * weight from {@link #MIN_WEIGHT} to {@link #MAX_WEIGHT}, the key weighs 1; that is logged once.
   */
  public static FairShare weights(ToDoubleFunction<Flow> ofFlows) {
    return new FairShare(ofFlows);
  }

  /** The weight of a key of a type, now. */
  public double weightOf(Flow flow) {
    try {
      double weight = weights.applyAsDouble(flow);
      if (isPossible(weight)) {
        return weight;
      }
      tell(flow, new IllegalArgumentException("It answered " + weight));
    } catch (RuntimeException | Error broken) {
      tell(flow, broken);
    }
    return 1;
  }

  private static boolean isPossible(double weight) {
    return weight >= MIN_WEIGHT && weight <= MAX_WEIGHT;
  }

  private void tell(Flow flow, Throwable broken) {
    if (!told) {
      told = true;
      LOG.warn(
          "The fair share of {} has no weight from {} to {}: it weighs 1, and so do others for"
              + " which this happens, which isn't logged again. Mend the function of the weights",
          flow,
          MIN_WEIGHT,
          MAX_WEIGHT,
          Texts.harmless(broken));
    }
  }
}
