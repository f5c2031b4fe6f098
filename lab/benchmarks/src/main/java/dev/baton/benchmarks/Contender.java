package dev.baton.benchmarks;

import java.sql.Connection;
import java.util.List;
import java.util.Set;

/**
 * A library to measure, configured as its documentation recommends. One object is the library in
 * one process: it may add, work, or both. It is only called for its {@linkplain #abilities()
 * abilities}. Several threads may call {@link #add} at a time; only one thread calls the other
 * methods.
 */
public interface Contender extends AutoCloseable {
  /** Returns the features of the library. */
  Set<Ability> abilities();

  /** Creates the library's tables in a new, empty database. Only one process calls this. */
  void prepare(Site site) throws Exception;

  /** Prepares for adds, and for nothing more: no task starts before {@link #work}. */
  void open(Site site) throws Exception;

  /**
   * Starts to work. The library calls the handler at least once for each job, on a thread of the
   * library. After an exception of the handler the job must run again, at once if the library can.
   */
  void work(Handler handler) throws Exception;

  /** Adds a job. It is committed when this returns. */
  void add(Job job) throws Exception;

  /**
   * Adds many jobs in the fastest way that its documentation names. They are committed when this
   * returns.
   */
  void addAll(List<Job> jobs) throws Exception;

  /** Stops in order: running jobs may end. */
  @Override
  void close() throws Exception;

  /** The work of a benchmark's jobs. */
  interface Handler {
    /** Runs the job of that number. Many threads call this at a time. */
    void run(long number) throws Exception;

    /**
     * Runs the job of that number, which writes a row on this connection. The contender ends the
     * job in the same transaction. Only used if {@link Staffing#transactional} is set.
     */
    default void run(long number, Connection connection) throws Exception {
      run(number);
    }
  }
}
