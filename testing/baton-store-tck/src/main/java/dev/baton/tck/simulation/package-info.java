/**
 * A seeded simulator: several nodes of one cluster in one JVM, with the unchanged engine and in
 * virtual time. Exactly one thread runs at a time. At every seam call the seed decides which thread
 * continues, what fails and how. The same seed gives the same history.
 *
 * <p>{@link dev.baton.tck.simulation.Simulation} is the scheduler and independent of Baton. {@link
 * dev.baton.tck.simulation.SimulatedNode} is one start of a process: its threads, its clocks, and
 * whether it is alive. {@link dev.baton.tck.simulation.SimulatedDatabase} survives the nodes. The
 * seams of one node ({@link dev.baton.tck.simulation.SimulatedRuntime}, {@link
 * dev.baton.tck.simulation.SimulatedTaskStore}, {@link
 * dev.baton.tck.simulation.SimulatedTransactions}, {@link
 * dev.baton.tck.simulation.SimulatedLeadership}, {@link
 * dev.baton.tck.simulation.SimulatedClusterStore}, {@link
 * dev.baton.tck.simulation.SimulatedChannel}) connect the node with the database and fail as {@link
 * dev.baton.tck.simulation.Faults} specifies.
 *
 * <p>A program for the simulator has three rules. Every wait goes through the seams. No seam is
 * called while a thread has a lock. Nothing depends on the order of an unordered collection.
 */
@NullMarked
package dev.baton.tck.simulation;

import org.jspecify.annotations.NullMarked;
