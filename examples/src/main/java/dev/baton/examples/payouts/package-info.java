/**
 * The payouts demo: the code to read first.
 *
 * <p>A company pays out money through partner banks. Each payout must be made once: not lost when a
 * machine falls, not made twice when it comes back. Banks are slow, busy, or refuse. Here is how
 * that looks with Baton, in the order in which a payout lives:
 *
 * <ol>
 *   <li>{@link dev.baton.examples.payouts.PayoutAdder} writes the payout and adds its task <b>in
 *       one transaction</b>. The payout's id is the task's unique key, so a duplicate is refused;
 *       adding the same row again is harmless, which is all that resuming a killed import takes.
 *   <li>{@link dev.baton.examples.payouts.PayoutNode} says how such tasks run: so many at a time,
 *       so many per partner, retried after a moment, resumed when a node falls.
 *   <li>{@link dev.baton.examples.payouts.PayoutHandler} calls the bank and writes the ledger in
 *       the transaction that completes the task: both happen, once, or neither.
 * </ol>
 *
 * <p>The rest is what a demo needs. {@code Demo} is one start of it; {@code Run} is the execution
 * of one input over as many starts as it takes; {@code PayoutInput}, {@code CsvReader} and {@code
 * RowRules} read the file; {@code Importer} feeds the adders; {@code Tally} counts, from committed
 * rows only, what {@code Summary} and {@code Figures} tell. The ledger has no unique constraint: if
 * a payout were ever booked twice, it would be seen. With several nodes, {@code Cluster} starts
 * further processes ({@code NodeMain}), which know only the database, not each other.
 */
@NullMarked
package dev.baton.examples.payouts;

import org.jspecify.annotations.NullMarked;
