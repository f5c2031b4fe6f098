package dev.baton.jdbc;

import dev.baton.jdbc.sql.StandbyReads;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * A copy of Baton's database that follows it and answers queries: a standby of PostgreSQL, a
 * replica of MariaDB or MySQL. Operators' searches may read from it: see {@link
 * OperatorConnections#reading}. How old its data are is told by the last heartbeat of a node in it,
 * so up to five seconds more than they are. Immutable.
 *
 * @param dataSource leads to the copy. Give its pool a short timeout for connections, such as 2 s:
 *     so long a search waits when the copy is gone
 * @param maxAge data that are older aren't used
 * @param refuses whether a search is refused when the copy is gone or too old; otherwise it reads
 *     from the primary, and says so
 */
public record Standby(DataSource dataSource, Duration maxAge, boolean refuses) {
  private static final Duration MAX_AGE = Duration.ofSeconds(30);

  public Standby {
    if (maxAge.isNegative() || maxAge.isZero()) {
      throw new IllegalArgumentException("maxAge must be positive, not " + maxAge);
    }
  }

  /** One whose data may be 30 s old; otherwise the primary is read. */
  public static Standby of(DataSource dataSource) {
    return new Standby(dataSource, MAX_AGE, false);
  }

  /** This, whose data may be so old. */
  public Standby maxAge(Duration longest) {
    return new Standby(dataSource, longest, refuses);
  }

  /** This; searches are refused when it is gone or too old, so that none burdens the primary. */
  public Standby refusing() {
    return new Standby(dataSource, maxAge, true);
  }

  StandbyReads reads() {
    return new StandbyReads(dataSource, maxAge, refuses);
  }
}
