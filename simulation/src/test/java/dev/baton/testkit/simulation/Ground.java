package dev.baton.testkit.simulation;

import dev.baton.spi.Transactions;

/** What an experiment stands on: the rows, and how its nodes get to them. */
interface Ground {

  SimulatedDatabase database();

  /** The ways of a new node. */
  Seams seams(SimulatedNode node);

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

    /** Whether attempts keep steps, and await signals. */
    default boolean hasNotes() {
      return false;
    }
  }
}
