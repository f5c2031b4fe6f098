package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Staffing;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** B14. Each job is a separate commit for every contender, so only round trips can be saved. */
public final class InTransactions implements Work {
  @Override
  public String name() {
    return "B14";
  }

  @Override
  public String about() {
    return "jobs that write a row in the transaction that carries their end, drained and added";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK, Ability.TRANSACTIONS);
  }

  @Override
  public Rivals rivalsInQuickRuns() {
    return Rivals.LIMIT;
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    Staffing staffing = Trial.throughput().inTransactions();
    Drain.Result drain = Drain.measure(trials, staffing, 1, trials.entrant().addsPerSecond());
    figures.put("tasksPerSecond", drain.tasksPerSecond()).putCost(drain.cost());
    Adds.Result adds = Adds.of(trials).staffed(staffing).measure(trials);
    figures.put("addsPerSecond", adds.tasksPerSecond()).putStarts(adds.starts());
  }
}
