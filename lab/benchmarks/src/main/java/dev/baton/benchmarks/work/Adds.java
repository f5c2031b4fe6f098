package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Staffing;
import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.OldSnapshot;
import dev.baton.benchmarks.trial.Reading;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.time.Duration;

/**
 * Measures jobs that are added one by one, each with its own commit, while the same process works
 * on them.
 *
 * @param warmUp jobs before the measured ones
 * @param jobs measured jobs, if they can be added within {@code mostSeconds}
 * @param oldSnapshot whether a transaction that began before all of them stays open
 */
record Adds(
    Staffing staffing,
    int payloadBytes,
    int warmUp,
    int jobs,
    int mostSeconds,
    boolean oldSnapshot) {
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final int MOST_WARM_UP_SECONDS = 10;

  /** The measured figures. */
  record Result(double tasksPerSecond, Reading.Cost cost, Percentiles starts) {}

  /** Returns as many jobs as suit the contender and the scale, of 200 bytes each. */
  static Adds of(Trials trials) {
    int pace = trials.entrant().addsPerSecond();
    return new Adds(
        Trial.throughput(),
        200,
        trials.scale().warmUp(pace),
        trials.scale().jobs(pace),
        trials.scale().mostSeconds(),
        false);
  }

  Adds staffed(Staffing choice) {
    return new Adds(choice, payloadBytes, warmUp, jobs, mostSeconds, oldSnapshot);
  }

  Adds payload(int bytes) {
    return new Adds(staffing, bytes, warmUp, jobs, mostSeconds, oldSnapshot);
  }

  Adds fewer(int times) {
    return new Adds(
        staffing,
        payloadBytes,
        Math.max(20, warmUp / times),
        Math.max(20, jobs / times),
        mostSeconds,
        oldSnapshot);
  }

  Adds longer(int times) {
    return new Adds(staffing, payloadBytes, warmUp, jobs * times, mostSeconds * times, oldSnapshot);
  }

  Adds underOldSnapshot(boolean held) {
    return new Adds(staffing, payloadBytes, warmUp, jobs, mostSeconds, held);
  }

  Result measure(Trials trials) throws Exception {
    try (Trial trial = trials.begin(warmUp + jobs)) {
      trial.staff(staffing);
      Node node = trial.node();
      try (OldSnapshot snapshot = oldSnapshot ? OldSnapshot.on(trial.database()) : null) {
        return measure(trial, node);
      }
    }
  }

  private Result measure(Trial trial, Node node) throws Exception {
    node.work();
    int first =
        node.produce(
            JobSpec.fast(0, warmUp).payload(payloadBytes), Trial.PRODUCERS, MOST_WARM_UP_SECONDS);
    trial.awaitRuns(first, LONGEST);
    Reading before = trial.readSettled();
    int measured =
        node.produce(JobSpec.fast(first, jobs).payload(payloadBytes), Trial.PRODUCERS, mostSeconds);
    int all = first + measured;
    trial.awaitRuns(all, LONGEST);
    long end = trial.probe().lastEnd();
    Reading after = trial.readSettled();
    trial.endAndCheck(0, all, 1);
    return new Result(
        measured * 1e9 / (end - trial.probe().addingAt(first)),
        after.since(before),
        Percentiles.ofStarts(trial.probe(), first, all));
  }
}
