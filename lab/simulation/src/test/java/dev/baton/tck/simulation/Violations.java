package dev.baton.tck.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** The broken guarantees that the checkers found. */
final class Violations {
  private static final int MOST = 20;

  private final Simulation simulation;
  private final List<String> found = new ArrayList<>();

  Violations(Simulation simulation) {
    this.simulation = simulation;
  }

  /**
   * Returns the guarantees that an experiment under this seed breaks, including threads that died.
   */
  static List<String> of(long seed, BiConsumer<Simulation, Violations> experiment)
      throws Exception {
    Violations[] violations = new Violations[1];
    Simulation simulation =
        Simulation.run(
            seed,
            new Trace(0),
            running -> {
              violations[0] = new Violations(running);
              experiment.accept(running, violations[0]);
            });
    List<String> all = new ArrayList<>(violations[0].all());
    all.addAll(simulation.deaths());
    return all;
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
