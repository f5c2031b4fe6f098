package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.spring.error.BatonSetupException;
import dev.baton.spring.schema.SchemaStep;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the application's node, and stops it. Thread-safe.
 *
 * <p>The node starts with the context, before web servers and listeners, so that they can add
 * tasks. It claims no tasks before the application is ready. It stops after web servers and
 * listeners, within the time that Spring allows for a phase of its shutdown: running handlers get
 * time to finish, and are then interrupted.
 */
public final class BatonNode implements SmartLifecycle {
  /** The node starts before web servers and message listeners, and stops after them. */
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
   * Returns the node.
   *
   * @throws IllegalStateException before the context has started it
   */
  public Baton baton() {
    NodeStart.RunningNode there = node;
    if (there == null) {
      throw new IllegalStateException(
          "Baton hasn't started yet: it starts after all beans are created. Add tasks from an"
              + " ApplicationRunner or a listener of ApplicationReadyEvent, not while beans are"
              + " created");
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
              "Correct the handler, schedule or property that the message names");
      told.initCause(wrong);
      throw told;
    }
  }

  /** Starts to run tasks, because the application is ready. */
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
    // Code that adds tasks during the shutdown uses the stopped node; other nodes run those tasks.
    running = false;
    try {
      if (!there.stop(patience)) {
        LOG.warn(
            "Some handlers were still running after {}: other nodes resume their tasks when the"
                + " leases expire. To give handlers more time, set"
                + " spring.lifecycle.timeout-per-shutdown-phase",
            Texts.duration(patience));
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
