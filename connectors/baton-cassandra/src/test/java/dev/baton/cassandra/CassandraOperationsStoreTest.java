package dev.baton.cassandra;

import dev.baton.spi.OperationsStore;
import dev.baton.spi.RunAgainStore;
import dev.baton.spi.core.CoreStore;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.operate.CoreOperationsContract;
import java.time.Duration;

/** The contract of lists, histories and the audit, on a server. */
class CassandraOperationsStoreTest implements CoreOperationsContract {
  private final ManualClock clock = TestKeyspace.clock();
  private final TestKeyspace.Node node = TestKeyspace.empty().node(clock);
  private final OperationsStore store = node.operations(Duration.ofMinutes(1));

  @Override
  public OperationsStore operations() {
    return store;
  }

  @Override
  public RunAgainStore again() {
    return node.tasks().runAgain();
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
