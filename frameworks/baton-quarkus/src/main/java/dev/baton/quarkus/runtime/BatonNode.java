package dev.baton.quarkus.runtime;

import dev.baton.Baton;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jta.JtaTransactions;
import dev.baton.quarkus.BatonConfig;
import dev.baton.quarkus.BatonStarted;
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
 * This application's node, from its start to its stop. Thread-safe.
 *
 * <p>It starts when it is first asked for, at the latest with the application; it claims no task
 * before the application's own observers of the start have run. It stops with the application, also
 * before a live reload: running handlers may end, and are then interrupted.
 */
@Singleton
public class BatonNode {
  private static final Logger LOG = LoggerFactory.getLogger(BatonNode.class);

  /** After the application's own observers, which have no priority as a rule. */
  private static final int LATE = 1_000_000;

  @Inject BatonConfig config;
  @Inject NodePlan plan;
  @Inject JtaTransactions transactions;
  @Inject @All List<BatonStarted> started;

  private @Nullable Baton baton;
  private boolean stopped;

  /** The node, started. */
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

  /** The node while it runs, or null. */
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
              + ". Mend the handler, schedule or baton.* value that this names",
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

  /** Also where the application didn't come to its end in order. */
  @PreDestroy
  synchronized void stop() {
    if (stopped || baton == null) {
      stopped = true;
      return;
    }
    // What still adds while the application ends does so by the stopped node; others run it.
    stopped = true;
    try {
      if (!baton.stop(plan.patience())) {
        LOG.warn(
            "Some handlers hadn't ended after {}: other nodes resume their tasks when the leases"
                + " end. To give handlers longer, set baton.shutdown",
            plan.patience());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
