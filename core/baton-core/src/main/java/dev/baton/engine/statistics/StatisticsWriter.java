package dev.baton.engine.statistics;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.StatisticsStore.Minute;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes this node's counts to the store every ten seconds and at the end of each minute. If
 * nothing was counted, it writes nothing. No task waits for it. Counts that can't be written now
 * wait in {@link UnwrittenStatistics}. If the node dies, they are lost.
 */
final class StatisticsWriter {
  private static final Logger LOG = LoggerFactory.getLogger(StatisticsWriter.class);
  private static final Duration PERIOD = Duration.ofSeconds(10);
  private static final long SECONDS_A_MINUTE = 60;
  private static final int BATCH = 500;

  private final NodeContext node;
  private final StatisticsStore store;
  private final TaskCounters book;
  private final UnwrittenStatistics unwritten = new UnwrittenStatistics();
  private final Loop loop;

  /** The time of the store's clock at {@code clockNanos}; null until it was read. */
  private @Nullable Instant clock;

  private long clockNanos;
  private long gatheredNanos;
  private boolean toldOfLoss;

  StatisticsWriter(NodeContext node, StatisticsStore store, TaskCounters book) {
    this.node = node;
    this.store = store;
    this.book = book;
    this.gatheredNanos = node.runtime().nanoTime();
    this.loop = new Loop("statistics", node.runtime(), node.events(), PERIOD, this::round);
  }

  Loop loop() {
    return loop;
  }

  /** Writes the last counts. Call this after the loop has ended. */
  void end() {
    try {
      round();
    } catch (RuntimeException away) {
      LOG.info(
          "This node could not write its last statistics ({}). Up to {} s of them are missing",
          Texts.line(away.getMessage()),
          PERIOD.toSeconds());
    }
  }

  private Duration round() {
    if (clock == null) {
      // Read the store's clock first, because this node's clock may be wrong.
      long before = node.runtime().nanoTime();
      learn(store.now(), before);
    }
    Map<TypeInBucket, TaskStatistics> news = book.gather();
    long now = node.runtime().nanoTime();
    // Use the middle of the time since the last round as the time of the counts. A round always
    // ends with the minute, so the counts get the right minute.
    long ago = (now - gatheredNanos) / 2;
    gatheredNanos = now;
    if (!news.isEmpty()) {
      note(now - ago, news);
    }
    while (!unwritten.isWritten()) {
      write(unwritten.unwritten(BATCH));
    }
    return untilNextRound(node.runtime().nanoTime());
  }

  private void note(long atNanos, Map<TypeInBucket, TaskStatistics> news) {
    long minute = Math.floorDiv(onTheStoresClock(atNanos).getEpochSecond(), SECONDS_A_MINUTE);
    int dropped = unwritten.add(minute, news);
    if (dropped > 0 && !toldOfLoss) {
      toldOfLoss = true;
      LOG.warn(
          "This node has failed to write statistics, and drops the oldest ones. Tasks aren't"
              + " affected. This warning isn't repeated until a write succeeds");
    }
  }

  private void write(List<Minute> minutes) {
    long before = node.runtime().nanoTime();
    Instant shown = store.keep(node.owners().node(), minutes);
    learn(shown, before);
    unwritten.written(minutes);
    toldOfLoss = false;
  }

  private void learn(Instant shown, long nanos) {
    clock = shown;
    clockNanos = nanos;
  }

  private Instant onTheStoresClock(long nanos) {
    return Objects.requireNonNull(clock).plusNanos(nanos - clockNanos);
  }

  /**
   * Returns the time until the next round. It starts at the end of this minute at the latest, so
   * that the counts of a round belong to one minute.
   */
  private Duration untilNextRound(long nanos) {
    long millisOfMinute =
        Math.floorMod(onTheStoresClock(nanos).toEpochMilli(), SECONDS_A_MINUTE * 1_000);
    Duration left = Duration.ofMillis(SECONDS_A_MINUTE * 1_000 - millisOfMinute);
    return left.compareTo(PERIOD) < 0 ? left : PERIOD;
  }
}
