package dev.baton.tck;

import dev.baton.spi.TriggerChannel;
import dev.baton.task.row.Candidate;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's channel on a {@link MemoryTriggerHub}. Hints arrive on the publisher's thread before
 * {@link #publish} returns. Thread-safe.
 */
public final class MemoryTriggerChannel implements TriggerChannel {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryTriggerChannel.class);

  private final MemoryTriggerHub hub;
  private volatile @Nullable Receiver receiver;

  MemoryTriggerChannel(MemoryTriggerHub hub) {
    this.hub = hub;
  }

  @Override
  public void open(Collection<String> buckets, Receiver receiver) {
    if (this.receiver != null) {
      throw new IllegalStateException("The channel is already open");
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
  public void publish(CompletionNotice notice) {
    if (receiver != null) {
      hub.publish(this, notice);
    }
  }

  @Override
  public void close() {
    hub.leave(this);
    receiver = null;
  }

  void deliver(List<Candidate> ready) {
    deliver(to -> to.ready(ready));
  }

  void deliver(CompletionNotice notice) {
    deliver(to -> to.noticed(notice));
  }

  private void deliver(Consumer<Receiver> what) {
    Receiver to = receiver;
    if (to == null) {
      return;
    }
    try {
      what.accept(to);
    } catch (RuntimeException e) {
      LOG.warn(
          "A receiver of hints threw an exception ({}): polls find the tasks", String.valueOf(e));
    }
  }
}
