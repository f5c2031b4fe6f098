package dev.baton.examples.store;

import dev.baton.spi.core.CoreStore;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.core.CoreStoreContract;
import java.time.Duration;
import java.time.Instant;

// region contract
class SmallStoreContractTest implements CoreStoreContract {
  private final ManualClock clock =
      new ManualClock(Instant.parse("2026-03-01T08:30:00Z"), Duration.ofMillis(1));
  private final SmallStore store = new SmallStore(clock);

  @Override
  public CoreStore store() {
    return store;
  }

  @Override
  public void passTime(Duration duration) {
    clock.advance(duration);
  }
}
// endregion
