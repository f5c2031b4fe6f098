package dev.baton.benchmarks;

import javax.sql.DataSource;

/**
 * Where a contender is set up, the same for all.
 *
 * @param mariaDb whether the database is MariaDB; PostgreSQL otherwise
 * @param url the database's JDBC URL, for libraries that want no data source
 * @param user its user
 * @param password the user's password, empty on local servers
 * @param pool connections, enough for the producers and {@link #workers}
 * @param workers how many jobs may run at a time in this process
 * @param slowAtATime how many of {@link Job.Kind#SLOW} among them; as many as workers where the
 *     benchmark has no limit
 * @param perKey how many jobs of one key may run at a time in this process; 0 for no limit
 * @param keepsFinished whether finished tasks are kept, for libraries that can do both
 */
public record Site(
    boolean mariaDb,
    String url,
    String user,
    String password,
    DataSource pool,
    int workers,
    int slowAtATime,
    int perKey,
    boolean keepsFinished) {}
