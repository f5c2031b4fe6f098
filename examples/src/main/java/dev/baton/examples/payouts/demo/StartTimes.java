package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.site.PayoutTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Times from the commit of payouts to their start. Payouts that found a free slot show how fast the
 * engine is. The others waited for a free slot of their partner or of the nodes.
 *
 * @param free payouts that found a free slot
 * @param waited payouts that found none
 */
record StartTimes(Percentiles free, Percentiles waited) {

  /**
   * @param slotsOfPartner calls to one partner that all nodes make at a time
   * @param slots calls that all nodes make at a time
   */
  static StartTimes of(List<PayoutTimes> all, int slotsOfPartner, int slots) {
    List<Long> free = new ArrayList<>();
    List<Long> waited = new ArrayList<>();
    UnderWay everywhere = UnderWay.of(all);
    Map<String, List<PayoutTimes>> byPartner =
        all.stream().collect(Collectors.groupingBy(PayoutTimes::partner));
    for (List<PayoutTimes> ofPartner : byPartner.values()) {
      UnderWay here = UnderWay.of(ofPartner);
      for (PayoutTimes payout : ofPartner) {
        if (payout.committed() > 0) {
          boolean foundSlot =
              here.before(payout) < slotsOfPartner && everywhere.before(payout) < slots;
          (foundSlot ? free : waited).add(Math.max(0, payout.firstStart() - payout.committed()));
        }
      }
    }
    return new StartTimes(Percentiles.of(free), Percentiles.of(waited));
  }

  /** Payouts that have begun and haven't ended, by time. */
  private record UnderWay(long[] begins, long[] ends) {
    static UnderWay of(List<PayoutTimes> payouts) {
      return new UnderWay(
          payouts.stream().mapToLong(PayoutTimes::begin).sorted().toArray(),
          payouts.stream().mapToLong(PayoutTimes::lastEnd).sorted().toArray());
    }

    /** Returns how many other payouts were running when this one began. */
    int before(PayoutTimes payout) {
      return upTo(begins, payout.begin()) - upTo(ends, payout.begin()) - 1;
    }

    /** Returns how many of these times are not later than the given one. */
    private static int upTo(long[] sorted, long time) {
      int at = Arrays.binarySearch(sorted, time);
      int end = at < 0 ? -at - 1 : at;
      while (end < sorted.length && sorted[end] == time) {
        end++;
      }
      return end;
    }
  }
}
