package dev.baton.benchmarks.work;

import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Reading;
import dev.baton.benchmarks.trial.Staffing;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.time.Duration;

/** Jobs added one by one, each committed by itself, while the same process works on them. */
final class Adds {
  static final Duration LONGEST = Duration.ofMinutes(5);

  private Adds() {}

  /** What came of it. */
  record Result(double tasksPerSecond, Reading.Cost cost, Percentiles starts) {}

  static Result measure(Trials trials, Staffing staffing, int payloadBytes) throws Exception {
    int pace = trials.entrant().addsPerSecond();
    return measure(
        trials, staffing, payloadBytes, trials.scale().warmUp(pace), trials.scale().jobs(pace));
  }

  static Result measure(Trials trials, Staffing staffing, int payloadBytes, int warmUp, int jobs)
      throws Exception {
    int all = warmUp + jobs;
    try (Trial trial = trials.begin(all)) {
      trial.staff(staffing);
      Node node = trial.node();
      node.work();
      node.produce(JobSpec.fast(0, warmUp).payload(payloadBytes), Trial.PRODUCERS);
      trial.awaitRuns(warmUp, LONGEST);
      Reading before = trial.readSettled();
      node.produce(JobSpec.fast(warmUp, jobs).payload(payloadBytes), Trial.PRODUCERS);
      trial.awaitRuns(all, LONGEST);
      long end = trial.probe().lastEnd();
      Reading after = trial.readSettled();
      trial.endAndCheck(0, all, 1);
      long begin = trial.probe().addingAt(warmUp);
      return new Result(
          jobs * 1e9 / (end - begin),
          after.since(before),
          Percentiles.ofStarts(trial.probe(), warmUp, all));
    }
  }
}
