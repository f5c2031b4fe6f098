package dev.baton.operate.statistics;

/**
 * The events of tasks in a period of time. Immutable.
 *
 * @param added number of tasks that were inserted, including those of transactions that were rolled
 *     back later
 * @param started number of attempts that began
 * @param done number of tasks that ended DONE
 * @param failed number of tasks that their handler ended as FAILED; tasks that an operator ended as
 *     FAILED aren't counted
 * @param errors number of tasks that stopped in ERROR and need a person
 * @param retried number of attempts that failed and after which Baton retries
 * @param lost number of attempts whose node died
 * @param waited how long tasks were ready before they were claimed
 * @param ran time from the start of attempts until their outcome was written
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

  /** Returns statistics without events. */
  public static TaskStatistics none() {
    return NONE;
  }

  /** Returns the sum of both statistics. */
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
