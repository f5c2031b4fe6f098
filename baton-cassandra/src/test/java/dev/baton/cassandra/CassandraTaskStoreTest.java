package dev.baton.cassandra;

import dev.baton.spi.core.CoreStore;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.contract.core.CoreStoreContract;
import java.time.Duration;
import java.time.Instant;

/** The core's contract, on a server. */
class CassandraTaskStoreTest implements CoreStoreContract {
  private final ManualClock clock =
      new ManualClock(Instant.parse("2026-03-01T08:30:00Z"), Duration.ofMillis(1));
  private final CoreStore store = TestKeyspace.empty().store(clock);

  @Override
  public CoreStore store() {
    return store;
  }

  @Override
  public void passTime(Duration duration) {
    clock.advance(duration);
  }
}
