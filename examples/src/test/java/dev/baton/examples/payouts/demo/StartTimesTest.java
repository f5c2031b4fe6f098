package dev.baton.examples.payouts.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.payouts.site.PayoutTimes;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Start times distinguish the engine's own time from the wait for a slot. */
class StartTimesTest {
  private static PayoutTimes payout(String partner, long committed, long started, long ended) {
    return new PayoutTimes(partner, committed, started, ended, 1, ended - started);
  }

  @Test
  void payoutWaitsOnlyIfItsPartnersSlotsAreTaken() {
    StartTimes times =
        StartTimes.of(
            List.of(
                payout("A", 10_000, 11_000, 50_000),
                payout("A", 12_000, 14_000, 60_000),
                payout("A", 13_000, 50_000, 70_000),
                payout("B", 15_000, 18_000, 20_000)),
            2,
            9);
    assertThat(times.free()).isEqualTo(new Percentiles(3, 2.0, 3.0));
    assertThat(times.waited()).isEqualTo(new Percentiles(1, 37.0, 37.0));
  }

  @Test
  void payoutWaitsIfAllSlotsAreTaken() {
    StartTimes times =
        StartTimes.of(
            List.of(payout("A", 10_000, 11_000, 50_000), payout("B", 12_000, 50_000, 60_000)),
            9,
            1);
    assertThat(times.free().count()).isEqualTo(1);
    assertThat(times.waited()).isEqualTo(new Percentiles(1, 38.0, 38.0));
  }

  @Test
  void payoutDueLaterIsNotMeasuredButTakesSlot() {
    StartTimes times =
        StartTimes.of(
            List.of(payout("A", 0, 11_000, 50_000), payout("A", 12_000, 50_000, 60_000)), 1, 9);
    assertThat(times.free()).isEqualTo(new Percentiles(0, 0, 0));
    assertThat(times.waited().count()).isEqualTo(1);
  }

  @Test
  void percentileIsSmallestValueThatEnoughDoNotExceed() {
    List<Long> upTo1000 = LongStream.rangeClosed(1, 1_000).map(i -> i * 1_000).boxed().toList();
    assertThat(Percentiles.of(upTo1000)).isEqualTo(new Percentiles(1_000, 500, 990));
    assertThat(Percentiles.of(List.of(7_000L))).isEqualTo(new Percentiles(1, 7, 7));
  }
}
