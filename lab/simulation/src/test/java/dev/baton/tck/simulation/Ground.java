package dev.baton.tck.simulation;

import dev.baton.spi.Leadership;
import dev.baton.spi.Stores;
import dev.baton.spi.Transactions;
import org.jspecify.annotations.Nullable;

/** The base of an experiment: the rows, and the stores through which its nodes access them. */
interface Ground {

  SimulatedDatabase database();

  /** Returns the access of a new node to a store with transactions. Not called for a core. */
  Seams seams(SimulatedNode node);

  /** Returns the access of a new node to a store without transactions; null if it has them. */
  default @Nullable Core core(SimulatedNode node) {
    return null;
  }

  /** The parts of a store without transactions. */
  record Core(Stores stores, Leadership leadership) {}

  /** Returns the transactions for the programs on a node with these transactions. */
  default Transactions callers(Transactions own) {
    return own;
  }

  /** Releases the rows after the experiment, so that another one can use them. */
  default void close() {}

  /** A kind of database that contains the rows. */
  interface Kind {
    /** Returns an empty base for one experiment. */
    Ground open(Simulation simulation, Sabotage sabotage);

    /** Returns whether some seeds add many tasks at once, for batches of full size. */
    default boolean floods() {
      return false;
    }

    /**
     * Returns whether the store has only the core and no transactions. Then the experiment leaves
     * out everything that needs them.
     */
    default boolean isCore() {
      return false;
    }

    /** Returns whether attempts keep steps and await signals. */
    default boolean hasNotes() {
      return false;
    }
  }
}
