package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Staffing;
import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.child.Probe;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Reading;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures a backlog that is added in bulk and then drained. Its first part warms the process up;
 * the figures come from the rest.
 */
final class Drain {
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private Drain() {}

  /** The measured figures. The cost of a job includes the writes of its add. */
  record Result(
      double tasksPerSecond, double addedPerSecond, Reading.Cost cost, double addedLogBytes) {}

  static Result measure(Trials trials, Staffing staffing) throws Exception {
    return measure(trials, staffing, 1);
  }

  static Result measure(Trials trials, Staffing staffing, int processes) throws Exception {
    return measure(trials, staffing, processes, trials.entrant().drainsPerSecond());
  }

  /**
   * @param pace about how many of its jobs a contender drains in a second
   */
  static Result measure(Trials trials, Staffing staffing, int processes, int pace)
      throws Exception {
    int warmUp = trials.scale().warmUp(pace) * processes;
    int all = warmUp + trials.scale().jobs(pace) * processes;
    try (Trial trial = trials.begin(all)) {
      trial.staff(staffing);
      List<Node> nodes = new ArrayList<>();
      for (int i = 0; i < processes; i++) {
        nodes.add(trial.node());
      }
      Reading empty = trial.read();
      nodes.get(0).bulk(JobSpec.fast(0, all));
      Reading full = trial.read();
      double added = (full.logBytes() - empty.logBytes()) / (double) all;
      double addedPerSecond = all * 1e9 / (full.nanoTime() - empty.nanoTime());
      for (Node node : nodes) {
        node.work();
      }
      trial.awaitRuns(warmUp, LONGEST);
      Reading before = trial.read();
      trial.awaitRuns(all, LONGEST);
      Reading after = trial.readSettled();
      trial.endAndCheck(0, all, 1);
      return new Result(
          rate(trial.probe(), all, warmUp), addedPerSecond, after.since(before), added);
    }
  }

  /** Returns the rate from the start of the first job after the warm-up to the end of the last. */
  static double rate(Probe probe, int all, int warmUp) {
    long[] starts = new long[all];
    for (int number = 0; number < all; number++) {
      starts[number] = probe.startedAt(number);
    }
    Arrays.sort(starts);
    return (all - warmUp) * 1e9 / (probe.lastEnd() - starts[warmUp]);
  }
}
