package dev.baton.examples.payouts.demo;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A finished run in figures: what {@code --json} writes, under these names.
 *
 * @param rows rows of data in the file, malformed ones included
 * @param malformed rows that aren't payouts
 * @param duplicates rows whose id an earlier row has
 * @param paid payouts with a ledger row
 * @param refused payouts that failed for good
 * @param retried attempts beyond the first
 * @param ledgerRows rows in the ledger
 * @param paidTwice payouts with more than one ledger row
 * @param lost valid rows that ended neither paid nor refused
 * @param startLatencyMs from the commit of a payout that is due at once to the start of its task
 * @param tasksPerSecond payouts that ended in this process's time, by that time
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
    StartLatency startLatencyMs,
    double tasksPerSecond) {

  /** Nobody was paid twice and nothing was lost. */
  boolean areGood() {
    return paidTwice == 0 && lost == 0;
  }
}
