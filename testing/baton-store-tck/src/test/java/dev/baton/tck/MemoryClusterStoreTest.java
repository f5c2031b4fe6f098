package dev.baton.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.cluster.Pause;
import dev.baton.spi.AuditNote;
import dev.baton.spi.ClusterStore;
import dev.baton.tck.contract.cluster.ClusterStoreContract;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The contract of a cluster store, in memory. */
class MemoryClusterStoreTest extends ClusterStoreContract {
  private final ManualClock clock = ManualClock.started();
  private final MemoryClusterStore store = new MemoryClusterStore(clock);

  @Override
  protected ClusterStore store() {
    return store;
  }

  @Override
  protected void pass(Duration time) {
    clock.advance(time);
  }

  @Test
  void clockIsReadWithoutALock() throws Exception {
    AtomicReference<ClusterStore> shared = new AtomicReference<>();
    Thread caller = Thread.currentThread();
    List<Boolean> blocked = new ArrayList<>();
    InstantSource probe =
        () -> {
          ClusterStore there = shared.get();
          if (there != null && Thread.currentThread() == caller) {
            blocked.add(blocks(there::pauses));
          }
          return Instant.EPOCH;
        };
    shared.set(new MemoryClusterStore(probe, new MemoryTaskStore(probe).operations()));
    Pause pause = Pause.bucket("b");
    assertThat(shared.get().pause(pause, "", note("PAUSE"))).isTrue();
    assertThat(shared.get().resume(pause, note("RESUME"))).isTrue();
    assertThat(blocked).isNotEmpty().containsOnly(false);
  }

  private static AuditNote note(String action) {
    return new AuditNote(new UUID(0, 1), null, null, "ann", action, null, null);
  }

  /** Returns whether the call waits in another thread. */
  private static boolean blocks(Runnable call) {
    Thread other = new Thread(call);
    other.start();
    try {
      other.join(2_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return other.isAlive();
  }
}
