/**
 * Runs real databases under the simulator. Each JDBC statement of a node passes a seam, where the
 * scheduler may change threads, time passes, and faults occur. {@link
 * dev.baton.tck.simulation.sql.Session} is one connection behind the seam. {@link
 * dev.baton.tck.simulation.sql.Server} finds out which lock a statement waits for, and then another
 * thread continues.
 *
 * <p>Triggers write each change and its session into a table. The simulator reads this table after
 * each commit, in the same step.
 */
@NullMarked
package dev.baton.tck.simulation.sql;

import org.jspecify.annotations.NullMarked;
