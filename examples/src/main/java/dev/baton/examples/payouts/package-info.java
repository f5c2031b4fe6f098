/**
 * The payouts demo: the code to read first.
 *
 * <p>A company pays out money through partner banks. Each payout must be made once: not lost when a
 * machine fails, not made twice when it comes back. Banks are slow, busy, or refuse. Read the
 * classes in the order of a payout's life:
 *
 * <ol>
 *   <li>{@link dev.baton.examples.payouts.PayoutAdder} writes the payout and adds its task <b>in
 *       one transaction</b>. The payout's id is the task's unique key, so a duplicate is refused.
 *       Adding the same row again is harmless, so a killed import continues by adding its rows
 *       again.
 *   <li>{@link dev.baton.examples.payouts.PayoutNode} defines how the tasks run: the limits per
 *       node and per partner, the retries, and the resumption after a node dies.
 *   <li>{@link dev.baton.examples.payouts.PayoutHandler} calls the bank and writes the ledger in
 *       the transaction that ends the task: both are written exactly once, or neither.
 * </ol>
 *
 * <p>The ledger has no unique constraint: if a payout were ever booked twice, the demo would show
 * it.
 *
 * <p>The subpackages contain the rest of the demo. {@code input} reads the file. {@code site}
 * contains the databases, the run (one input, over one or more starts), and the tally, which counts
 * committed rows only. {@code demo} is the command: {@code Demo} is one start of it, {@code
 * Importer} feeds the adders, {@code Summary} and {@code Figures} report the results, and {@code
 * Cluster} starts further processes ({@code NodeMain}), which know only the database, not each
 * other.
 */
@NullMarked
package dev.baton.examples.payouts;

import org.jspecify.annotations.NullMarked;
