package dev.baton.benchmarks.child;

/** A contender whose tables can be filled by SQL, for millions of jobs. */
public interface Filling {
  /** Adds these jobs, which are due. */
  void fill(JobSpec jobs) throws Exception;
}
