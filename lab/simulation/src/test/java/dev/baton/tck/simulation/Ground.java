package dev.baton.tck.simulation;

import dev.baton.spi.Leadership;
import dev.baton.spi.Stores;
import dev.baton.spi.Transactions;
import org.jspecify.annotations.Nullable;

/** What an experiment stands on: the rows, and how its nodes get to them. */
interface Ground {

  SimulatedDatabase database();

  /** The ways of a new node; not where it has a core. */
  Seams seams(SimulatedNode node);

  /** The ways of a new node to a store without transactions; null where it has them. */
  default @Nullable Core core(SimulatedNode node) {
    return null;
  }

  /** What a store without transactions has. */
  record Core(Stores stores, Leadership leadership) {}

  /** The transactions of the programs on a node whose own these are. */
  default Transactions callers(Transactions own) {
    return own;
  }

  /** The experiment is over: somebody else may use what it stood on. */
  default void close() {}

  /** Where the rows are. */
  interface Kind {
    /** An empty one, for one experiment. */
    Ground open(Simulation simulation, Sabotage sabotage);

    /** Whether some seeds have tasks in great numbers, in batches of full size. */
    default boolean floods() {
      return false;
    }

    /** Whether there is a core and no transactions: then whatever needs them is left out. */
    default boolean isCore() {
      return false;
    }

    /** Whether attempts keep steps, and await signals. */
    default boolean hasNotes() {
      return false;
    }
  }
}
