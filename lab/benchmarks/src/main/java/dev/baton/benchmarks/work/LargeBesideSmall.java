package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.child.Probe;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.time.Duration;
import java.util.Set;
import java.util.stream.LongStream;

/** Work B18: small tasks of another process, while a process drains large ones. */
public final class LargeBesideSmall implements Work {
  private static final int MEBIBYTE = 1 << 20;
  private static final int GREATEST = 12;
  private static final int SMALL_PER_SECOND = 50;
  private static final int PRODUCERS = 2;
  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Override
  public String name() {
    return "B18";
  }

  @Override
  public String about() {
    return "small tasks beside a backlog of 1,000 tasks of 1 MiB and 60 of 12 MiB";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK, Ability.PROCESSES);
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    int small = SMALL_PER_SECOND * trials.scale().of(1, 10, 30);
    int ones = trials.scale().of(5, 1_000, 1_000);
    int twelves = trials.scale().of(1, 60, 60);
    int all = small + ones + twelves;
    try (Trial trial = trials.begin(all)) {
      Node adder = trial.node();
      // The large ones have another type.
      adder.bulk(JobSpec.fast(small, ones).slow().payload(MEBIBYTE));
      adder.bulk(JobSpec.fast(small + ones, twelves).slow().payload(GREATEST * MEBIBYTE));
      trial.settle();
      Node worker = trial.node();
      worker.work();
      adder.beginToProduce(JobSpec.fast(0, small), PRODUCERS, SMALL_PER_SECOND);
      adder.awaitProduced();
      trial.awaitRuns(all, LONGEST);
      trial.endAndCheck(0, all, 1);
      Probe probe = trial.probe();
      long first = LongStream.range(small, all).map(probe::startedAt).min().orElse(0);
      long last = LongStream.range(small, all).map(probe::startedAt).max().orElse(0);
      figures
          .putStarts(
              Percentiles.of(
                  LongStream.range(0, small)
                      .filter(n -> n == 0 || probe.committedAt(n) < last)
                      .map(n -> Math.max(0, probe.startedAt(n) - probe.committedAt(n)))
                      .toArray()))
          .put("largeMiBPerSecond", (ones + GREATEST * twelves) * 1e9 / (last - first));
    }
  }
}
