package dev.baton.benchmarks;

/**
 * How a process of a trial works, in the aspects in which works differ.
 *
 * @param workers how many jobs may run at a time in the process
 * @param slowAtATime how many of {@link Job.Kind#SLOW} among them; as many as workers if the
 *     benchmark has no limit
 * @param perKey how many jobs of one key may run at a time in the process; 0 for no limit
 * @param keptSeconds how long finished tasks are kept, for libraries that have the choice; 0 to
 *     remove them at once
 * @param countsStatements whether the driver is wrapped to count statements
 * @param transactional whether each job writes a row in one transaction with its own end
 * @param naming how an add identifies its job
 * @param polls whether the process finds another process's jobs by polls alone, for libraries that
 *     have the choice
 */
public record Staffing(
    int workers,
    int slowAtATime,
    int perKey,
    int keptSeconds,
    boolean countsStatements,
    boolean transactional,
    Naming naming,
    boolean polls) {

  private static final int SECONDS_OF_A_WEEK = 7 * 24 * 60 * 60;

  /** The reason for which a second add of a job is refused. */
  public enum Naming {
    /** No add is refused: each add is a new job. */
    NONE,
    /** An id that the caller gives. */
    OWN_ID,
    /** A key that only one live job may have. */
    UNIQUE_KEY
  }

  /** Returns a process with this number of workers, without limits and without kept tasks. */
  public static Staffing of(int workers) {
    return new Staffing(workers, workers, 0, 0, false, false, Naming.NONE, false);
  }

  public Staffing slowAtATime(int most) {
    return new Staffing(
        workers, most, perKey, keptSeconds, countsStatements, transactional, naming, polls);
  }

  public Staffing perKey(int most) {
    return new Staffing(
        workers, slowAtATime, most, keptSeconds, countsStatements, transactional, naming, polls);
  }

  public Staffing keepingFinished() {
    return keepingFinished(SECONDS_OF_A_WEEK);
  }

  public Staffing keepingFinished(int seconds) {
    return new Staffing(
        workers, slowAtATime, perKey, seconds, countsStatements, transactional, naming, polls);
  }

  public boolean keepsFinished() {
    return keptSeconds > 0;
  }

  public Staffing countingStatements() {
    return new Staffing(
        workers, slowAtATime, perKey, keptSeconds, true, transactional, naming, polls);
  }

  public Staffing inTransactions() {
    return new Staffing(
        workers, slowAtATime, perKey, keptSeconds, countsStatements, true, naming, polls);
  }

  public Staffing named(Naming choice) {
    return new Staffing(
        workers, slowAtATime, perKey, keptSeconds, countsStatements, transactional, choice, polls);
  }

  public Staffing polling() {
    return new Staffing(
        workers, slowAtATime, perKey, keptSeconds, countsStatements, transactional, naming, true);
  }
}
