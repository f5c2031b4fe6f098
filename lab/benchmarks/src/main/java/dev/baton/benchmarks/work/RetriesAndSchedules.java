package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.time.Duration;
import java.util.Set;

/** Work B11: retries and schedules. */
public final class RetriesAndSchedules implements Work {
  private static final int FAILURES = 3;
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration TO_BEGIN = Duration.ofSeconds(30);

  @Override
  public String name() {
    return "B11";
  }

  @Override
  public String about() {
    return "tasks that fail three times each, and schedules that tick every second";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK, Ability.RETRY);
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    retries(trials, figures);
    if (trials.entrant().isBaton()) {
      ticks(trials, figures);
    }
  }

  private static void retries(Trials trials, Figures figures) throws Exception {
    int jobs = trials.scale().jobs(trials.entrant().addsPerSecond());
    try (Trial trial = trials.begin(jobs)) {
      Node node = trial.node();
      node.bulk(JobSpec.fast(0, jobs));
      node.work(Long.MAX_VALUE, 0, FAILURES);
      // The first runs of all tasks are the warm-up.
      trial.awaitRuns(jobs, LONGEST);
      long begin = System.nanoTime();
      long left = (1L + FAILURES) * jobs - trial.probe().runs();
      trial.awaitRuns((1L + FAILURES) * jobs, LONGEST);
      trial.readSettled();
      trial.endAndCheck(0, jobs, 1 + FAILURES);
      figures.put("retriesPerSecond", left * 1e9 / (trial.probe().lastEnd() - begin));
    }
  }

  private static void ticks(Trials trials, Figures figures) throws Exception {
    int schedules = trials.scale().of(5, 500, 2_000);
    int seconds = trials.scale().of(1, 5, 20);
    try (Trial trial = trials.begin(1)) {
      Node node = trial.node();
      node.tick(schedules);
      trial.awaitRuns(schedules, TO_BEGIN);
      long before = trial.probe().runs();
      long begin = System.nanoTime();
      Thread.sleep(1_000L * seconds);
      double ticks = trial.probe().runs() - before;
      figures
          .put("schedules", schedules)
          .put("ticksPerSecond", ticks * 1e9 / (System.nanoTime() - begin));
      trial.end();
    }
  }
}
