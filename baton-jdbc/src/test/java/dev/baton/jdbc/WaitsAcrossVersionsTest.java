package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.AddRules;
import dev.baton.task.Candidate;
import dev.baton.task.HolderRules;
import dev.baton.task.NewTask;
import dev.baton.task.OperatorRules;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.WaitStanding;
import dev.baton.task.Waits;
import dev.baton.testkit.contract.StoreScenario;
import dev.baton.testkit.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes of older versions end what tasks of newer nodes wait for. */
class WaitsAcrossVersionsTest {

  @ParameterizedTest
  @EnumSource
  void anEndThatAnOldNodeWritesIsToldByTheNextPruning(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database, JdbcTaskStore::of);
    JdbcTaskStore old = PreviousVersion.store(fixture.dataSource());
    List<Candidate> released = new ArrayList<>();
    fixture.store().onReleased(released::addAll);
    Task good = fixture.given().claimed(TaskDraft.ready("T"), new UUID(7, 1));
    Task bad = fixture.given().claimed(TaskDraft.ready("T"), new UUID(7, 1));
    UUID first = add(fixture, Set.of(good.id()), Set.of());
    UUID second = add(fixture, Set.of(good.id(), bad.id()), Set.of());
    UUID third = add(fixture, Set.of(), Set.of(bad.id()));
    assertThat(
            old.apply(
                List.of(
                    HolderRules.done(good, null, Duration.ZERO),
                    HolderRules.failed(bad, "no", StoreScenario.KEEP))))
        .containsExactly(true, true);
    assertThat(fixture.given().find(first).position().status()).isEqualTo(Status.BLOCKED);
    fixture.store().prune(100);
    assertThat(fixture.given().find(first).position().status()).isEqualTo(Status.SUBMITTED);
    assertThat(fixture.given().finished(second).status()).isEqualTo(Status.CANCELLED);
    assertThat(fixture.given().find(third).position().status()).isEqualTo(Status.SUBMITTED);
    assertThat(released).extracting(Candidate::id).containsExactlyInAnyOrder(first, third);
  }

  /**
   * A node of version 5 to 7 counts the waiter down, and moves it under its first version only: of
   * one that has changed since, nothing but the count is written.
   */
  @ParameterizedTest
  @EnumSource
  void aChangedWaiterThatAnOldNodeCountsDownIsReleasedByTheNextPruning(TestDatabase database)
      throws Exception {
    JdbcFixture fixture = new JdbcFixture(database, JdbcTaskStore::of);
    List<Candidate> released = new ArrayList<>();
    fixture.store().onReleased(released::addAll);
    Task good = fixture.given().claimed(TaskDraft.ready("T"), new UUID(7, 1));
    Task bad = fixture.given().claimed(TaskDraft.ready("T"), new UUID(7, 1));
    Task open = fixture.given().claimed(TaskDraft.ready("T"), new UUID(7, 1));
    UUID ready = add(fixture, Set.of(good.id()), Set.of());
    UUID cancelled = add(fixture, Set.of(bad.id(), open.id()), Set.of());
    UUID moved = add(fixture, Set.of(open.id()), Set.of());
    UUID held = add(fixture, Set.of(good.id()), Set.of());
    fixture.given().applied(OperatorRules.hold(fixture.given().find(held)));
    UUID last = add(fixture, Set.of(), Set.of(cancelled));
    for (UUID waiter : List.of(ready, cancelled, moved)) {
      TestDatabase.execute(
          fixture.dataSource(),
          "UPDATE baton_task SET version = 2 WHERE id = " + literal(database, waiter));
      TestDatabase.execute(
          fixture.dataSource(),
          "UPDATE baton_waiter SET remaining = 0 WHERE task_id = " + literal(database, waiter));
    }
    endAsAnOldNode(fixture, database, good, Status.DONE);
    endAsAnOldNode(fixture, database, bad, Status.FAILED);
    fixture.store().prune(100);
    assertThat(fixture.given().find(ready).position().status()).isEqualTo(Status.SUBMITTED);
    assertThat(fixture.given().find(ready).position().version()).isEqualTo(3);
    assertThat(fixture.given().finished(cancelled).error()).contains(bad.id().toString());
    assertThat(fixture.given().find(last).position().status()).isEqualTo(Status.SUBMITTED);
    assertThat(fixture.given().find(moved).position().status())
        .as("moved by a person, and held again")
        .isEqualTo(Status.BLOCKED);
    assertThat(fixture.given().find(held).position().status()).isEqualTo(Status.BLOCKED);
    assertThat(released).extracting(Candidate::id).containsExactlyInAnyOrder(ready, last);
    fixture.store().prune(100);
    assertThat(fixture.store().waiting(moved)).isEqualTo(WaitStanding.OVER);
  }

  private static void endAsAnOldNode(
      JdbcFixture fixture, TestDatabase database, Task task, Status status) throws Exception {
    String id = literal(database, task.id());
    TestDatabase.execute(
        fixture.dataSource(),
        "UPDATE baton_wait SET ended = " + status.code() + " WHERE on_id = " + id);
    TestDatabase.execute(fixture.dataSource(), "DELETE FROM baton_task WHERE id = " + id);
  }

  private static String literal(TestDatabase database, UUID id) {
    return database == TestDatabase.MARIADB
        ? "UNHEX('" + id.toString().replace("-", "") + "')"
        : "'" + id + "'";
  }

  private static UUID add(JdbcFixture fixture, Set<UUID> done, Set<UUID> ended) throws Exception {
    NewTask bare = TaskDraft.of("W", AddRules.waiting(null, "")).build();
    Waits waits = new Waits(done, ended, Duration.ofMinutes(1), StoreScenario.KEEP);
    NewTask task = new NewTask(bare.id(), bare.spec(), bare.placement(), bare.keys(), waits);
    fixture.transactions().call(transaction -> fixture.store().insert(transaction, List.of(task)));
    return task.id();
  }
}
