package dev.baton.task.rule;

import dev.baton.task.Flow;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The virtual time of the flows of one priority in {@link FairTurns}. The current virtual time is
 * the start of the turn that was taken last. A flow's turn starts at the end of its previous turn,
 * or at the current virtual time if that is later. It ends 1/weight after its start. Not
 * thread-safe.
 *
 * <p>It also keeps the arrival times of the flows' tasks as places in the order of arrival. If a
 * task starts before an older task, the older task gets the place of the younger one. This way, the
 * flows together keep the same places.
 */
final class VirtualTime {
  private final int maxAway;
  private double now;

  /**
   * Start of the next turn of each flow that doesn't wait, if the start is later than the current
   * virtual time.
   */
  private final Map<Flow, Double> away = new HashMap<>();

  /** Number of tasks of all flows that arrived at each time. */
  private final TreeMap<Instant, Integer> places = new TreeMap<>();

  /**
   * Creates a virtual time that starts at zero.
   *
   * @param maxAway the largest number of flows without waiting tasks whose next turn is remembered
   */
  VirtualTime(int maxAway) {
    this.maxAway = maxAway;
  }

  /** Returns the start of the turn of a flow that starts to wait. */
  double begin(Flow flow) {
    Double next = away.remove(flow);
    return next == null ? now : Math.max(now, next);
  }

  /**
   * Records that a flow no longer waits for a turn with this start. If too many such flows are
   * remembered, half of them are forgotten, and the current virtual time moves past their starts.
   */
  void end(Flow flow, double start) {
    if (away.size() >= maxAway) {
      double[] starts = away.values().stream().mapToDouble(one -> one).sorted().toArray();
      now = Math.max(now, starts[starts.length / 2]);
      away.values().removeIf(one -> one <= now);
    }
    if (start > now) {
      away.put(flow, start);
    }
  }

  /** Records that a turn with this start was taken. */
  void take(double start) {
    now = Math.max(now, start);
  }

  /** Delays the next turn of a flow that doesn't wait. */
  void delay(Flow flow, double by) {
    end(flow, begin(flow) + by);
  }

  /** Records the arrival of a task. */
  void enter(Instant arrival) {
    places.merge(arrival, 1, Integer::sum);
  }

  /**
   * Records that a task has left. Removes the task's place, or the last place if another task has
   * taken that place.
   */
  void leave(Instant arrival) {
    Instant place = places.containsKey(arrival) ? arrival : places.lastKey();
    if (places.merge(place, -1, Integer::sum) == 0) {
      places.remove(place);
    }
  }

  /** Returns the place of the next task. */
  Instant place() {
    return places.firstKey();
  }
}
