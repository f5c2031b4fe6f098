package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Staffing;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** B9. */
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
  public void measure(Trials trials, Figures figures) throws Exception {
    int most = trials.scale().of(2, MOST, MOST);
    // The processes beside the first are new: their compilers would be paid for by the figures.
    for (int warmUps = 0; warmUps < trials.scale().of(1, 7, 2); warmUps++) {
      Drain.measure(trials, Staffing.ofThroughput(), most);
    }
    for (int processes = 1; processes <= most; processes *= trials.scale().isFull() ? 2 : most) {
      Drain.Result result = Drain.measure(trials, Staffing.ofThroughput(), processes);
      figures.put("tasksPerSecondBy" + processes, result.tasksPerSecond());
      figures.put("cpuSecondsPer1000By" + processes, result.cost().cpuSecondsPer1000());
    }
  }
}
