package dev.baton.tck.contract.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.LimitStore;
import dev.baton.spi.LimitStore.LimitedClaim;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.PermitCount;
import dev.baton.task.rule.SweepRules;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The contract for claims within limits of the cluster. */
public interface PermitContract extends CoreFixture {

  /** Returns the store of limits. */
  LimitStore limits();

  /** A rate of one per hour: no permit is refilled while a test runs. */
  long HOUR_MICROS = 3_600_000_000L;

  @Test
  default void noMoreAreClaimedThanTheLimitHasSlotsAndTheRestSaysWhich() throws Exception {
    Permit.Slot slot = new Permit.Slot("L", "", 2);
    List<Task> ready = ready(3);
    LimitedClaim answer = claim(ready, slot);
    assertThat(answer.claimed()).extracting(Task::id).containsExactly(id(ready, 0), id(ready, 1));
    assertThat(answer.refused()).containsOnlyKeys(id(ready, 2));
    assertThat(refusal(answer, ready, 2).permit()).isEqualTo(slot);
    assertThat(refusal(answer, ready, 2).askAgainAfter()).isNull();
    assertThat(given().find(id(ready, 2)).position().version()).isEqualTo(1);
    assertThat(claim(ready.subList(2, 3), slot).claimed()).isEmpty();
  }

  @Test
  default void whateverEndsAHoldingGivesItsSlotBack() throws Exception {
    Permit.Slot slot = new Permit.Slot("L", "", 1);
    List<Task> ready = ready(5);
    Task first = one(claim(ready.subList(0, 1), slot));
    given().applied(HolderRules.done(first, null, StoreScenario.KEEP));
    Task second = one(claim(ready.subList(1, 2), slot));
    given().applied(HolderRules.retry(second, Duration.ofHours(1), "no"));
    Task third = one(claim(ready.subList(2, 3), slot));
    given().applied(HolderRules.release(third, Duration.ofMinutes(1)));
    Task fourth = one(claim(ready.subList(3, 4), slot));
    given()
        .applied(
            HolderRules.goTo(
                fourth, StoreScenario.LEASE, fourth.position().lossLimit(), "ON", null));
    assertThat(claim(ready.subList(4, 5), slot).claimed()).as("the task keeps its slot").isEmpty();
    given().applied(HolderRules.done(given().find(fourth.id()), null, Duration.ZERO));
    assertThat(claim(ready.subList(4, 5), slot).claimed()).hasSize(1);
  }

  @Test
  default void aLapsedLeaseKeepsItsSlotUntilItIsSweptAndThenGivesItBack() throws Exception {
    Permit.Slot slot = new Permit.Slot("L", "", 1);
    List<Task> ready = ready(2);
    Task held = one(claim(ready.subList(0, 1), Duration.ofMillis(1), slot));
    passTime(Duration.ofMillis(20));
    assertThat(claim(ready.subList(1, 2), slot).claimed())
        .as("the lease may still be renewed")
        .isEmpty();
    given().applied(SweepRules.overdue(held, Duration.ofMinutes(1)));
    assertThat(claim(ready.subList(1, 2), slot).claimed()).hasSize(1);
  }

  @Test
  default void keysOfOneLimitCountApartAndSeveralLimitsMustAgree() throws Exception {
    List<Task> ready = ready(4);
    Permit total = new Permit.Slot("TOTAL", "", 3);
    Permit ofA = new Permit.Slot("PARTNER", "A", 1);
    Permit ofB = new Permit.Slot("PARTNER", "B", 5);
    LimitedClaim answer =
        claim(
            List.of(
                request(ready.get(0), total, ofA),
                request(ready.get(1), total, ofA),
                request(ready.get(2), total, ofB),
                request(ready.get(3), total, ofB)));
    assertThat(answer.claimed())
        .extracting(Task::id)
        .containsExactly(id(ready, 0), id(ready, 2), id(ready, 3));
    assertThat(refusal(answer, ready, 1).permit()).isEqualTo(ofA);
  }

  @Test
  default void aTaskThatIsNotThereTakesNoPermit() throws Exception {
    Permit.Slot slot = new Permit.Slot("L", "", 1);
    Permit.Rate rate = new Permit.Rate("R", "", HOUR_MICROS, 1, 1);
    List<Task> ready = ready(2);
    Task stale = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    LimitedClaim missed = claim(List.of(request(stale, slot, rate)));
    assertThat(missed.claimed()).isEmpty();
    assertThat(claim(List.of(request(ready.get(0), slot, rate))).claimed()).hasSize(1);
  }

  @Test
  default void aRateLetsItsBurstThroughAndSaysWhenTheNextMay() throws Exception {
    Permit.Rate rate = new Permit.Rate("R", "", HOUR_MICROS, 2, 1);
    List<Task> ready = ready(3);
    LimitedClaim answer = claim(ready, rate);
    assertThat(answer.claimed()).hasSize(2);
    assertThat(refusal(answer, ready, 2).askAgainAfter())
        .isBetween(Duration.ofMinutes(55), Duration.ofMinutes(60));
    LimitedClaim heavy =
        claim(List.of(request(ready.get(2), new Permit.Rate("S", "", HOUR_MICROS, 5, 5))));
    assertThat(heavy.claimed()).hasSize(1);
  }

  @Test
  default void aRatesUnitsComeBackWithTime() throws Exception {
    Permit.Rate rate = new Permit.Rate("R", "k", 2_000, 1, 1);
    List<Task> ready = ready(2);
    assertThat(claim(ready, rate).claimed()).hasSize(1);
    passTime(Duration.ofMillis(50));
    assertThat(claim(ready.subList(1, 2), rate).claimed()).hasSize(1);
  }

  @Test
  default void aRateThatRestedGivesItsBurstAndNoMore() throws Exception {
    Permit.Rate rate = new Permit.Rate("R", "", HOUR_MICROS, 2, 1);
    assertThat(claim(ready(3), rate).claimed()).hasSize(2);
    passTime(Duration.ofHours(10));
    assertThat(claim(ready(4), rate).claimed()).hasSize(2);
  }

  @Test
  default void claimsAtTheSameTimeNeverExceedTheLimit() throws Exception {
    Permit.Slot slot = new Permit.Slot("L", "", 5);
    Permit.Rate rate = new Permit.Rate("R", "", HOUR_MICROS, 12, 1);
    List<Task> ready = ready(48);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Integer>> claims = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        List<Task> some = ready.subList(i * 6, i * 6 + 6);
        Permit permit = i < 4 ? slot : rate;
        claims.add(() -> claim(some, permit).claimed().size());
      }
      int withinSlots = 0;
      int withinRate = 0;
      List<Future<Integer>> answers = threads.invokeAll(claims);
      for (int i = 0; i < answers.size(); i++) {
        int claimed = answers.get(i).get();
        withinSlots += i < 4 ? claimed : 0;
        withinRate += i < 4 ? 0 : claimed;
      }
      assertThat(withinSlots).isEqualTo(5);
      assertThat(withinRate).isEqualTo(12);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  default void pruningForgetsWhatIsIdleAndNothingElse() throws Exception {
    Permit.Slot slot = new Permit.Slot("L", "", 1);
    Permit.Rate rate = new Permit.Rate("R", "", HOUR_MICROS, 1, 1);
    List<Task> ready = ready(3);
    assertThat(claim(List.of(request(ready.get(0), slot, rate))).claimed()).hasSize(1);
    store().prune(100);
    assertThat(claim(ready.subList(1, 2), slot).claimed()).isEmpty();
    assertThat(claim(ready.subList(2, 3), rate).claimed()).isEmpty();
  }

  private List<Task> ready(int count) throws Exception {
    List<Task> ready = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ready.add(given().added(TaskDraft.ready("T")));
    }
    return ready;
  }

  private LimitedClaim claim(List<Task> tasks, Permit... permits) {
    return claim(tasks, StoreScenario.LEASE, permits);
  }

  private LimitedClaim claim(List<Task> tasks, Duration lease, Permit... permits) {
    return limits()
        .claimWithin(
            UUID.randomUUID(), lease, tasks.stream().map(task -> request(task, permits)).toList());
  }

  private LimitedClaim claim(List<LimitedRequest> requests) {
    return limits().claimWithin(UUID.randomUUID(), StoreScenario.LEASE, requests);
  }

  private static LimitedRequest request(Task task, Permit... permits) {
    return new LimitedRequest(new ClaimRequest(task.id(), 1, 5), Arrays.asList(permits));
  }

  private static Task one(LimitedClaim answer) {
    assertThat(answer.claimed()).hasSize(1);
    return answer.claimed().get(0);
  }

  private static PermitCount.Refusal refusal(LimitedClaim answer, List<Task> tasks, int index) {
    return Objects.requireNonNull(answer.refused().get(id(tasks, index)));
  }

  private static UUID id(List<Task> tasks, int index) {
    return tasks.get(index).id();
  }
}
