package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** Work B12: payloads of several sizes. */
public final class Payloads implements Work {
  @Override
  public String name() {
    return "B12";
  }

  @Override
  public String about() {
    return "B1 with payloads of 200 B, 10 kB and 1 MB";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of();
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    Adds load = Adds.of(trials);
    put("200B", load.measure(trials), figures);
    put("10kB", load.payload(10_000).fewer(4).measure(trials), figures);
    put("1MB", load.payload(1_000_000).fewer(200).measure(trials), figures);
  }

  private static void put(String size, Adds.Result result, Figures figures) {
    figures.put("tasksPerSecond" + size, result.tasksPerSecond());
    figures.put("walBytesPerTask" + size, result.cost().logBytes());
    figures.put("cpuSecondsPer1000" + size, result.cost().cpuSecondsPer1000());
  }
}
