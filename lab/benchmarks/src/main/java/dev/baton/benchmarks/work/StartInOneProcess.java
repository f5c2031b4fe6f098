package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** Work B3: commit to start in one process. */
public final class StartInOneProcess implements Work {
  @Override
  public String name() {
    return "B3";
  }

  @Override
  public String about() {
    return "commit to start at 50 tasks a second, in one process";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of();
  }

  @Override
  public Rivals rivalsInQuickRuns() {
    return Rivals.LIMIT;
  }

  @Override
  public boolean isRepeatedInQuickRuns() {
    return true;
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    Starts.measure(trials, Trial.throughput(), false, figures);
  }
}
