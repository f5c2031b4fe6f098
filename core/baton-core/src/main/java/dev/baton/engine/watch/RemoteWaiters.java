package dev.baton.engine.watch;

import dev.baton.engine.base.Events;
import dev.baton.engine.base.NodeContext;
import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskListener;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.TriggerChannel;
import dev.baton.spi.TriggerChannel.CompletionNotice;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The tasks whose ends callers on other nodes await. When this node writes such an end, it notifies
 * the other nodes. It forgets a task after some minutes, because other nodes don't report that
 * their callers have stopped waiting. Thread-safe.
 */
public final class RemoteWaiters implements TaskListener {
  static final int MAX_AWAITED = 100_000;

  /**
   * Time after which the older of two sets of ids is dropped. An id is kept for at least one and at
   * most two of these times.
   */
  private static final Duration GENERATION = Duration.ofMinutes(3);

  private final NodeRuntime runtime;
  private final Events events;
  private final TriggerChannel channel;
  private final Deque<Set<UUID>> generations = new ArrayDeque<>(List.of(new HashSet<>()));
  private long youngestSinceNanos;

  /** True once another node has waited. Until then this object isn't registered as a listener. */
  private boolean listens;

  public RemoteWaiters(NodeContext node, TriggerChannel channel) {
    this.runtime = node.runtime();
    this.events = node.events();
    this.channel = channel;
    this.youngestSinceNanos = runtime.nanoTime();
  }

  /** Adds tasks whose ends callers on other nodes await. */
  public synchronized void add(List<UUID> ids) {
    long now = runtime.nanoTime();
    boolean old = now - youngestSinceNanos > GENERATION.toNanos();
    if (old || generations.element().size() >= MAX_AWAITED) {
      generations.addFirst(new HashSet<>());
      youngestSinceNanos = now;
      while (generations.size() > 2) {
        generations.removeLast();
      }
    }
    generations.element().addAll(ids);
    if (!listens) {
      events.tell(this);
      listens = true;
    }
  }

  @Override
  public void on(TaskEvent event) {
    if (event instanceof TaskEvent.Completed completed && completed.rule().ends()) {
      ended(completed.taskId());
    } else if (event instanceof NodeEvent.MovedByHand moved && moved.rule().ends()) {
      ended(moved.taskId());
    }
  }

  private void ended(UUID id) {
    if (remove(id)) {
      channel.publish(new CompletionNotice(CompletionNotice.Kind.ENDED, List.of(id)));
    }
  }

  private synchronized boolean remove(UUID id) {
    boolean removed = false;
    for (Set<UUID> ids : generations) {
      removed |= ids.remove(id);
    }
    return removed;
  }
}
