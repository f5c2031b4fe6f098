package dev.baton.benchmarks;

import javax.sql.DataSource;

/**
 * The environment of a contender, the same for all.
 *
 * @param mariaDb whether the database is MariaDB; PostgreSQL otherwise
 * @param url the database's JDBC URL, for libraries that need no data source
 * @param user its user
 * @param password the user's password, empty on local servers
 * @param pool connections, enough for the producers and {@link #workers}
 * @param staffing how this process works
 */
public record Site(
    boolean mariaDb, String url, String user, String password, DataSource pool, Staffing staffing) {

  /** Returns how many jobs may run at a time in this process. */
  public int workers() {
    return staffing.workers();
  }

  /** Returns how many of {@link Job.Kind#SLOW} among them. */
  public int slowAtATime() {
    return staffing.slowAtATime();
  }

  /** Returns how many jobs of one key may run at a time in this process; 0 for no limit. */
  public int perKey() {
    return staffing.perKey();
  }

  /** Returns whether finished tasks are kept, for libraries that can do both. */
  public boolean keepsFinished() {
    return staffing.keepsFinished();
  }
}
