package dev.baton.engine.dispatch;

import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.spi.TaskStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads pulls beside the dispatcher, which claims meanwhile. One pull at a time; one that fails is
 * tried again until it is read. Thread-safe.
 */
final class PullLane {
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);

  private final TaskStore store;
  private final Runnable done;
  private final Loop loop;
  private final AtomicReference<Pull> asked = new AtomicReference<>();
  private final AtomicReference<List<Pull.Reading>> answer = new AtomicReference<>();

  /**
   * @param done told when an answer can be taken
   */
  PullLane(String bucket, NodeContext node, Runnable done) {
    this.store = node.store();
    this.done = done;
    this.loop = new Loop("puller-" + bucket, node.runtime(), node.events(), this::round);
  }

  Loop loop() {
    return loop;
  }

  /** Begins to read; the answer of the last pull has been taken. */
  void read(Pull pull) {
    asked.set(pull);
    loop.wake();
  }

  /** What was read; once. */
  @Nullable List<Pull.Reading> take() {
    return answer.getAndSet(null);
  }

  private Duration round() {
    Pull pull = asked.get();
    if (pull != null) {
      List<Pull.Reading> read = pull.read(store);
      asked.set(null);
      answer.set(read);
      done.run();
    }
    return UNTIL_WOKEN;
  }
}
