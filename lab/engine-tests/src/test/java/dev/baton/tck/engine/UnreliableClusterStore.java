package dev.baton.tck.engine;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.spi.AuditNote;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.Switches;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** A cluster store that fails when a test makes it fail. Thread-safe. */
final class UnreliableClusterStore implements ClusterStore {
  private final ClusterStore store;
  private final AtomicBoolean losesAnswer = new AtomicBoolean();
  private volatile boolean away;

  UnreliableClusterStore(ClusterStore store) {
    this.store = store;
  }

  /** Makes all calls fail from now on, or work again. */
  void away(boolean now) {
    away = now;
  }

  /** Applies the next pause or resume but loses its response. */
  void loseNextAnswer() {
    losesAnswer.set(true);
  }

  private <T> T call(Supplier<T> work) {
    if (away) {
      throw new StoreUnavailableException("The store is unavailable");
    }
    return work.get();
  }

  private boolean change(Supplier<Boolean> work) {
    boolean answer = call(work);
    if (losesAnswer.getAndSet(false)) {
      throw new StoreUnavailableException("The response is lost");
    }
    return answer;
  }

  @Override
  public void beat(NodeInfo.Card node) {
    call(
        () -> {
          store.beat(node);
          return true;
        });
  }

  @Override
  public void leave(UUID node) {
    call(
        () -> {
          store.leave(node);
          return true;
        });
  }

  @Override
  public List<NodeInfo> nodes(Duration within) {
    return call(() -> store.nodes(within));
  }

  @Override
  public int forget(Duration silentFor) {
    return call(() -> store.forget(silentFor));
  }

  @Override
  public boolean pause(Pause pause, String reason, AuditNote note) {
    return change(() -> store.pause(pause, reason, note));
  }

  @Override
  public boolean resume(Pause pause, AuditNote note) {
    return change(() -> store.resume(pause, note));
  }

  @Override
  public List<Paused> pauses() {
    return call(store::pauses);
  }

  @Override
  public Switches switches() {
    return call(store::switches);
  }
}
