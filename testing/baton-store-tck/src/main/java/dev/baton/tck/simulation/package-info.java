/**
 * A seeded simulator: several nodes of one cluster in one JVM, with the engine unchanged, in
 * virtual time. Exactly one thread runs at a time; at every seam call the seed decides who goes on,
 * what fails and how. The same seed gives the same history.
 *
 * <p>{@link dev.baton.tck.simulation.Simulation} is the scheduler and knows no Baton. {@link
 * dev.baton.tck.simulation.SimulatedNode} is one start of a process: its threads, its clocks,
 * whether it lives. {@link dev.baton.tck.simulation.SimulatedDatabase} is what survives them. The
 * seams of one node ({@link dev.baton.tck.simulation.SimulatedRuntime}, {@link
 * dev.baton.tck.simulation.SimulatedTaskStore}, {@link
 * dev.baton.tck.simulation.SimulatedTransactions}, {@link
 * dev.baton.tck.simulation.SimulatedLeadership}, {@link
 * dev.baton.tck.simulation.SimulatedClusterStore}, {@link
 * dev.baton.tck.simulation.SimulatedChannel}) lie in between and misbehave as {@link
 * dev.baton.tck.simulation.Faults} says.
 *
 * <p>What must be kept in mind by whoever writes a program for it: every wait must go through the
 * seams, no seam may be called while a lock is held, and nothing may depend on the order of an
 * unordered collection.
 */
@NullMarked
package dev.baton.tck.simulation;

import org.jspecify.annotations.NullMarked;
