package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.child.Probe;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.time.Duration;
import java.util.Set;

/**
 * Work B13: a process that just started. A service is slowest just after its start, and then it has
 * to process the backlog.
 */
public final class JustStarted implements Work {
  private static final Duration LONGEST = Duration.ofMinutes(5);

  /** Number of measured jobs; fewer if a contender is too slow for them. */
  private static final int JOBS = 20_000;

  private static final int SECONDS_IN_QUICK_RUNS = 5;

  @Override
  public String name() {
    return "B13";
  }

  @Override
  public String about() {
    return "a JVM that was just started drains its first 20,000 tasks, and another adds";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK, Ability.PROCESSES);
  }

  @Override
  public Rivals rivalsInQuickRuns() {
    return Rivals.QUICKEST;
  }

  @Override
  public boolean isRepeatedInQuickRuns() {
    return true;
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    drain(trials, jobs(trials, trials.entrant().drainsPerSecond()), figures);
    add(trials, jobs(trials, trials.entrant().addsPerSecond()), figures);
  }

  private static int jobs(Trials trials, int pace) {
    return Math.min(trials.scale().of(50, pace * SECONDS_IN_QUICK_RUNS, JOBS), JOBS);
  }

  /** Drains a backlog that another process added, which has ended before the new one starts. */
  private static void drain(Trials trials, int jobs, Figures figures) throws Exception {
    try (Trial trial = trials.begin(jobs)) {
      Node adder = trial.node();
      adder.bulk(JobSpec.fast(0, jobs));
      adder.stop();
      trial.settle();
      Node cold = trial.coldNode();
      long started = cold.openAndWork();
      trial.awaitRuns(jobs, LONGEST);
      trial.endAndCheck(0, jobs, 1);
      figures
          .put("tasksPerSecond", Drain.rate(trial.probe(), jobs, 0))
          .put("firstTaskMs", (firstStart(trial.probe(), jobs) - started) / 1e6);
    }
  }

  private static long firstStart(Probe probe, int jobs) {
    long first = Long.MAX_VALUE;
    for (int number = 0; number < jobs; number++) {
      first = Math.min(first, probe.startedAt(number));
    }
    return first;
  }

  private static void add(Trials trials, int most, Figures figures) throws Exception {
    try (Trial trial = trials.begin(most)) {
      Node cold = trial.coldNode();
      cold.openAndWork();
      int jobs =
          cold.produce(
              JobSpec.fast(0, most), Trial.PRODUCERS, Math.max(5, trials.scale().mostSeconds()));
      trial.awaitRuns(jobs, LONGEST);
      trial.endAndCheck(0, jobs, 1);
      Probe probe = trial.probe();
      figures
          .put("addsPerSecond", jobs * 1e9 / (probe.lastEnd() - probe.addingAt(0)))
          .putStarts(Percentiles.ofStarts(probe, 0, jobs));
    }
  }
}
