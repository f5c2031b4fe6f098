package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.TaskStore.ClaimRequest;
import dev.baton.spi.TaskStore.PullRequest;
import dev.baton.task.Flow;
import dev.baton.task.HolderRules;
import dev.baton.task.Incarnation;
import dev.baton.task.Status;
import dev.baton.task.SweepRules;
import dev.baton.task.Task;
import dev.baton.testkit.contract.StoreScenario;
import dev.baton.testkit.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a claim of many writes, and how long its row stays. */
class BulkClaimsTest {
  private static final Flow FLOW = new Flow("T", "");
  private static final Incarnation NODE = new Incarnation(7);

  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);
  private final JdbcTaskStore store = fixture.store();

  @Test
  void itsTasksStayWhereTheyAreAndNobodyTakesThemForReady() throws Exception {
    List<Task> held = claimed(3, NODE.owner(1));
    assertThat(number("SELECT count(*) FROM baton_task WHERE status = 2 AND owner IS NOT NULL"))
        .isEqualTo(3);
    assertThat(claims()).isEqualTo(1);
    assertThat(store.pull("default", List.of(PullRequest.all(FLOW)), 10)).isEmpty();
    assertThat(store.heads("default", null, 10)).isEmpty();
    assertThat(store.scan("default", null, 10)).isEmpty();
    assertThat(store.find(held.get(0).id())).contains(held.get(0));
    List<ClaimRequest> stolen =
        held.stream().map(t -> new ClaimRequest(t.id(), t.position().version(), 3)).toList();
    assertThat(store.claim(NODE.owner(2), StoreScenario.LEASE, stolen)).isEmpty();
  }

  @Test
  void itsRowGoesWithTheNextClaimOnceAllHaveEnded() throws Exception {
    List<Task> held = claimed(3, NODE.owner(1));
    end(held.subList(0, 2));
    claimed(1, NODE.owner(2));
    assertThat(owners()).as("one is still held").isEqualTo(2);
    end(held.subList(2, 3));
    claimed(1, NODE.owner(3));
    assertThat(owners()).isEqualTo(2);
    assertThat(number("SELECT count(*) FROM baton_claim WHERE owner = '" + NODE.owner(1) + "'"))
        .isZero();
  }

  @Test
  void itsRowStaysWhereAnEndWasRolledBack() throws Exception {
    List<Task> held = claimed(1, NODE.owner(1));
    try {
      fixture
          .transactions()
          .call(
              transaction -> {
                assertThat(
                        store.apply(
                            transaction, HolderRules.done(held.get(0), null, Duration.ZERO)))
                    .isTrue();
                throw new IllegalStateException("rolled back");
              });
    } catch (IllegalStateException expected) {
      assertThat(expected).hasMessage("rolled back");
    }
    claimed(1, NODE.owner(2));
    claimed(1, NODE.owner(3));
    assertThat(number("SELECT count(*) FROM baton_claim WHERE owner = '" + NODE.owner(1) + "'"))
        .isEqualTo(1);
    assertThat(store.heldBy(NODE, null, 10)).contains(held.get(0));
  }

  @Test
  void itsTasksAreOverdueOnceItsLeaseIsAndItsRowGoesWhenTheyAreNotHeldAnyMore() throws Exception {
    List<Task> held = claimed(3, NODE.owner(1));
    assertThat(store.overdue(10)).isEmpty();
    fixture.age(StoreScenario.LEASE.plusSeconds(1));
    List<Task> overdue =
        store.overdue(10).stream().filter(t -> t.position().status() == Status.PROCESSING).toList();
    assertThat(overdue).extracting(Task::id).containsExactlyInAnyOrderElementsOf(ids(held));
    overdue.forEach(
        task -> fixture.given().applied(SweepRules.lost(task, StoreScenario.HINT_EXPIRY)));
    assertThat(claims()).isEqualTo(1);
    store.overdue(10);
    assertThat(claims()).isZero();
    assertThat(store.pull("default", List.of(PullRequest.all(FLOW)), 10)).hasSize(3);
  }

  @Test
  void aRenewedTaskIsHeldByItsOwnRow() throws Exception {
    List<Task> held = claimed(2, NODE.owner(1));
    store.renew(StoreScenario.LEASE, held.stream().map(StoreScenario::hold).toList());
    assertThat(number("SELECT count(*) FROM baton_task WHERE status = 3")).isEqualTo(2);
    claimed(1, NODE.owner(2));
    assertThat(owners()).isEqualTo(1);
    assertThat(store.heldBy(NODE, null, 10)).hasSize(3);
  }

  @Test
  void anOwnerThatHasSuchARowClaimsTaskByTask() throws Exception {
    claimed(2, NODE.owner(1));
    claimed(2, NODE.owner(1));
    assertThat(claims()).isEqualTo(1);
    assertThat(number("SELECT count(*) FROM baton_task WHERE status = 3")).isEqualTo(2);
    assertThat(store.heldBy(NODE, null, 10)).hasSize(4);
  }

  @Test
  void thereAreNoneWhileNodesThatDoNotKnowThemMayWorkOnTheTables() throws Exception {
    TestDatabase.serves(fixture.dataSource(), 1);
    store.check();
    claimed(2, NODE.owner(1));
    assertThat(claims()).isZero();
  }

  @Test
  void whatALockHasLeftItsMarkOnIsClaimedWhenItIsMissedASecondTime() throws Exception {
    List<ClaimRequest> many = ready(64);
    UUID marked = many.get(7).id();
    TestDatabase.execute(
        fixture.dataSource(), "SELECT 1 FROM baton_task WHERE id = '" + marked + "' FOR UPDATE");
    assertThat(store.claim(NODE.owner(1), StoreScenario.LEASE, many))
        .hasSize(63)
        .extracting(Task::id)
        .doesNotContain(marked);
    List<ClaimRequest> others = new ArrayList<>(ready(63));
    others.add(many.get(7));
    assertThat(store.claim(NODE.owner(2), StoreScenario.LEASE, others))
        .hasSize(64)
        .extracting(Task::id)
        .contains(marked);
  }

  @Test
  void whatALockHasLeftItsMarkOnIsClaimedAtOnceAmongFew() throws Exception {
    List<ClaimRequest> few = ready(3);
    TestDatabase.execute(
        fixture.dataSource(),
        "SELECT 1 FROM baton_task WHERE id = '" + few.get(1).id() + "' FOR UPDATE");
    assertThat(store.claim(NODE.owner(1), StoreScenario.LEASE, few)).hasSize(3);
  }

  @Test
  void whatIsCountedIsBounded() {
    BulkClaims bulk = new BulkClaims(1);
    for (int i = 0; i < 10_000; i++) {
      bulk.claimed(new UUID(1, i), 1);
    }
    for (int i = 0; i < 10_000; i++) {
      bulk.letGo(new UUID(1, i), 1);
    }
    int told = 0;
    for (List<UUID> some = bulk.takeOver(); !some.isEmpty(); some = bulk.takeOver()) {
      assertThat(some.size()).isLessThanOrEqualTo(16);
      told += some.size();
    }
    assertThat(told).isEqualTo(4_096);
  }

  private List<ClaimRequest> ready(int tasks) throws Exception {
    List<ClaimRequest> requests = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      requests.add(StoreScenario.request(fixture.given().added(TaskDraft.ready("T"))));
    }
    return requests;
  }

  private List<Task> claimed(int tasks, UUID owner) throws Exception {
    List<Task> claimed = store.claim(owner, StoreScenario.LEASE, ready(tasks));
    assertThat(claimed).hasSize(tasks);
    return claimed;
  }

  private void end(List<Task> held) {
    held.forEach(task -> fixture.given().applied(HolderRules.done(task, null, Duration.ZERO)));
  }

  private static List<UUID> ids(List<Task> tasks) {
    return tasks.stream().map(Task::id).toList();
  }

  private long claims() throws Exception {
    return number("SELECT count(*) FROM baton_claim");
  }

  private long owners() throws Exception {
    return number("SELECT count(DISTINCT owner) FROM baton_claim");
  }

  private long number(String query) throws Exception {
    return TestDatabase.number(fixture.dataSource(), query);
  }
}
