package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Scale;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** Work B1: adds one by one. */
public final class AddsOneByOne implements Work {
  @Override
  public String name() {
    return "B1";
  }

  @Override
  public String about() {
    return "one committed add per task from 8 producers, while the same process works";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of();
  }

  @Override
  public Rivals rivalsInQuickRuns() {
    return Rivals.ALL;
  }

  @Override
  public boolean isRepeatedInQuickRuns() {
    return true;
  }

  /** Rounds of two seconds differ by a tenth, and the target is that close to the limit. */
  @Override
  public int roundsInOne(Scale scale) {
    return scale.of(1, 2, 1);
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    Adds.Result result = Adds.of(trials).measure(trials);
    figures
        .put("tasksPerSecond", result.tasksPerSecond())
        .putCost(result.cost())
        .putStarts(result.starts());
  }
}
