package dev.baton.engine.figures;

import dev.baton.api.statistics.Figures;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.spi.FiguresStore;
import dev.baton.spi.Leadership;
import dev.baton.task.Texts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All of a node that deals in figures. Without a store for them nothing is counted. */
public final class Figuring {
  private static final Logger LOG = LoggerFactory.getLogger(Figuring.class);

  private final FigureDesk desk;
  private final @Nullable FigureWriter writer;
  private final @Nullable Census census;

  /**
   * @param leadership says which node counts what there is; null for a client, which never does
   */
  public Figuring(NodeContext node, Slots slots, @Nullable Leadership leadership) {
    FiguresStore store = node.stores().figures();
    desk = new FigureDesk(node, store, slots);
    if (store == null) {
      writer = null;
      census = null;
      return;
    }
    census =
        leadership != null && node.events().wantSurveys()
            ? new Census(node, leadership, desk)
            : null;
    FigureBook book = new FigureBook();
    node.events().tell(book);
    writer = new FigureWriter(node, store, book);
  }

  public Figures desk() {
    return desk;
  }

  public StuckTasks stuckTasks() {
    return desk;
  }

  public void start() {
    if (writer != null) {
      writer.loop().start();
    }
    if (census != null) {
      census.loop().start();
    }
  }

  /** Writes what is left to write. */
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
    if (census == null) {
      return;
    }
    census.loop().stop();
    if (!census.loop().join(patience)) {
      return;
    }
    try {
      census.resign();
    } catch (RuntimeException away) {
      LOG.info(
          "The duty census could not be given up ({}); another node takes it when it lapses",
          Texts.line(away.getMessage()));
    }
  }
}
