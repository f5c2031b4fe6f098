package dev.baton.task.rule;

import dev.baton.task.Flow;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The virtual time of flows of one priority that take turns, which is the start of the turn that
 * was taken last. A flow's turn starts where its last one ended, or now if that is over, and ends
 * 1/weight later. Not thread-safe.
 *
 * <p>A task that goes before an older one leaves its own place to it. So the flows together keep
 * the places that they would have by arrival.
 */
final class VirtualTime {
  private final int maxAway;
  private double now;

  /** Where the next turns start of flows that don't wait, if that is later than now. */
  private final Map<Flow, Double> away = new HashMap<>();

  /** How many tasks arrived at each time, of all flows. */
  private final TreeMap<Instant, Integer> places = new TreeMap<>();

  /**
   * @param maxAway flows to remember that don't wait
   */
  VirtualTime(int maxAway) {
    this.maxAway = maxAway;
  }

  /** Where the turn starts of a flow that begins to wait. */
  double begin(Flow flow) {
    Double next = away.remove(flow);
    return next == null ? now : Math.max(now, next);
  }

  /**
   * A flow doesn't wait any more for a turn that would have started then. Where there are too many
   * of these, half of them are forgotten, and those that come anew start behind these.
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

  /** A turn is taken that started then. */
  void take(double start) {
    now = Math.max(now, start);
  }

  /** The next turn of a flow that doesn't wait is so much later. */
  void delay(Flow flow, double by) {
    end(flow, begin(flow) + by);
  }

  /** A task has come. */
  void enter(Instant arrival) {
    places.merge(arrival, 1, Integer::sum);
  }

  /** A task has gone, and with it its place, or if that was taken by another, the last one. */
  void leave(Instant arrival) {
    Instant place = places.containsKey(arrival) ? arrival : places.lastKey();
    if (places.merge(place, -1, Integer::sum) == 0) {
      places.remove(place);
    }
  }

  /** The place of whichever is next. */
  Instant place() {
    return places.firstKey();
  }
}
