package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** Work B7: adds under an old snapshot. */
public final class UnderOldSnapshot implements Work {
  @Override
  public String name() {
    return "B7";
  }

  @Override
  public String about() {
    return "B1 for longer, without and with an old snapshot held: no dead row can be cleared away";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of();
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    Adds load = Adds.of(trials).longer(trials.scale().of(1, 2, 4));
    double without = load.measure(trials).tasksPerSecond();
    double with = load.underOldSnapshot(true).measure(trials).tasksPerSecond();
    figures
        .put("tasksPerSecondWithout", without)
        .put("tasksPerSecondWith", with)
        .put("ratio", with / without);
  }
}
