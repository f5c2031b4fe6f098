package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Staffing;
import dev.baton.benchmarks.trial.BusyCores;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** Work B16: like B3b, but threads also wait for a core. */
public final class StartWhileBusy implements Work {
  @Override
  public String name() {
    return "B16";
  }

  @Override
  public String about() {
    return "commit to start between two processes, as B3b, while all cores are busy";
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
    Staffing staffing = Trial.throughput();
    try (BusyCores busy = BusyCores.all()) {
      Starts.measure(trials, staffing, true, figures);
      if (trials.can(Ability.POLLS)) {
        Figures polled = new Figures();
        Starts.measure(trials, staffing.polling(), true, polled);
        polled.values().forEach((metric, value) -> figures.put(metric + "ByPolls", value));
      }
    }
  }
}
