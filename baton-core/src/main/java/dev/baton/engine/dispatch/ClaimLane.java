package dev.baton.engine.dispatch;

import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.spi.NodeRuntime.Signal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A second thread for a dispatcher's claims: it asks for one batch while the dispatcher asks for
 * another. One piece of work at a time, begun and finished by the dispatcher.
 */
final class ClaimLane {
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);

  private final Loop loop;
  private final Signal done;
  private final AtomicReference<@Nullable Runnable> asked = new AtomicReference<>();
  private volatile boolean isDone;

  ClaimLane(String bucket, NodeContext node) {
    this.loop = new Loop("claimer-" + bucket, node.runtime(), node.events(), this::round);
    this.done = node.runtime().signal();
  }

  Loop loop() {
    return loop;
  }

  /** Begins what was begun by nobody yet; it mustn't throw. */
  void begin(Runnable work) {
    isDone = false;
    asked.set(work);
    loop.wake();
  }

  /** Waits for the end of what was begun. What the lane hasn't come to is done here. */
  void finish(Runnable work) {
    if (asked.compareAndSet(work, null)) {
      work.run();
      return;
    }
    boolean interrupted = false;
    while (!isDone) {
      try {
        done.await(UNTIL_WOKEN);
      } catch (InterruptedException fromOutside) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration round() {
    Runnable work = asked.getAndSet(null);
    if (work != null) {
      try {
        work.run();
      } finally {
        isDone = true;
        done.set();
      }
    }
    return UNTIL_WOKEN;
  }
}
