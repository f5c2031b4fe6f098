package dev.baton.quarkus.runtime;

import dev.baton.Baton;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jta.JtaTransactions;
import dev.baton.quarkus.BatonConfig;
import dev.baton.quarkus.BatonStarted;
import dev.baton.task.internal.Texts;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the application's node, and stops it. Thread-safe.
 *
 * <p>The node starts on first use, at the latest with the application. It claims no task before the
 * application's own startup observers have run. It stops with the application, also before a live
 * reload: running handlers get time to finish, and are then interrupted.
 */
@Singleton
public class BatonNode {
  private static final Logger LOG = LoggerFactory.getLogger(BatonNode.class);

  /** Priority after the application's own observers, which usually have none. */
  private static final int LATE = 1_000_000;

  @Inject BatonConfig config;
  @Inject NodePlan plan;
  @Inject JtaTransactions transactions;
  @Inject @All List<BatonStarted> started;

  private @Nullable Baton baton;
  private boolean stopped;

  /** Returns the node and starts it if needed. */
  public synchronized Baton baton() {
    if (baton == null) {
      if (!config.enabled() || stopped) {
        throw new IllegalStateException(
            stopped
                ? "The application has stopped"
                : "This application has no node: baton.enabled is false");
      }
      baton = start();
      Baton there = baton;
      started.forEach(one -> one.started(there));
    }
    return baton;
  }

  /** Returns the node while it runs, otherwise null. */
  synchronized @Nullable Baton running() {
    return stopped ? null : baton;
  }

  private Baton start() {
    if (config.schema() == BatonConfig.SchemaMode.APPLY) {
      BatonSchema.apply(transactions.outside());
    }
    try {
      return plan.node().start();
    } catch (DeploymentException told) {
      throw told;
    } catch (IllegalArgumentException
        | IllegalStateException
        | dev.baton.api.error.ConfigurationException wrong) {
      throw new ConfigurationException(
          "Baton can't start: "
              + wrong.getMessage()
              + ". Correct the handler, schedule or baton.* value that the message names",
          wrong);
    }
  }

  void ready(@Observes @Priority(LATE) StartupEvent event) {
    if (config.enabled()) {
      Baton there = baton();
      plan.buckets().forEach(there::startBucket);
    }
  }

  void end(@Observes ShutdownEvent event) {
    stop();
  }

  /** Also stops the node if the application ends without a shutdown event. */
  @PreDestroy
  synchronized void stop() {
    if (stopped || baton == null) {
      stopped = true;
      return;
    }
    // Code that adds tasks during the shutdown uses the stopped node; other nodes run those tasks.
    stopped = true;
    try {
      if (!baton.stop(plan.patience())) {
        LOG.warn(
            "Some handlers were still running after {}: other nodes resume their tasks when the"
                + " leases expire. To give handlers more time, set baton.shutdown",
            Texts.duration(plan.patience()));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
