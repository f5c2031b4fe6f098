package dev.baton.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Leadership;
import dev.baton.tck.contract.cluster.LeadershipContract;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

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

  @Test
  void aLeadOfTheTimeBeforeTheClockWasPutBackEnds() {
    UUID before = new UUID(0, 1);
    UUID after = new UUID(0, 2);
    Instant[] now = {Instant.parse("2026-03-01T09:30:00Z")};
    MemoryLeadership put = new MemoryLeadership(() -> now[0], TERM);
    assertThat(put.lead("sweep", before)).isPresent();
    now[0] = now[0].minus(Duration.ofHours(1));
    assertThat(put.lead("sweep", after)).isPresent();
    assertThat(put.lead("sweep", before)).isEmpty();
  }
}
