package dev.baton.cassandra;

import dev.baton.spi.RunAgainStore;
import dev.baton.spi.core.CoreStore;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.again.RunAgainContract;
import java.time.Duration;

/** The contract of running tasks again, on a server. */
class CassandraRunAgainTest implements RunAgainContract {
  private final ManualClock clock = TestKeyspace.clock();
  private final TestKeyspace.Node node = TestKeyspace.empty().node(clock);
  private final RunAgainStore store = node.tasks().runAgain();

  @Override
  public RunAgainStore again() {
    return store;
  }

  @Override
  public CoreStore store() {
    return node.tasks();
  }

  @Override
  public void passTime(Duration duration) {
    clock.advance(duration);
  }
}
