package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Staffing;
import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.child.Probe;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;
import java.util.stream.LongStream;

/** Work B4: fast tasks behind slow ones. */
public final class FastBehindSlow implements Work {
  private static final int FAST = 50;
  private static final int SLOW_AT_A_TIME = 5;
  private static final int SLOW_MILLIS = 200;

  /** Number of workers, all of which slow tasks take in libraries without limits. */
  private static final int WORKERS = 50;

  /** Longer times are reported as this time. */
  private static final int MOST_SECONDS = 60;

  private static final int PRODUCERS = 1;

  @Override
  public String name() {
    return "B4";
  }

  @Override
  public String about() {
    return "50 fast tasks behind 5,000 and 1,000,000 slow ones of 200 ms, 5 of them at once";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK);
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    behind(trials, trials.scale().of(50, 5_000, 5_000), "fastDoneSeconds", figures);
    if (trials.scale().isFull() && !trials.entrant().isPeer()) {
      behind(trials, 1_000_000, "fastDoneSecondsBehind1000000", figures);
    }
  }

  private static void behind(Trials trials, int slow, String metric, Figures figures)
      throws Exception {
    try (Trial trial = trials.begin(slow + FAST)) {
      trial.staff(Staffing.of(WORKERS).slowAtATime(SLOW_AT_A_TIME));
      Node node = trial.node();
      // The fast ones have the first numbers: the handler recognizes them by that.
      node.bulk(JobSpec.fast(FAST, slow).slow());
      node.work(FAST, SLOW_MILLIS, 0);
      trial.awaitRuns(SLOW_AT_A_TIME, java.time.Duration.ofMinutes(1));
      node.produce(JobSpec.fast(0, FAST), PRODUCERS, 0);
      figures.put(metric, secondsUntilAllStarted(trial.probe()));
      trial.end();
    }
  }

  private static double secondsUntilAllStarted(Probe probe) throws InterruptedException {
    long end = System.nanoTime() + MOST_SECONDS * 1_000_000_000L;
    while (System.nanoTime() < end
        && LongStream.range(0, FAST).anyMatch(number -> probe.starts(number) == 0)) {
      Thread.sleep(1);
    }
    return LongStream.range(0, FAST)
            .map(
                number ->
                    probe.starts(number) == 0
                        ? MOST_SECONDS * 1_000_000_000L
                        : Math.max(0, probe.startedAt(number) - probe.committedAt(number)))
            .max()
            .orElse(0)
        / 1e9;
  }
}
