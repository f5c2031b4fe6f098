package dev.baton.testkit.simulation;

import java.util.ArrayList;
import java.util.List;

/** Promises that were seen broken. */
final class Violations {
  private static final int MOST = 20;

  private final Simulation simulation;
  private final List<String> found = new ArrayList<>();

  Violations(Simulation simulation) {
    this.simulation = simulation;
  }

  void report(String what) {
    simulation.line(() -> "VIOLATION " + what);
    if (found.size() < MOST) {
      found.add(String.format("%.3f s: %s", simulation.nowNanos() / 1e9, what));
    }
  }

  boolean any() {
    return !found.isEmpty();
  }

  List<String> all() {
    return List.copyOf(found);
  }
}
