package dev.baton.tck;

import dev.baton.spi.Leadership;
import dev.baton.tck.contract.cluster.LeadershipContract;
import java.time.Duration;

class MemoryLeadershipTest extends LeadershipContract {
  private static final Duration TERM = Duration.ofSeconds(10);

  private final ManualClock clock = ManualClock.started();
  private final MemoryLeadership leadership = new MemoryLeadership(clock, TERM);

  @Override
  protected Leadership leadership() {
    return leadership;
  }

  @Override
  protected void passATerm() {
    clock.advance(TERM);
  }
}
