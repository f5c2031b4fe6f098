package dev.baton.examples.payouts.site;

/**
 * The times of one payout's commit and of its calls to the bank, in microseconds since 1970.
 *
 * @param committed when its commit was acknowledged; 0 if it was due later than that, or if the
 *     process ended before it wrote the time
 * @param firstStart when its first call started
 * @param lastEnd when its last call ended
 * @param calls how often the bank was called
 * @param inCalls how long the calls took together
 */
public record PayoutTimes(
    String partner, long committed, long firstStart, long lastEnd, long calls, long inCalls) {
  /** Returns the sum of these times and another call's, for the same payout. */
  PayoutTimes and(PayoutTimes other) {
    return new PayoutTimes(
        partner,
        committed,
        Math.min(firstStart, other.firstStart),
        Math.max(lastEnd, other.lastEnd),
        calls + other.calls,
        inCalls + other.inCalls);
  }

  /** Returns the time from which the payout needs a slot. */
  public long begin() {
    return committed == 0 ? firstStart : Math.min(committed, firstStart);
  }
}
