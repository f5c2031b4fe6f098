package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.time.Duration;
import java.util.Set;

/** Work B6: a steady load. */
public final class SteadyLoad implements Work {
  private static final double SHARE = 0.8;
  private static final int MOST_WARM_UP_SECONDS = 10;
  private static final Duration LONGEST = Duration.ofMinutes(2);

  @Override
  public String name() {
    return "B6";
  }

  @Override
  public String about() {
    return "a steady load at 0.8 of B1's rate: does the backlog grow, how long do tasks wait";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of();
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    double most = Adds.of(trials).measure(trials).tasksPerSecond();
    int perSecond = Math.max(1, (int) (most * SHARE));
    int seconds = trials.scale().of(1, 15, 600);
    int jobs = perSecond * seconds;
    int warmUp = trials.scale().warmUp(trials.entrant().addsPerSecond());
    try (Trial trial = trials.begin(warmUp + jobs)) {
      Node node = trial.node();
      node.work();
      int first = node.produce(JobSpec.fast(0, warmUp), Trial.PRODUCERS, MOST_WARM_UP_SECONDS);
      trial.awaitRuns(first, LONGEST);
      node.beginToProduce(JobSpec.fast(first, jobs), Trial.PRODUCERS, perSecond);
      Samples samples = Samples.during(trial, first + jobs, Duration.ofSeconds(3L * seconds + 30));
      node.awaitProduced();
      trial.endAndCheck(0, first + jobs, 1);
      figures.putStarts(Percentiles.ofStarts(trial.probe(), first, first + jobs));
      figures
          .put(
              "tasksPerSecond",
              jobs * 1e9 / (trial.probe().lastEnd() - trial.probe().addingAt(first)))
          .put("offeredPerSecond", perSecond)
          .put("backlogGrowth", samples.backlogGrowth())
          .put("mostDeadRows", samples.mostDeadRows());
    }
  }
}
