package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.StatisticsStore.TakenSlot;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of every statistics store next to a {@link dev.baton.spi.TaskStore}. */
public abstract class StatisticsStoreContract extends CoreStatisticsContract
    implements StoreFixture {

  @Test
  void theSlotsOfLimitsAreThoseOfTasksStillHeld() throws Exception {
    UUID owner = UUID.randomUUID();
    Permit ofKey = new Permit.Slot("L", "k", 3);
    Task one = claimed(ofKey, owner);
    Task two = claimed(new Permit.Slot("M", "", 3), owner);
    Task gone = claimed(ofKey, owner);
    given().applied(HolderRules.done(gone, null, StoreScenario.KEEP));
    assertThat(statistics().slots(10))
        .containsExactly(
            new TakenSlot("L\nk", one.id(), owner, "T"), new TakenSlot("M", two.id(), owner, "T"));
    assertThat(statistics().slots(1)).hasSize(1);
  }

  @Test
  void aRateIsInUseUntilWhatItGaveOutIsPaidFor() throws Exception {
    assertThat(statistics().rates(10)).isEmpty();
    claimed(
        new Permit.Rate("R", "", Duration.ofHours(1).toNanos() / 1_000, 1, 1), UUID.randomUUID());
    assertThat(statistics().rates(10))
        .extracting(StatisticsStore.UsedRate::name)
        .containsExactly("R");
    assertThat(statistics().rates(10).get(0).paidUntil()).isAfter(statistics().now());
  }

  private Task claimed(Permit permit, UUID owner) throws Exception {
    Task ready = given().added(TaskDraft.ready("T"));
    LimitedRequest request = new LimitedRequest(StoreScenario.request(ready), List.of(permit));
    return store().claimWithin(owner, StoreScenario.LEASE, List.of(request)).claimed().get(0);
  }
}
