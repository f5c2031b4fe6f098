package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.AddRules;
import dev.baton.task.Candidate;
import dev.baton.task.HolderRules;
import dev.baton.task.NewTask;
import dev.baton.task.Status;
import dev.baton.task.Task;
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

/** A node that knows no waits ends what tasks of newer nodes wait for. */
class WaitsAcrossVersionsTest {

  @ParameterizedTest
  @EnumSource
  void anEndThatAnOldNodeWritesIsToldByTheNextPruning(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
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

  private static UUID add(JdbcFixture fixture, Set<UUID> done, Set<UUID> ended) throws Exception {
    NewTask bare = TaskDraft.of("W", AddRules.waiting(null, "")).build();
    Waits waits = new Waits(done, ended, Duration.ofMinutes(1), StoreScenario.KEEP);
    NewTask task = new NewTask(bare.id(), bare.spec(), bare.placement(), bare.keys(), waits);
    fixture.transactions().call(transaction -> fixture.store().insert(transaction, List.of(task)));
    return task.id();
  }
}
