package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Waits;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the manual removal of tasks that others wait for. */
class WaitsForRemovedTasksTest {

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void nextPruningNotifiesWaitersOfARemovedTask(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database, JdbcTaskStore::of);
    List<Candidate> released = new ArrayList<>();
    fixture.store().onReleased(released::addAll);
    Task removed = fixture.given().added(TaskDraft.ready("T"));
    Task open = fixture.given().added(TaskDraft.ready("T"));
    UUID first = add(fixture, Set.of(removed.id()), Set.of());
    UUID second = add(fixture, Set.of(removed.id(), open.id()), Set.of());
    UUID third = add(fixture, Set.of(), Set.of(removed.id()));
    TestDatabase.execute(
        fixture.dataSource(),
        "DELETE FROM baton_task WHERE id = " + literal(database, removed.id()));
    assertThat(fixture.given().find(first).position().status()).isEqualTo(Status.BLOCKED);
    fixture.store().prune(100);
    assertThat(fixture.given().find(first).position().status()).isEqualTo(Status.READY);
    assertThat(fixture.given().find(second).position().status()).isEqualTo(Status.BLOCKED);
    assertThat(fixture.given().find(third).position().status()).isEqualTo(Status.READY);
    assertThat(released).extracting(Candidate::id).containsExactlyInAnyOrder(first, third);
  }

  private static String literal(TestDatabase database, UUID id) {
    return database.isMySql() ? "UNHEX('" + id.toString().replace("-", "") + "')" : "'" + id + "'";
  }

  private static UUID add(JdbcFixture fixture, Set<UUID> done, Set<UUID> ended) throws Exception {
    NewTask bare = TaskDraft.of("W", AddRules.waiting(null, "")).build();
    Waits waits = new Waits(done, ended, Duration.ofMinutes(1), StoreScenario.KEEP);
    NewTask task = new NewTask(bare.id(), bare.spec(), bare.placement(), bare.keys(), waits);
    fixture.transactions().call(transaction -> fixture.store().insert(transaction, List.of(task)));
    return task.id();
  }
}
