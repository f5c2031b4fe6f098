package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Staffing;
import dev.baton.benchmarks.Staffing.Naming;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/**
 * Work B15: tasks with ids of the caller or with unique keys, compared with tasks that have
 * neither.
 */
public final class Named implements Work {
  /**
   * Divisor for the jobs of each measurement. There are nine in each round, so each is shorter than
   * those of B1 and B2.
   */
  private static final int SHARE = 2;

  @Override
  public String name() {
    return "B15";
  }

  @Override
  public String about() {
    return "tasks with own ids and with unique keys: added, drained and kept";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK, Ability.NAMES, Ability.KEEP);
  }

  @Override
  public Rivals rivalsInQuickRuns() {
    return Rivals.LIMIT;
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    for (Naming naming : Naming.values()) {
      String suffix = suffix(naming);
      Staffing staffing = Trial.throughput().named(naming);
      int pace = trials.entrant().drainsPerSecond() / SHARE;
      figures.put(
          "addsPerSecond" + suffix,
          Adds.of(trials).fewer(SHARE).staffed(staffing).measure(trials).tasksPerSecond());
      Drain.Result drain = Drain.measure(trials, staffing, 1, pace);
      figures.put("bulkAddsPerSecond" + suffix, drain.addedPerSecond());
      figures.put("tasksPerSecond" + suffix, drain.tasksPerSecond());
      figures.put("cpuSecondsPer1000" + suffix, drain.cost().cpuSecondsPer1000());
      figures.put(
          "tasksPerSecondKept" + suffix,
          Drain.measure(trials, staffing.keepingFinished(), 1, pace).tasksPerSecond());
    }
  }

  private static String suffix(Naming naming) {
    return switch (naming) {
      case NONE -> "";
      case OWN_ID -> "OwnId";
      case UNIQUE_KEY -> "UniqueKey";
    };
  }
}
