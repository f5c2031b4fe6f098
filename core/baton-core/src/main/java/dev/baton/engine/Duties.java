package dev.baton.engine;

import dev.baton.engine.base.Loop;
import dev.baton.engine.incident.IncidentWatch;
import dev.baton.engine.schedule.Scheduler;
import dev.baton.engine.sweep.Pruner;
import dev.baton.engine.sweep.Sweeper;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The duties of this node for the whole cluster, such as sweeping. One node at a time does each
 * duty. This class starts their loops. When the node stops, it resigns from the duties.
 */
final class Duties {
  private static final Logger LOG = LoggerFactory.getLogger(Duties.class);

  private record OwnDuty(String name, Loop loop, Runnable resignation) {}

  private final List<OwnDuty> all = new ArrayList<>();
  private final List<Loop> sinks;

  /** Creates the duties of this node. If a duty is null, other nodes do it. */
  Duties(
      @Nullable Sweeper sweeper,
      @Nullable Pruner pruner,
      @Nullable Scheduler scheduler,
      @Nullable IncidentWatch incidents) {
    if (sweeper != null) {
      all.add(new OwnDuty("sweeper", sweeper.loop(), sweeper::resign));
    }
    if (pruner != null) {
      all.add(new OwnDuty("pruner", pruner.loop(), pruner::resign));
    }
    if (scheduler != null) {
      all.add(new OwnDuty("scheduler", scheduler.loop(), scheduler::resign));
    }
    if (incidents != null) {
      all.add(new OwnDuty("incidents", incidents.loop(), incidents::resign));
    }
    sinks = incidents == null ? List.of() : incidents.sinkLoops();
  }

  /**
   * Starts the loops of the duties after this wait. Until then the node can start its own tasks,
   * while its classes are still being loaded.
   */
  void start(Duration wait) {
    for (OwnDuty duty : all) {
      duty.loop().startAfter(wait);
    }
    for (Loop sink : sinks) {
      sink.start();
    }
  }

  /**
   * Returns the loops that call code outside of Baton. The stop of a duty doesn't wait for them.
   */
  List<Loop> sinkLoops() {
    return sinks;
  }

  List<Loop> loops() {
    List<Loop> loops = new ArrayList<>();
    for (OwnDuty duty : all) {
      loops.add(duty.loop());
    }
    return loops;
  }

  /** Resigns from each duty, even if one of them fails. Call this after the loops have ended. */
  void resign() {
    for (OwnDuty duty : all) {
      try {
        duty.resignation().run();
      } catch (RuntimeException | Error broken) {
        report(duty, broken);
      }
    }
  }

  private static void report(OwnDuty duty, Throwable broken) {
    try {
      LOG.info(
          "This node could not resign from the duty {} ({}). Another node takes the duty over"
              + " when its term ends",
          duty.name(),
          Texts.line(Texts.message(broken)));
    } catch (RuntimeException | Error unlogged) {
      // The log itself has failed. The stop continues.
    }
  }
}
