package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** Work B10: many tasks due at once. */
public final class DueAtOnce implements Work {
  /**
   * Smallest rate of bulk adds, per second. Otherwise the last jobs would come after they are due.
   */
  private static final int SLOWEST_BULK = 5_000;

  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Override
  public String name() {
    return "B10";
  }

  @Override
  public String about() {
    return "1,000,000 tasks that are due at the same second";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK, Ability.DELAY);
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    int jobs = trials.scale().of(50, 30_000, 1_000_000);
    if (trials.entrant().isPeer()) {
      jobs = Math.min(jobs, trials.scale().jobs(trials.entrant().drainsPerSecond()));
    }
    try (Trial trial = trials.begin(jobs)) {
      Node node = trial.node();
      node.work();
      Duration ahead =
          Duration.ofMillis(trials.scale().of(300, 2_000, 2_000) + 1_000L * jobs / SLOWEST_BULK);
      long due = System.nanoTime() + ahead.toNanos();
      node.bulk(JobSpec.fast(0, jobs).dueAt(Instant.now().plus(ahead)));
      long begin = Math.max(due, System.nanoTime());
      trial.awaitRuns(jobs, LONGEST);
      trial.endAndCheck(0, jobs, 1);
      figures
          .put("tasksPerSecond", jobs * 1e9 / (trial.probe().lastEnd() - begin))
          .put("lastDoneSeconds", (trial.probe().lastEnd() - begin) / 1e9);
    }
  }
}
