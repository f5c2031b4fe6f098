package dev.baton.operate.statistics;

/**
 * What was done with tasks in a stretch of time. Immutable.
 *
 * @param added tasks that were inserted, those of transactions that rolled back later included
 * @param started attempts that began
 * @param done tasks that ended DONE
 * @param failed tasks that their handler gave up: they ended FAILED. What people mark as failed
 *     isn't counted
 * @param errors tasks that stopped in ERROR and need a person
 * @param retried attempts that failed and will be followed by another
 * @param lost attempts whose holder died
 * @param waited how long tasks were ready before they were claimed
 * @param ran how long attempts ran until their outcome was written
 */
public record TaskStatistics(
    long added,
    long started,
    long done,
    long failed,
    long errors,
    long retried,
    long lost,
    Histogram waited,
    Histogram ran) {

  private static final TaskStatistics NONE =
      new TaskStatistics(0, 0, 0, 0, 0, 0, 0, Histogram.empty(), Histogram.empty());

  /** Nothing was done. */
  public static TaskStatistics none() {
    return NONE;
  }

  /** This and the other together. */
  public TaskStatistics plus(TaskStatistics other) {
    return new TaskStatistics(
        added + other.added,
        started + other.started,
        done + other.done,
        failed + other.failed,
        errors + other.errors,
        retried + other.retried,
        lost + other.lost,
        waited.plus(other.waited),
        ran.plus(other.ran));
  }
}
