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
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster duties of this node, such as sweeping. Each duty is done by one node at a time. This
 * class starts their loops and, when the node stops, resigns from them. No task passes through it.
 */
final class Duties {
  private static final Logger LOG = LoggerFactory.getLogger(Duties.class);

  private record One(String name, Loop loop, Runnable resignation) {}

  private final List<One> all = new ArrayList<>();
  private final List<Loop> sinks;

  /** Takes the duties of this node. An empty duty is left to other nodes. */
  Duties(
      Optional<Sweeper> sweeper,
      Optional<Pruner> pruner,
      Optional<Scheduler> scheduler,
      Optional<IncidentWatch> incidents) {
    sweeper.ifPresent(duty -> all.add(new One("sweeper", duty.loop(), duty::resign)));
    pruner.ifPresent(duty -> all.add(new One("pruner", duty.loop(), duty::resign)));
    scheduler.ifPresent(duty -> all.add(new One("scheduler", duty.loop(), duty::resign)));
    incidents.ifPresent(duty -> all.add(new One("incidents", duty.loop(), duty::resign)));
    sinks = incidents.map(IncidentWatch::sinkLoops).orElse(List.of());
  }

  /**
   * Starts the loops of the duties after this wait. Until then the node, whose classes aren't
   * loaded yet, starts its own tasks.
   */
  void start(Duration wait) {
    loops().forEach(loop -> loop.startAfter(wait));
    sinks.forEach(Loop::start);
  }

  /** Returns the loops that call code from outside of Baton. No duty waits for their end. */
  List<Loop> sinkLoops() {
    return sinks;
  }

  List<Loop> loops() {
    return all.stream().map(One::loop).toList();
  }

  /** Resigns from each duty, even if another one fails. Call this after the loops have ended. */
  void resign() {
    for (One duty : all) {
      try {
        duty.resignation().run();
      } catch (RuntimeException | Error broken) {
        report(duty, broken);
      }
    }
  }

  private static void report(One duty, Throwable broken) {
    try {
      LOG.info(
          "This node could not resign from the duty {} ({}). Another node takes the duty over"
              + " when its term ends",
          duty.name(),
          Texts.line(Texts.message(broken)));
    } catch (RuntimeException | Error unlogged) {
      // The log failed, not the stop.
    }
  }
}
