package dev.baton.cassandra;

import dev.baton.cassandra.task.CassandraSignalStore;
import dev.baton.spi.SignalStore;
import dev.baton.spi.core.CoreStore;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.attempt.SignalStoreContract;
import java.time.Duration;

/** The contract of signals, on a server. */
class CassandraSignalStoreTest implements SignalStoreContract {
  private final ManualClock clock = TestKeyspace.clock();
  private final TestKeyspace.Node node = TestKeyspace.empty().node(clock);
  private final SignalStore store = new CassandraSignalStore(node.tasks());

  @Override
  public SignalStore signals() {
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
