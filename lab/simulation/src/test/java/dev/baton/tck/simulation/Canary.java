package dev.baton.tck.simulation;

import dev.baton.spi.TaskStore;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * An engine that is broken on purpose.
 *
 * @param name what is wrong with the engine
 * @param sabotage breaks the engine
 */
record Canary(String name, Sabotage sabotage) {

  /** Returns a canary that is broken between the engine and its store. */
  static Canary store(String name, Function<TaskStore, TaskStore> broken) {
    return store(name, (database, real) -> broken.apply(real));
  }

  /**
   * Returns a canary that is broken between the engine and its store by code that reads the rows.
   */
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
