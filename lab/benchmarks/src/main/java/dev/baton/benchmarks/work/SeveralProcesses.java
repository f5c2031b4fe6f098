package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Scale;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** Work B9: several processes. */
public final class SeveralProcesses implements Work {
  private static final int MOST = 4;

  @Override
  public String name() {
    return "B9";
  }

  @Override
  public String about() {
    return "a backlog drained by 1, 2 and 4 processes";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK, Ability.PROCESSES);
  }

  @Override
  public boolean isRepeatedInQuickRuns() {
    return true;
  }

  /** A drain takes half a second, and the machine's pace differs by a third between drains. */
  @Override
  public int roundsInOne(Scale scale) {
    return scale.of(1, 1, 3);
  }

  /**
   * Warms up the additional processes, alone and together, for as long as the first one. Otherwise
   * the figures would show their compilers.
   */
  @Override
  public void warmUp(Trials trials) throws Exception {
    for (int drains = 0; drains < trials.scale().of(0, 4, 4); drains++) {
      Drain.measure(trials, Trial.throughput(), MOST);
      Drain.measure(trials, Trial.throughput(), 1);
    }
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    int most = trials.scale().of(2, MOST, MOST);
    for (int processes = 1; processes <= most; processes *= 2) {
      Drain.Result result = Drain.measure(trials, Trial.throughput(), processes);
      figures.put("tasksPerSecondBy" + processes, result.tasksPerSecond());
      figures.put("cpuSecondsPer1000By" + processes, result.cost().cpuSecondsPer1000());
    }
  }
}
