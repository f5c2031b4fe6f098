package dev.baton.examples.payouts.demo;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * The figures of a finished run. {@code --json} writes them under these names.
 *
 * @param rows rows of data in the file, malformed ones included
 * @param malformed rows that aren't payouts
 * @param duplicates rows whose id an earlier row has
 * @param paid payouts with a ledger row
 * @param refused payouts that the bank refused
 * @param retried attempts beyond the first
 * @param ledgerRows rows in the ledger
 * @param paidTwice payouts with more than one ledger row
 * @param lost valid rows that were neither paid nor refused
 * @param startLatencyMs time from commit to start, of payouts that were due at once and found a
 *     free slot
 * @param slotWaitMs time from commit to start, of payouts that were due at once and found no free
 *     slot
 * @param tasksPerSecond payouts per second that ended while this process ran
 */
@JsonPropertyOrder({
  "rows",
  "malformed",
  "duplicates",
  "paid",
  "refused",
  "retried",
  "ledgerRows",
  "paidTwice",
  "lost",
  "startLatencyMs",
  "slotWaitMs",
  "tasksPerSecond"
})
public record Figures(
    long rows,
    long malformed,
    long duplicates,
    long paid,
    long refused,
    long retried,
    long ledgerRows,
    long paidTwice,
    long lost,
    Percentiles startLatencyMs,
    Percentiles slotWaitMs,
    double tasksPerSecond) {

  /** Returns whether no payout was made twice and none was lost. */
  boolean areGood() {
    return paidTwice == 0 && lost == 0;
  }
}
