package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.spring.error.BatonSetupException;
import dev.baton.spring.schema.SchemaStep;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * This application's node, from its start to its stop. Thread-safe.
 *
 * <p>It starts with the context, before web servers and listeners, so that whoever they call can
 * add tasks; it claims none before the application is ready. It stops after them, within the time
 * that Spring gives a phase of its shutdown: running handlers may end, and are then interrupted.
 */
public final class BatonNode implements SmartLifecycle {
  /** Before web servers and message listeners start, and after they have stopped. */
  public static final int PHASE = DEFAULT_PHASE / 2;

  private static final Logger LOG = LoggerFactory.getLogger(BatonNode.class);

  private final NodeBlueprint blueprint;
  private final NodeStart start;
  private final SchemaStep schema;
  private final BatonDatabase database;
  private final Duration patience;
  private final Consumer<Baton> started;
  private volatile NodeStart.@Nullable RunningNode node;
  private volatile boolean running;
  private boolean ready;

  BatonNode(
      NodeBlueprint blueprint,
      NodeStart start,
      SchemaStep schema,
      BatonDatabase database,
      Duration patience,
      Consumer<Baton> started) {
    this.blueprint = blueprint;
    this.start = start;
    this.schema = schema;
    this.database = database;
    this.patience = patience;
    this.started = started;
  }

  /**
   * The node.
   *
   * @throws IllegalStateException before the context has started it
   */
  public Baton baton() {
    NodeStart.RunningNode there = node;
    if (there == null) {
      throw new IllegalStateException(
          "Baton hasn't started yet: it does when all beans are there. Add tasks from an"
              + " ApplicationRunner or a listener of ApplicationReadyEvent, not while beans are"
              + " made");
    }
    return there.baton();
  }

  @Override
  public synchronized void start() {
    if (running) {
      return;
    }
    schema.prepare(database.dataSource());
    NodeStart.RunningNode there = begin();
    node = there;
    running = true;
    started.accept(there.baton());
    if (ready) {
      claim();
    }
  }

  private NodeStart.RunningNode begin() {
    try {
      return start.start(blueprint);
    } catch (ConfigurationException told) {
      throw told;
    } catch (IllegalArgumentException | IllegalStateException wrong) {
      BatonSetupException told =
          new BatonSetupException(
              "Baton can't start: " + wrong.getMessage(),
              "Mend the handler, schedule or property that this names");
      told.initCause(wrong);
      throw told;
    }
  }

  /** The application is ready: from now on tasks are run. */
  public synchronized void claim() {
    ready = true;
    NodeStart.RunningNode there = node;
    if (running && there != null) {
      there.claim();
    }
  }

  @Override
  public synchronized void stop() {
    NodeStart.RunningNode there = node;
    if (!running || there == null) {
      return;
    }
    // What still adds while the application ends does so by the stopped node; others run it.
    running = false;
    try {
      if (!there.stop(patience)) {
        LOG.warn(
            "Some handlers hadn't ended after {}: other nodes resume their tasks when the leases"
                + " end. To give handlers longer, set spring.lifecycle.timeout-per-shutdown-phase",
            patience);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
