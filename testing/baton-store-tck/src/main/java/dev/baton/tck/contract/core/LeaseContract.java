package dev.baton.tck.contract.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.spi.core.TaskClaims.Renewal;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NodeStart;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract for renewing leases and listing claimed tasks. */
public interface LeaseContract extends CoreFixture {

  @Test
  default void aRenewalMovesTheLeaseEndAndNothingElse() throws Exception {
    UUID owner = UUID.randomUUID();
    Task held = given().claimed(TaskDraft.ready("T"), owner);
    passTime(Duration.ofMillis(2));
    assertThat(store().renew(Duration.ofHours(3), List.of(StoreScenario.fence(held))).renewed())
        .containsExactly(held.id());
    Task renewed = given().find(held.id());
    assertThat(renewed.position().nextEventAt())
        .isCloseTo(held.lastAction().plusSeconds(3 * 3_600), within(1, ChronoUnit.SECONDS));
    assertThat(renewed.lastAction()).isEqualTo(held.lastAction());
    assertThat(renewed.lastChange()).isEqualTo(held.lastChange());
    assertThat(renewed.position().version()).isEqualTo(held.position().version());
    assertThat(renewed.position().attempts()).isEqualTo(held.position().attempts());
    given().applied(HolderRules.done(held, null, StoreScenario.KEEP));
  }

  @Test
  default void aRenewalTellsWhatIsNoLongerTheOwners() throws Exception {
    UUID owner = UUID.randomUUID();
    Task kept = given().claimed(TaskDraft.ready("T"), owner);
    Task others = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    Task released = given().claimed(TaskDraft.ready("T"), owner);
    given().applied(HolderRules.release(released, StoreScenario.HINT_EXPIRY));
    Task done = given().claimed(TaskDraft.ready("T"), owner);
    given().applied(HolderRules.done(done, null, StoreScenario.KEEP));
    Task claimedAgain = given().claimed(TaskDraft.ready("T"), owner);
    given().applied(HolderRules.release(claimedAgain, StoreScenario.HINT_EXPIRY));
    Task anew = given().claim(given().find(claimedAgain.id()), owner);
    List<ClaimFence> refs =
        List.of(
            new ClaimFence(others.id(), 2, owner),
            StoreScenario.fence(kept),
            StoreScenario.fence(released),
            StoreScenario.fence(done),
            StoreScenario.fence(claimedAgain),
            new ClaimFence(UUID.randomUUID(), 2, owner));
    assertThat(store().confirm(refs)).containsExactly(kept.id());
    assertThat(store().renew(Duration.ofHours(9), refs))
        .isEqualTo(new Renewal(Set.of(kept.id()), Set.of()));
    assertThat(given().find(others.id())).isEqualTo(others);
    assertThat(given().find(anew.id())).isEqualTo(anew);
    assertThat(store().confirm(List.of(StoreScenario.fence(anew)))).containsExactly(anew.id());
  }

  @Test
  default void aRenewalOfALapsedLeaseThatNobodyTookStillCounts() throws Exception {
    UUID owner = UUID.randomUUID();
    Task lapsed = given().added(TaskDraft.held("T", owner, TaskDraft.PAST));
    assertThat(store().confirm(List.of(StoreScenario.fence(lapsed)))).containsExactly(lapsed.id());
    assertThat(store().renew(StoreScenario.LEASE, List.of(StoreScenario.fence(lapsed))).renewed())
        .containsExactly(lapsed.id());
    assertThat(store().overdue(10)).isEmpty();
  }

  @Test
  default void confirmingReadsOnly() throws Exception {
    UUID owner = UUID.randomUUID();
    Task held = given().claimed(TaskDraft.ready("T"), owner);
    passTime(Duration.ofMillis(2));
    store().confirm(List.of(StoreScenario.fence(held)));
    assertThat(given().find(held.id())).isEqualTo(held);
  }

  @Test
  default void holdingNothingIsRenewedAndConfirmedAsNothing() {
    assertThat(store().renew(StoreScenario.LEASE, List.of())).isEqualTo(Renewal.NONE);
    assertThat(store().confirm(List.of())).isEmpty();
    assertThat(store().heldBy(new NodeStart(1), null, 10)).isEmpty();
  }

  @Test
  default void aHoldingOfAnotherClaimOfTheSameNodeIsNotConfirmed() throws Exception {
    NodeStart node = new NodeStart(-7);
    Task held = given().claimed(TaskDraft.ready("T"), node.owner(3));
    ClaimFence earlier = new ClaimFence(held.id(), 2, node.owner(2));
    assertThat(store().confirm(List.of(earlier))).isEmpty();
    assertThat(store().renew(StoreScenario.LEASE, List.of(earlier))).isEqualTo(Renewal.NONE);
    assertThat(store().confirm(List.of(StoreScenario.fence(held)))).containsExactly(held.id());
  }

  @Test
  default void whatANodeHoldsIsReadInPagesByTheBytesOfTheIds() throws Exception {
    for (long number : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
      NodeStart node = new NodeStart(number);
      List<UUID> ids = new ArrayList<>();
      List<TaskDraft> drafts = new ArrayList<>();
      for (String first : List.of("00", "01", "7f", "80", "a0", "ff")) {
        for (String last : List.of("00", "7f", "80", "ff")) {
          UUID random = UUID.randomUUID();
          UUID id = UUID.fromString(first + last + random.toString().substring(4));
          ids.add(id);
          UUID owner = node.owner(ids.size() % 2 == 0 ? Long.MAX_VALUE : ids.size() / 4);
          drafts.add(0, TaskDraft.held("T", owner, TaskDraft.FUTURE).withId(id));
        }
      }
      given().addAll(drafts);
      assertThat(pages(node, 7, 4)).isEqualTo(ids);
    }
  }

  private List<UUID> pages(NodeStart node, int size, int count) {
    List<UUID> read = new ArrayList<>();
    @Nullable UUID after = null;
    for (int page = 0; page < count; page++) {
      List<Task> held = store().heldBy(node, after, size);
      assertThat(held).hasSizeBetween(1, size);
      held.forEach(task -> read.add(task.id()));
      after = read.get(read.size() - 1);
    }
    assertThat(store().heldBy(node, after, size)).isEmpty();
    return read;
  }

  @Test
  default void whatANodeHoldsIsReadInOutline() throws Exception {
    NodeStart node = new NodeStart(42);
    Task held = given().claimed(TaskDraft.ready("T").withKey("k").uniqueBy("u"), node.owner(1));
    given().claimed(TaskDraft.ready("T"), new NodeStart(41).owner(1));
    given().claimed(TaskDraft.ready("T"), new NodeStart(43).owner(1));
    given().added(TaskDraft.ready("T"));
    assertThat(store().heldBy(node, null, 10)).containsExactly(held.outline());
  }
}
