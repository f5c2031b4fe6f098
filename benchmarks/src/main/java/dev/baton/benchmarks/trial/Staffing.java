package dev.baton.benchmarks.trial;

/** How a process of a trial is set up, as far as works differ in it. */
public record Staffing(
    int workers, int slowAtATime, int perKey, boolean keepsFinished, boolean countsStatements) {

  /** Many workers, no limits, nothing kept. */
  public static Staffing ofThroughput() {
    return new Staffing(Trial.WORKERS, Trial.WORKERS, 0, false, false);
  }

  public Staffing slowAtATime(int most) {
    return new Staffing(workers, most, perKey, keepsFinished, countsStatements);
  }

  public Staffing perKey(int most) {
    return new Staffing(workers, slowAtATime, most, keepsFinished, countsStatements);
  }

  public Staffing keepingFinished() {
    return new Staffing(workers, slowAtATime, perKey, true, countsStatements);
  }

  public Staffing countingStatements() {
    return new Staffing(workers, slowAtATime, perKey, keepsFinished, true);
  }
}
