package dev.baton.tck;

import dev.baton.spi.TriggerChannel.CompletionNotice;
import dev.baton.task.row.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Connects the trigger channels of several nodes in one JVM. Thread-safe. */
public final class MemoryTriggerHub {
  private final List<MemoryTriggerChannel> channels = new ArrayList<>();

  /** Creates a channel for one more node. */
  public MemoryTriggerChannel channel() {
    return new MemoryTriggerChannel(this);
  }

  void join(MemoryTriggerChannel channel) {
    synchronized (channels) {
      channels.add(channel);
    }
  }

  void leave(MemoryTriggerChannel channel) {
    synchronized (channels) {
      channels.remove(channel);
    }
  }

  void publish(MemoryTriggerChannel from, List<Candidate> ready) {
    toOthers(from, other -> other.deliver(ready));
  }

  void publish(MemoryTriggerChannel from, CompletionNotice notice) {
    toOthers(from, other -> other.deliver(notice));
  }

  private void toOthers(MemoryTriggerChannel from, Consumer<MemoryTriggerChannel> delivery) {
    List<MemoryTriggerChannel> others;
    synchronized (channels) {
      others = List.copyOf(channels);
    }
    for (MemoryTriggerChannel other : others) {
      if (other != from) {
        delivery.accept(other);
      }
    }
  }
}
