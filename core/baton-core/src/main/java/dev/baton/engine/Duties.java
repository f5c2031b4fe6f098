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

/** The duties of the cluster, such as sweeping, each of which one node at a time has. */
final class Duties {
  private static final Logger LOG = LoggerFactory.getLogger(Duties.class);

  private record One(String name, Loop loop, Runnable resignation) {}

  private final List<One> all = new ArrayList<>();
  private final List<Loop> sinks;

  /** Those a node has; the others are left to other nodes. */
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
   * Starts them, to begin after that wait: until then the node, whose classes aren't loaded yet,
   * starts tasks of its own.
   */
  void start(Duration wait) {
    loops().forEach(loop -> loop.startAfter(wait));
    sinks.forEach(Loop::start);
  }

  /** Those that call code of others; no duty waits for their ends. */
  List<Loop> sinkLoops() {
    return sinks;
  }

  List<Loop> loops() {
    return all.stream().map(One::loop).toList();
  }

  /** Gives each up, whatever becomes of the others. Called when the loops have ended. */
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
          "This node could not resign from the duty {} ({}): another node takes the duty over"
              + " when its term ends",
          duty.name(),
          Texts.line(Texts.message(broken)));
    } catch (RuntimeException | Error unlogged) {
      // The log is broken, not the stop.
    }
  }
}
