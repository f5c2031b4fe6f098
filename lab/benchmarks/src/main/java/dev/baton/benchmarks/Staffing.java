package dev.baton.benchmarks;

/**
 * How a process of a trial works, as far as works differ in it.
 *
 * @param workers how many jobs may run at a time in the process
 * @param slowAtATime how many of {@link Job.Kind#SLOW} among them; as many as workers where the
 *     benchmark has no limit
 * @param perKey how many jobs of one key may run at a time in the process; 0 for no limit
 * @param keepsFinished whether finished tasks are kept, for libraries that can do both
 * @param countsStatements whether the driver is wrapped so that statements are counted
 * @param transactional whether each job writes a row, in one transaction with its own end
 * @param naming how jobs are told from one another where they are added
 * @param polls whether the process finds another one's jobs by polls alone, for those who have the
 *     choice
 */
public record Staffing(
    int workers,
    int slowAtATime,
    int perKey,
    boolean keepsFinished,
    boolean countsStatements,
    boolean transactional,
    Naming naming,
    boolean polls) {

  /** What makes a second add of a job be refused. */
  public enum Naming {
    /** Nothing: each add is a job of its own. */
    NONE,
    /** An id that the caller gives. */
    OWN_ID,
    /** A key that one live job may have. */
    UNIQUE_KEY
  }

  /** So many workers, no limits, nothing kept. */
  public static Staffing of(int workers) {
    return new Staffing(workers, workers, 0, false, false, false, Naming.NONE, false);
  }

  public Staffing slowAtATime(int most) {
    return new Staffing(
        workers, most, perKey, keepsFinished, countsStatements, transactional, naming, polls);
  }

  public Staffing perKey(int most) {
    return new Staffing(
        workers, slowAtATime, most, keepsFinished, countsStatements, transactional, naming, polls);
  }

  public Staffing keepingFinished() {
    return new Staffing(
        workers, slowAtATime, perKey, true, countsStatements, transactional, naming, polls);
  }

  public Staffing countingStatements() {
    return new Staffing(
        workers, slowAtATime, perKey, keepsFinished, true, transactional, naming, polls);
  }

  public Staffing inTransactions() {
    return new Staffing(
        workers, slowAtATime, perKey, keepsFinished, countsStatements, true, naming, polls);
  }

  public Staffing named(Naming choice) {
    return new Staffing(
        workers,
        slowAtATime,
        perKey,
        keepsFinished,
        countsStatements,
        transactional,
        choice,
        polls);
  }

  public Staffing polling() {
    return new Staffing(
        workers, slowAtATime, perKey, keepsFinished, countsStatements, transactional, naming, true);
  }
}
