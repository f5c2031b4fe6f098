package dev.baton.engine.figures;

import dev.baton.api.Figures;
import dev.baton.engine.NodeContext;
import dev.baton.engine.dispatch.Slots;
import dev.baton.spi.FiguresStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** All of a node that deals in figures. Without a store for them nothing is counted. */
public final class Figuring {
  private final FigureDesk desk;
  private final @Nullable FigureWriter writer;

  public Figuring(NodeContext node, Slots slots) {
    FiguresStore store = node.stores().figures();
    desk = new FigureDesk(node, store, slots);
    if (store == null) {
      writer = null;
      return;
    }
    FigureBook book = new FigureBook();
    node.events().tell(book);
    writer = new FigureWriter(node, store, book);
  }

  public Figures desk() {
    return desk;
  }

  public void start() {
    if (writer != null) {
      writer.loop().start();
    }
  }

  /** Writes what is left to write. */
  public void end(Duration patience) throws InterruptedException {
    if (writer == null) {
      return;
    }
    writer.loop().stop();
    if (writer.loop().join(patience)) {
      writer.end();
    }
  }
}
