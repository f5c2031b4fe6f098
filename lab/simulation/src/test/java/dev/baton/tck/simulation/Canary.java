package dev.baton.tck.simulation;

import dev.baton.spi.TaskStore;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * An engine that is broken on purpose.
 *
 * @param name what is wrong with it
 * @param sabotage how it is done
 */
record Canary(String name, Sabotage sabotage) {

  /** Broken between the engine and its store. */
  static Canary store(String name, Function<TaskStore, TaskStore> broken) {
    return store(name, (database, real) -> broken.apply(real));
  }

  /** Broken between the engine and its store, by somebody who sees the rows. */
  static Canary store(String name, BiFunction<SimulatedDatabase, TaskStore, TaskStore> broken) {
    return new Canary(
        name,
        new Sabotage() {
          @Override
          public TaskStore store(SimulatedNode node, SimulatedDatabase database, TaskStore real) {
            return broken.apply(database, real);
          }
        });
  }
}
