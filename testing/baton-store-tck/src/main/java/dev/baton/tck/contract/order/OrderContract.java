package dev.baton.tck.contract.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The contract of every task store for tasks that run in the order of their key. To run the
 * contract, extend this type and return your stores from it.
 */
public abstract class OrderContract extends EarlyEndScenario {
  private static final int ADDERS = 2;
  private static final int ADDS = 20;

  @Test
  void theNextStartsWhenTheOneBeforeHasEnded() throws Exception {
    List<Candidate> told = Collections.synchronizedList(new ArrayList<>());
    store().onReleased(told::addAll);
    UUID one = add("A");
    UUID two = add("A");
    UUID three = add("A");
    assertThat(statuses(one, two, three))
        .containsExactly(Status.READY, Status.BLOCKED, Status.BLOCKED);
    done(one);
    assertThat(statuses(two, three)).containsExactly(Status.READY, Status.BLOCKED);
    failed(two);
    assertThat(status(three)).isEqualTo(Status.READY);
    assertThat(told).extracting(Candidate::id).containsExactly(one, two, three);
  }

  @Test
  void tasksOfOneCallAreInTheOrderOfTheList() throws Exception {
    UUID first = add("A");
    List<NewTask> some = List.of(task("A"), task("B"), task("A"), task("A"));
    addAll(some);
    assertThat(statuses(ids(some)))
        .containsExactly(Status.BLOCKED, Status.READY, Status.BLOCKED, Status.BLOCKED);
    for (UUID id : List.of(first, some.get(0).id(), some.get(2).id(), some.get(3).id())) {
      assertThat(status(id)).isEqualTo(Status.READY);
      done(id);
    }
  }

  @Test
  void eachTypeHasOrdersOfItsOwnAndOtherTasksOfTheKeyAreInNone() throws Exception {
    UUID one = add("A");
    NewTask otherType = task("U", "A", null, Set.of());
    addAll(List.of(otherType));
    Task plain = given().added(TaskDraft.ready("T").withKey("A"));
    assertThat(statuses(one, otherType.id(), plain.id())).containsOnly(Status.READY);
  }

  @Test
  void whoAddsToAKeyWaitsForAnotherWhoHasNotCommitted() throws Exception {
    NewTask one = task("A");
    NewTask two = task("A");
    CompletableFuture<?> second;
    try (Open open = new Open()) {
      open.add(one);
      second = StoreScenario.elsewhere(() -> addAll(List.of(two)));
      StoreScenario.stillWaits(second);
    }
    StoreScenario.answer(second);
    assertThat(statuses(one.id(), two.id())).containsExactly(Status.READY, Status.BLOCKED);
  }

  @Test
  void oneThatWasRolledBackIsInNobodysWay() throws Exception {
    CompletableFuture<?> second;
    NewTask two = task("A");
    try (Open open = new Open()) {
      open.add(task("A"));
      second = StoreScenario.elsewhere(() -> addAll(List.of(two)));
      StoreScenario.stillWaits(second);
      open.rollBack();
    }
    StoreScenario.answer(second);
    assertThat(status(two.id())).isEqualTo(Status.READY);
  }

  @Test
  void oneBehindASavepointThatWasRolledBackIsInNobodysWay() throws Exception {
    NewTask one = task("A");
    NewTask gone = task("A");
    NewTask two = task("A");
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(one));
              Undo undo = savepoint(transaction);
              store().insert(transaction, List.of(gone));
              undo.run();
              return store().insert(transaction, List.of(two));
            });
    assertThat(store().find(gone.id())).isEmpty();
    done(one.id());
    assertThat(status(two.id())).isEqualTo(Status.READY);
  }

  @Test
  void oneThatJoinsAnotherIsntInTheOrder() throws Exception {
    NewTask one = keyed(task("A"), "u");
    NewTask joining = keyed(task("A"), "u");
    addAll(List.of(one));
    assertThat(addAll(List.of(joining))).containsExactly(new AddResult.AlreadyExists(one.id()));
    UUID two = add("A");
    done(one.id());
    assertThat(status(two)).isEqualTo(Status.READY);
  }

  @Test
  void anOrderThatHasEndedBeginsAnew() throws Exception {
    done(add("A"));
    UUID one = add("A");
    assertThat(status(one)).isEqualTo(Status.READY);
    assertThat(store().waitedFor(one)).isEmpty();
    store().prune(100);
    UUID two = add("A");
    assertThat(status(two)).isEqualTo(Status.BLOCKED);
    done(one);
    done(two);
    store().prune(100);
    assertThat(status(add("A"))).isEqualTo(Status.READY);
  }

  @Test
  void oneThatIsHeldStopsItsKeyUntilItIsLetGo() throws Exception {
    UUID one = add("A");
    UUID two = add("A");
    UUID three = add("A");
    hold(two);
    letGo(two);
    assertThat(status(two)).isEqualTo(Status.BLOCKED);
    hold(two);
    done(one);
    assertThat(statuses(two, three)).containsOnly(Status.BLOCKED);
    letGo(two);
    assertThat(statuses(two, three)).containsExactly(Status.READY, Status.BLOCKED);
  }

  @Test
  void oneThatIsHeldAndCancelledWhenItsTurnHasComeLetsTheNextGo() throws Exception {
    UUID one = add("A");
    UUID two = add("A");
    UUID three = add("A");
    hold(two);
    done(one);
    cancel(two);
    assertThat(status(three)).isEqualTo(Status.READY);
  }

  @Test
  void oneThatIsRescheduledKeepsItsPlace() throws Exception {
    UUID one = add("A");
    UUID two = add("A");
    UUID three = add("A");
    given()
        .applied(
            OperatorRules.reschedule(given().find(two), When.now(), StoreScenario.HINT_EXPIRY));
    assertThat(statuses(two, three)).containsOnly(Status.BLOCKED);
    done(one);
    assertThat(statuses(two, three)).containsExactly(Status.READY, Status.BLOCKED);
  }

  @Test
  void oneThatIsDueLaterStopsItsKey() throws Exception {
    NewTask one = task("T", "A", When.at(TaskDraft.FUTURE), Set.of());
    addAll(List.of(one));
    UUID two = add("A");
    assertThat(statuses(one.id(), two)).containsExactly(Status.WAITING, Status.BLOCKED);
    cancel(one.id());
    assertThat(status(two)).isEqualTo(Status.READY);
  }

  @Test
  @Tag("deep")
  void manyInARowAreLetGoOneByOneAndLeaveNothing() throws Exception {
    List<NewTask> many = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      many.add(task("A"));
    }
    addAll(many);
    for (NewTask task : many) {
      assertThat(status(task.id())).isEqualTo(Status.READY);
      done(task.id());
    }
    store().prune(1_000);
    assertThat(store().waitedFor(many.get(299).id())).isEmpty();
  }

  @Test
  void tasksStartAsTheyWereCommittedWhileManyAddAndEnd() throws Exception {
    List<String> keys = List.of("A", "B", "C");
    Map<String, List<UUID>> added = new HashMap<>();
    keys.forEach(key -> added.put(key, new ArrayList<>()));
    List<UUID> started = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger seed = new AtomicInteger(1);
    AtomicInteger adding = new AtomicInteger(ADDERS);
    StoreScenario.race(
        4,
        () -> {
          int number = seed.getAndIncrement();
          return number <= ADDERS
              ? addMany(new Random(number), keys, added, adding)
              : runAll(started, adding);
        });
    added.forEach(
        (key, ids) ->
            assertThat(started.stream().filter(ids::contains).toList())
                .as("of %s", key)
                .isEqualTo(ids));
  }

  private boolean addMany(
      Random random, List<String> keys, Map<String, List<UUID>> added, AtomicInteger adding)
      throws Exception {
    try {
      for (int i = 0; i < ADDS; i++) {
        List<NewTask> some = new ArrayList<>();
        keys.forEach(key -> some.add(task(key)));
        Collections.shuffle(some, random);
        transactions()
            .call(
                transaction -> {
                  store().insert(transaction, some);
                  // The transaction still holds the locks, so the list has the order of the
                  // commits.
                  some.forEach(
                      task -> Objects.requireNonNull(added.get(task.spec().key())).add(task.id()));
                  return true;
                });
      }
    } finally {
      adding.decrementAndGet();
    }
    return true;
  }

  private boolean runAll(List<UUID> started, AtomicInteger adding) {
    boolean more = true;
    while (more) {
      // If another thread has claimed a task, that thread also runs the next task of its order
      // after it has ended the first.
      more = adding.get() > 0;
      for (Candidate next : store().firstOfEachFlow("default", null, 10)) {
        more = true;
        ClaimRequest claim = new ClaimRequest(next.id(), next.version(), 3);
        for (Task task : store().claim(OWNER, StoreScenario.LEASE, List.of(claim))) {
          started.add(task.id());
          store().apply(List.of(HolderRules.done(task, null, Duration.ZERO)));
        }
      }
    }
    return true;
  }
}
