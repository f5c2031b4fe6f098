package dev.baton.engine.statistics;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.operate.cluster.Cluster;
import dev.baton.schedule.Schedules;
import dev.baton.spi.Leadership;
import dev.baton.spi.StatisticsStore;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a node that count tasks and write the counts. If the node has no store for
 * statistics, it counts nothing.
 */
public final class NodeStatistics {
  private static final Logger LOG = LoggerFactory.getLogger(NodeStatistics.class);

  private final StatisticsService service;
  private final @Nullable StatisticsWriter writer;
  private final @Nullable LiveCountsReporter reporter;

  /**
   * @param leadership decides which node counts live tasks; null for a client, because clients
   *     never do
   */
  public NodeStatistics(
      NodeContext node,
      Slots slots,
      Cluster cluster,
      Schedules schedules,
      @Nullable Leadership leadership) {
    StatisticsStore store = node.stores().statistics();
    service = new StatisticsService(node, store, slots);
    if (store == null) {
      writer = null;
      reporter = null;
      return;
    }
    reporter =
        leadership != null && node.events().wantLiveCounts()
            ? new LiveCountsReporter(node, leadership, service, cluster, schedules)
            : null;
    TaskCounters book = new TaskCounters();
    node.events().tell(book);
    writer = new StatisticsWriter(node, store, book);
  }

  public StatisticsService service() {
    return service;
  }

  /** Returns the loops of the parts that this node has. */
  public List<Loop> loops() {
    List<Loop> loops = new ArrayList<>();
    if (writer != null) {
      loops.add(writer.loop());
    }
    if (reporter != null) {
      loops.add(reporter.loop());
    }
    return loops;
  }

  public void start() {
    loops().forEach(Loop::start);
  }

  /** Stops the parts and writes the last counts. */
  public void end(Duration patience) throws InterruptedException {
    if (writer == null) {
      return;
    }
    writer.loop().stop();
    endCensus(patience);
    if (writer.loop().join(patience)) {
      writer.end();
    }
  }

  private void endCensus(Duration patience) throws InterruptedException {
    if (reporter == null) {
      return;
    }
    reporter.loop().stop();
    if (!reporter.loop().join(patience)) {
      return;
    }
    try {
      reporter.resign();
    } catch (RuntimeException away) {
      LOG.info(
          "This node could not resign from the duty live-counts ({}). Another node takes the duty"
              + " over when its term ends",
          Texts.line(away.getMessage()));
    }
  }
}
