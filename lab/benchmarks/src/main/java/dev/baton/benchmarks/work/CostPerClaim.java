package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Reading;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.time.Duration;
import java.util.Set;

/** Work B8: the cost per claim. */
public final class CostPerClaim implements Work {
  private static final int[] READY = {10_000, 200_000, 1_000_000, 10_000_000};
  private static final int[] FLOWS = {100, 10_000};
  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Override
  public String name() {
    return "B8";
  }

  @Override
  public String about() {
    return "what a task costs with 10,000 to 10,000,000 ready tasks in 1 to 10,000 flows";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK);
  }

  @Override
  public boolean isRepeatedInQuickRuns() {
    return true;
  }

  /**
   * Many flows use code that one flow doesn't, and without a warm-up the first round would pay for
   * the compilers.
   */
  @Override
  public void warmUp(Trials trials) throws Exception {
    if (!trials.scale().isTiny()) {
      ofFlows(trials, new Figures());
    }
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    for (int ready : READY) {
      if (ready <= trials.scale().of(10_000, 200_000, 10_000_000)) {
        measure(trials, trials.scale().isTiny() ? ready / 20 : ready, 1, figures);
      }
    }
    ofFlows(trials, figures);
  }

  private static void ofFlows(Trials trials, Figures figures) throws Exception {
    if (trials.can(Ability.KEYS)) {
      for (int flows : trials.scale().isTiny() ? new int[] {100} : FLOWS) {
        measure(trials, trials.scale().of(500, 10_000, 1_000_000), flows, figures);
      }
    }
  }

  private static void measure(Trials trials, int ready, int flows, Figures figures)
      throws Exception {
    int before = trials.scale().of(500, 30_000, 50_000);
    int measured = trials.scale().of(500, 100_000, 200_000);
    int all = ready + before + measured;
    try (Trial trial = trials.begin(all)) {
      trial.staff(Trial.throughput());
      Node node = trial.node();
      node.fill(JobSpec.fast(0, all).keys(flows == 1 ? 0 : flows));
      trial.settle();
      node.work();
      trial.awaitRuns(before, LONGEST);
      Reading first = trial.read();
      trial.awaitRuns((long) before + measured, LONGEST);
      Reading.Cost cost = trial.read().since(first);
      String of = "Of" + ready + "In" + flows;
      figures.put("cpuSecondsPer1000" + of, cost.cpuSecondsPer1000());
      figures.put("walBytesPerTask" + of, cost.logBytes());
      trial.end();
    }
  }
}
