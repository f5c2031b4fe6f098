package dev.baton.cassandra;

import dev.baton.spi.Leadership;
import dev.baton.tck.contract.cluster.LeadershipContract;
import java.time.Duration;

/** The contract of leadership, by rows with an expiry time. */
class CassandraLeadershipTest extends LeadershipContract {
  private static final Duration TERM = Duration.ofSeconds(5);

  private final Leadership leadership = new CassandraLeadership(TestKeyspace.empty().cql(), TERM);

  @Override
  protected Leadership leadership() {
    return leadership;
  }

  @Override
  protected void passATerm() throws Exception {
    Thread.sleep(TERM.plusSeconds(1).toMillis());
  }
}
