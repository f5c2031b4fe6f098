package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Staffing;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** Work B5: the cost per task. */
public final class CostPerTask implements Work {
  /** Share of tasks in the runs that count statements: they are not timed, so a few are enough. */
  private static final int COUNTED_SHARE = 5;

  @Override
  public String name() {
    return "B5";
  }

  @Override
  public String about() {
    return "what a task costs: the costs of B1 and B2, with finished tasks kept, and in statements";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK);
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    if (trials.can(Ability.KEEP)) {
      Staffing keeping = Trial.throughput().keepingFinished();
      Adds.Result adds = Adds.of(trials).staffed(keeping).measure(trials);
      figures.put("tasksPerSecondKept", adds.tasksPerSecond());
      figures.put("walBytesPerTaskKept", adds.cost().logBytes());
      figures.put("cpuSecondsPer1000Kept", adds.cost().cpuSecondsPer1000());
      Drain.Result drain = Drain.measure(trials, keeping);
      figures.put("drainTasksPerSecondKept", drain.tasksPerSecond());
      figures.put("drainWalBytesPerTaskKept", drain.cost().logBytes() + drain.addedLogBytes());
      figures.put("drainCpuSecondsPer1000Kept", drain.cost().cpuSecondsPer1000());
    }
    Staffing counting = Trial.throughput().countingStatements();
    putCounted(
        "statementsPerTask",
        Adds.of(trials).staffed(counting).fewer(COUNTED_SHARE).measure(trials).cost().statements(),
        figures);
    putCounted(
        "drainStatementsPerTask", Drain.measure(trials, counting).cost().statements(), figures);
  }

  /** Adds the number of statements. A library that opens its own connections isn't counted. */
  private static void putCounted(String metric, double statements, Figures figures) {
    if (statements > 0) {
      figures.put(metric, statements);
    }
  }
}
