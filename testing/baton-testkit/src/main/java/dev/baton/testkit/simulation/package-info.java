/**
 * A seeded simulator: several nodes of one cluster in one JVM, with the engine unchanged, in
 * virtual time. Exactly one thread runs at a time; at every seam call the seed decides who goes on,
 * what fails and how. The same seed gives the same history.
 *
 * <p>{@link dev.baton.testkit.simulation.Simulation} is the scheduler and knows no Baton. {@link
 * dev.baton.testkit.simulation.SimulatedNode} is one start of a process: its threads, its clocks,
 * whether it lives. {@link dev.baton.testkit.simulation.SimulatedDatabase} is what survives them.
 * The seams of one node ({@link dev.baton.testkit.simulation.SimulatedRuntime}, {@link
 * dev.baton.testkit.simulation.SimulatedTaskStore}, {@link
 * dev.baton.testkit.simulation.SimulatedTransactions}, {@link
 * dev.baton.testkit.simulation.SimulatedLeadership}, {@link
 * dev.baton.testkit.simulation.SimulatedClusterStore}, {@link
 * dev.baton.testkit.simulation.SimulatedChannel}) lie in between and misbehave as {@link
 * dev.baton.testkit.simulation.Faults} says.
 *
 * <p>What must be kept in mind by whoever writes a program for it: every wait must go through the
 * seams, no seam may be called while a lock is held, and nothing may depend on the order of an
 * unordered collection.
 */
@NullMarked
package dev.baton.testkit.simulation;

import org.jspecify.annotations.NullMarked;
