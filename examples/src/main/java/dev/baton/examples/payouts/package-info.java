/**
 * The payouts demo: the code to read first.
 *
 * <p>A company pays out money through partner banks. Each payout must be made once: not lost when a
 * machine fails, not made twice when it comes back. Banks are slow, busy, or refuse. This package
 * shows how that looks with Baton, in the order in which a payout lives:
 *
 * <ol>
 *   <li>{@link dev.baton.examples.payouts.PayoutAdder} writes the payout and adds its task <b>in
 *       one transaction</b>. The payout's id is the task's unique key, so a duplicate is refused.
 *       Adding the same row again is harmless. That is all that a killed import needs in order to
 *       continue.
 *   <li>{@link dev.baton.examples.payouts.PayoutNode} says how such tasks run: so many at a time,
 *       so many per partner, retried after a moment, resumed when a node dies.
 *   <li>{@link dev.baton.examples.payouts.PayoutHandler} calls the bank and writes the ledger in
 *       the transaction that completes the task: both happen, once, or neither.
 * </ol>
 *
 * <p>The ledger has no unique constraint: if a payout were ever booked twice, the demo would show
 * it.
 *
 * <p>The packages below hold what a demo needs besides. {@code input} reads the file. {@code site}
 * knows the databases, the run (one input, over as many starts as it takes), and the tally, which
 * counts committed rows only. {@code demo} is the command: {@code Demo} is one start of it, {@code
 * Importer} feeds the adders, {@code Summary} and {@code Figures} say what came out, and {@code
 * Cluster} starts further processes ({@code NodeMain}), which know only the database, not each
 * other.
 */
@NullMarked
package dev.baton.examples.payouts;

import org.jspecify.annotations.NullMarked;
