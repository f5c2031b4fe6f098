package dev.baton.testkit;

import dev.baton.spi.TriggerChannel;
import dev.baton.task.Candidate;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's end of a {@link MemoryTriggerHub}. Hints arrive on the publisher's thread before
 * {@link #publish} returns. Thread-safe.
 */
public final class MemoryTriggerChannel implements TriggerChannel {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryTriggerChannel.class);

  private final MemoryTriggerHub hub;
  private volatile @Nullable Consumer<List<Candidate>> receiver;

  MemoryTriggerChannel(MemoryTriggerHub hub) {
    this.hub = hub;
  }

  @Override
  public void open(Consumer<List<Candidate>> receiver) {
    if (this.receiver != null) {
      throw new IllegalStateException("The channel is open already");
    }
    this.receiver = receiver;
    hub.join(this);
  }

  @Override
  public void publish(List<Candidate> ready) {
    if (receiver != null) {
      hub.publish(this, List.copyOf(ready));
    }
  }

  @Override
  public void close() {
    hub.leave(this);
    receiver = null;
  }

  void deliver(List<Candidate> ready) {
    Consumer<List<Candidate>> to = receiver;
    if (to == null) {
      return;
    }
    try {
      to.accept(ready);
    } catch (RuntimeException e) {
      LOG.warn("A receiver of hints failed ({}); polls will find the {} tasks", e, ready.size());
    }
  }
}
