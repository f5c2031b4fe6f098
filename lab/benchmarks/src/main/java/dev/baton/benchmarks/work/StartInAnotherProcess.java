package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** Work B3b: commit to start in another process. */
public final class StartInAnotherProcess implements Work {
  @Override
  public String name() {
    return "B3b";
  }

  @Override
  public String about() {
    return "commit to start at 50 tasks a second, added by one process and run by another";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.PROCESSES);
  }

  @Override
  public Rivals rivalsInQuickRuns() {
    return Rivals.LIMIT;
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    Starts.measure(trials, Trial.throughput(), true, figures);
  }
}
