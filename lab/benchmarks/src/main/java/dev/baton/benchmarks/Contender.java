package dev.baton.benchmarks;

import java.sql.Connection;
import java.util.List;
import java.util.Set;

/**
 * A library under measure, set up as its documents advise. One object is one process's share of it:
 * it may add, work, or do both. What it is asked for is always within its {@linkplain #abilities()
 * abilities}. {@link #add} is called by several threads at a time, everything else by one.
 */
public interface Contender extends AutoCloseable {
  /** What it can be measured at. */
  Set<Ability> abilities();

  /** Makes its tables in a database that is new and empty. Called by one process only. */
  void prepare(Site site) throws Exception;

  /** Gets ready to add, and nothing more: no task starts before {@link #work}. */
  void open(Site site) throws Exception;

  /**
   * Starts to work: each job is given to the handler once at least, on a thread of the library's
   * own. A handler that throws wants the job to be tried again, at once as far as the library can.
   */
  void work(Handler handler) throws Exception;

  /** Adds a job. It is committed when this returns. */
  void add(Job job) throws Exception;

  /** Adds many jobs in the fastest way its documents know. They are committed when this returns. */
  void addAll(List<Job> jobs) throws Exception;

  /** Stops in good order: what runs may end. */
  @Override
  void close() throws Exception;

  /** What the jobs of a benchmark do. */
  interface Handler {
    /** Does the job of that number. Called by many threads at a time. */
    void run(long number) throws Exception;

    /**
     * Does the job of that number by a row that it writes on this connection, in a transaction that
     * the contender ends together with the job: where {@link Staffing#transactional} says so.
     */
    default void run(long number, Connection connection) throws Exception {
      run(number);
    }
  }
}
