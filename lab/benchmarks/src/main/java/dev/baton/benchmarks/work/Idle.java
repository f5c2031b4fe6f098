package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Reading;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** Work B17: the cost of a process that has nothing to do, which is what most services do most. */
public final class Idle implements Work {
  private static final double NANOS_A_SECOND = 1e9;

  @Override
  public String name() {
    return "B17";
  }

  @Override
  public String about() {
    return "what a process costs that has no tasks";
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
  public void measure(Trials trials, Figures figures) throws Exception {
    try (Trial trial = trials.begin(1)) {
      trial.staff(Trial.throughput().countingStatements());
      Node node = trial.coldNode();
      long without = node.threads();
      node.openAndWork();
      // Until then a starting node is busy or expects work, and its pool hasn't closed unused
      // connections.
      Thread.sleep(trials.scale().of(100, 60_000, 60_000));
      Reading before = trial.read();
      Thread.sleep(trials.scale().of(100, 30_000, 60_000));
      Reading after = trial.read();
      double seconds = (after.nanoTime() - before.nanoTime()) / NANOS_A_SECOND;
      figures
          .put("statementsASecond", (after.statements() - before.statements()) / seconds)
          .put("cpuPercent", after.cpuNanosSince(before) / NANOS_A_SECOND / seconds * 100)
          .put("connections", trial.connections())
          .put("threads", node.threads() - without);
      trial.end();
    }
  }
}
