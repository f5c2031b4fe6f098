package dev.baton.engine.attempt.note;

import dev.baton.api.Progress;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.spi.NoteStore;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes the progress that the handlers of this node report, at most twice a second. Only the
 * latest report of each task is written. Handlers never wait for the write. If the write fails, the
 * report is dropped. Thread-safe.
 */
public final class ProgressBoard {
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);
  private static final Duration GAP = Duration.ofMillis(500);

  private final NodeContext node;
  private final ConcurrentSkipListMap<UUID, Progress> latest = new ConcurrentSkipListMap<>();
  private final AtomicBoolean asked = new AtomicBoolean();
  private final Loop loop;
  private long notBeforeNanos;

  public ProgressBoard(NodeContext node) {
    this.node = node;
    this.notBeforeNanos = node.runtime().nanoTime();
    this.loop = new Loop("progress", node.runtime(), node.events(), this::round);
  }

  public Loop loop() {
    return loop;
  }

  /** Records the progress of a task. Only the latest report of a task is kept. */
  public void note(UUID task, Progress progress) {
    if (node.stores().notes() == null) {
      return;
    }
    latest.put(task, progress);
    if (asked.compareAndSet(false, true)) {
      loop.wake();
    }
  }

  private Duration round() {
    NoteStore notes = node.stores().notes();
    if (notes == null || !asked.get()) {
      return UNTIL_WOKEN;
    }
    long early = notBeforeNanos - node.runtime().nanoTime();
    if (early > 0) {
      return Duration.ofNanos(early);
    }
    // Reset the flag before taking the entries, so that a later report starts another round.
    asked.set(false);
    Map<UUID, Progress> some = new TreeMap<>();
    for (UUID task : latest.keySet()) {
      Progress progress = latest.remove(task);
      if (progress != null) {
        some.put(task, progress);
      }
    }
    notBeforeNanos = node.runtime().nanoTime() + GAP.toNanos();
    notes.noteProgress(some);
    return UNTIL_WOKEN;
  }
}
