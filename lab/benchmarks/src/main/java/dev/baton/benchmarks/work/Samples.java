package dev.baton.benchmarks.work;

import dev.baton.benchmarks.trial.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The backlog and the dead rows, sampled some times a second. */
record Samples(List<Long> backlogs, long mostDeadRows) {
  private static final long EVERY_MILLIS = 200;

  /** Takes samples until this number of runs are over. */
  static Samples during(Trial trial, long runs, Duration longest) throws Exception {
    List<Long> backlogs = new ArrayList<>();
    long dead = 0;
    long end = System.nanoTime() + longest.toNanos();
    while (trial.probe().runs() < runs) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            trial.entrant().name() + " had only " + trial.probe().runs() + " of " + runs + " runs");
      }
      backlogs.add(trial.probe().added() - trial.probe().runs());
      dead = Math.max(dead, trial.deadRows());
      Thread.sleep(EVERY_MILLIS);
    }
    return new Samples(backlogs, dead);
  }

  /** Returns how many more tasks waited in the last fifth than in the second, on average. */
  double backlogGrowth() {
    int fifth = backlogs.size() / 5;
    if (fifth == 0) {
      return 0;
    }
    return average(backlogs.size() - fifth, backlogs.size()) - average(fifth, 2 * fifth);
  }

  private double average(int from, int to) {
    return backlogs.subList(from, to).stream().mapToLong(Long::longValue).average().orElse(0);
  }
}
