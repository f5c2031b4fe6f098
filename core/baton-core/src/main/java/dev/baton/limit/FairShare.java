package dev.baton.limit;

import dev.baton.task.Flow;
import dev.baton.task.internal.Texts;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The share of a type's capacity that each key gets while several keys have ready tasks. A key with
 * a weight of 2 gets two turns for each turn of a key with a weight of 1. Only the ratio of the
 * weights matters. If a key has no ready tasks, the other keys use its share; the key gets no extra
 * turns later in return. All tasks without a key together count as one key. Thread-safe.
 */
public final class FairShare {
  /** Smallest weight. */
  public static final double MIN_WEIGHT = 0.001;

  /** Largest weight. */
  public static final double MAX_WEIGHT = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(FairShare.class);

  private final ToDoubleFunction<Flow> weights;
  private volatile boolean told;

  private FairShare(ToDoubleFunction<Flow> weights) {
    this.weights = weights;
  }

  /** Returns a share in which all keys have the same weight. */
  public static FairShare equal() {
    return new FairShare(flow -> 1);
  }

  /**
   * Returns a share in which the keys of the map have its weights, and all other keys have the
   * weight 1.
   *
   * @throws IllegalArgumentException if a weight is outside {@link #MIN_WEIGHT} to {@link
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
   * Returns a share in which a function computes the weight from the task's type and key. Baton
   * calls the function each time that a key gets a turn, so weights may change while the node runs.
   * The function must be quick and thread-safe, because the thread that dispatches tasks calls it.
   * If it throws or returns a weight outside {@link #MIN_WEIGHT} to {@link #MAX_WEIGHT}, Baton uses
   * the weight 1 and logs this once.
   */
  public static FairShare weights(ToDoubleFunction<Flow> ofFlows) {
    return new FairShare(ofFlows);
  }

  /** Returns the current weight of a key of a type. */
  public double weightOf(Flow flow) {
    try {
      double weight = weights.applyAsDouble(flow);
      if (isPossible(weight)) {
        return weight;
      }
      tell(flow, new IllegalArgumentException("The weight is " + weight));
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
          "The weight function of the fair share threw, or returned a weight outside its limits, for"
              + " {}; a weight must be {} to {}. Baton uses the weight 1, and logs this once for all"
              + " flows. Correct the function",
          flow,
          MIN_WEIGHT,
          MAX_WEIGHT,
          Texts.harmless(broken));
    }
  }
}
