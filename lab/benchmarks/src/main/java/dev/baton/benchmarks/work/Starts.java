package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Staffing;
import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.time.Duration;

/** Measures how long a job waits from its commit to its start under a low load. */
final class Starts {
  private static final int PER_SECOND = 50;
  private static final int PRODUCERS = 4;
  private static final int MOST_WARM_UP_SECONDS = 5;
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private Starts() {}

  /** Measures one process that adds and works, or a separate adder and worker. */
  static void measure(Trials trials, Staffing staffing, boolean apart, Figures figures)
      throws Exception {
    int warmUp = trials.scale().warmUp(trials.entrant().addsPerSecond());
    int seconds = trials.scale().of(1, 4, 30);
    int jobs = trials.scale().isTiny() ? 10 : seconds * PER_SECOND;
    try (Trial trial = trials.begin(warmUp + jobs)) {
      trial.staff(staffing);
      Node worker = trial.node();
      worker.work();
      Node adder = apart ? trial.node() : worker;
      int first = adder.produce(JobSpec.fast(0, warmUp), PRODUCERS, MOST_WARM_UP_SECONDS);
      trial.awaitRuns(first, LONGEST);
      trial.readSettled();
      adder.beginToProduce(JobSpec.fast(first, jobs), PRODUCERS, PER_SECOND);
      adder.awaitProduced();
      trial.awaitRuns(first + jobs, LONGEST);
      trial.endAndCheck(0, first + jobs, 1);
      figures.putStarts(Percentiles.ofStarts(trial.probe(), first, first + jobs));
      Percentiles whole = Percentiles.ofAddsAndStarts(trial.probe(), first, first + jobs);
      figures.put("addToStartP50Ms", whole.millis(50)).put("addToStartP99Ms", whole.millis(99));
    }
  }
}
