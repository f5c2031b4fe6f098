package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** Work B2: a backlog. */
public final class Backlog implements Work {
  @Override
  public String name() {
    return "B2";
  }

  @Override
  public String about() {
    return "draining a backlog that was added in bulk";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK);
  }

  @Override
  public Rivals rivalsInQuickRuns() {
    return Rivals.ALL;
  }

  @Override
  public boolean isRepeatedInQuickRuns() {
    return true;
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    Drain.Result result = Drain.measure(trials, Trial.throughput());
    figures
        .put("tasksPerSecond", result.tasksPerSecond())
        .putCost(result.cost())
        .put("walBytesPerTask", result.cost().logBytes() + result.addedLogBytes())
        .put("walBytesPerTaskAdded", result.addedLogBytes());
  }
}
