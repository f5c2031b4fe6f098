package dev.baton.cassandra;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.baton.cassandra.cql.Cql;
import dev.baton.spi.Leadership;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Leadership through rows with a time to live, measured by the servers' clocks. Two leaders at once
 * do no harm. Thread-safe.
 */
public final class CassandraLeadership implements Leadership {
  private static final String TAKE =
      "INSERT INTO %s.baton_leader (duty, node) VALUES (?, ?) IF NOT EXISTS USING TTL ?";
  private static final String KEEP =
      "UPDATE %s.baton_leader USING TTL ? SET node = ? WHERE duty = ? IF node = ?";
  private static final String RESIGN = "DELETE FROM %s.baton_leader WHERE duty = ? IF node = ?";

  private final Cql cql;
  private final PreparedStatement take;
  private final PreparedStatement keep;
  private final PreparedStatement resign;
  private final int termSeconds;

  /**
   * @param term in seconds, at least 2, because a row's time to live may be a second shorter
   */
  CassandraLeadership(Cql cql, Duration term) {
    this.cql = cql;
    take = cql.prepare(TAKE);
    keep = cql.prepare(KEEP);
    resign = cql.prepare(RESIGN);
    termSeconds = Math.toIntExact(term.toSeconds());
  }

  @Override
  public Optional<Duration> lead(String duty, UUID node) {
    boolean leads =
        cql.await(cql.compareAndSet(keep.bind(termSeconds, node, duty, node)))
            || cql.await(cql.compareAndSet(take.bind(duty, node, termSeconds)));
    return leads ? Optional.of(Duration.ofSeconds(termSeconds - 1L)) : Optional.empty();
  }

  @Override
  public void resign(String duty, UUID node) {
    cql.await(cql.compareAndSet(resign.bind(duty, node)));
  }

  @Override
  public String toString() {
    return "Cassandra";
  }
}
