/**
 * Real databases under the simulator. Each JDBC statement of a node passes a seam: there the
 * scheduler may change threads, time passes, and things go wrong; {@link
 * dev.baton.tck.simulation.sql.Session} is one connection behind it. What a statement waits for is
 * found out by {@link dev.baton.tck.simulation.sql.Server}, and another thread goes on.
 *
 * <p>What is committed is told by triggers, which write into a table who changed what; it is read
 * after each commit, in the same step.
 */
@NullMarked
package dev.baton.tck.simulation.sql;

import org.jspecify.annotations.NullMarked;
