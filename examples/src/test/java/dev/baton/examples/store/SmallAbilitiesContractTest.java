package dev.baton.examples.store;

import dev.baton.spi.NoteStore;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.SignalStore;
import dev.baton.spi.core.CoreStore;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.attempt.NoteStoreContract;
import dev.baton.tck.contract.attempt.SignalStoreContract;
import dev.baton.tck.contract.cluster.ScheduleStoreContract;
import java.time.Duration;
import java.time.Instant;

class SmallAbilitiesContractTest
    implements SignalStoreContract, NoteStoreContract, ScheduleStoreContract {
  private final ManualClock clock =
      new ManualClock(Instant.parse("2026-03-01T08:30:00Z"), Duration.ofMillis(1));
  private final SmallStore store = new SmallStore(clock);
  private final SmallNotes notes = new SmallNotes(store);
  private final SmallSchedules schedules = new SmallSchedules(clock);

  @Override
  public CoreStore store() {
    return store;
  }

  @Override
  public SignalStore signals() {
    return new SmallSignals(store);
  }

  @Override
  public NoteStore notes() {
    return notes;
  }

  @Override
  public ScheduleStore schedules() {
    return schedules;
  }

  @Override
  public void passTime(Duration duration) {
    clock.advance(duration);
  }
}
