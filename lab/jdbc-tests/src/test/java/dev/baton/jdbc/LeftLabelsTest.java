package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that labels are deleted some time after their task, and not before. */
class LeftLabelsTest {
  private static final int TASKS = 40;

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void thePrunerRemovesTheLabelsOfTasksThatLeftNoTrace(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    end(fixture.store(), claimed(fixture), Duration.ZERO);
    assertThat(labels(fixture)).isEqualTo(TASKS);
    fixture.store().prune(TASKS / 4);
    assertThat(labels(fixture)).isZero();
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void labelsExistWhileTheirTaskLivesOrIsKept(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    List<Task> held = claimed(fixture);
    end(fixture.store(), held.subList(0, TASKS / 2), StoreScenario.KEEP);
    for (int i = 0; i < 3; i++) {
      fixture.store().prune(TASKS / 4);
    }
    assertThat(labels(fixture)).isEqualTo(TASKS);
    fixture.passTime(StoreScenario.KEEP.plusSeconds(1));
    assertThat(fixture.store().prune(100)).isEqualTo(TASKS / 2);
    fixture.store().prune(100);
    assertThat(labels(fixture)).isEqualTo(TASKS / 2);
  }

  private static List<Task> claimed(JdbcFixture fixture) throws Exception {
    List<NewTask> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      NewTask plain =
          TaskDraft.ready("T")
              .withId(new UUID(0x0190_0000_0000_7000L + i, Long.MIN_VALUE + i))
              .build();
      tasks.add(
          new NewTask(
              plain.id(), plain.spec(), plain.placement(), List.of(), null, Map.of("a", "b" + i)));
    }
    fixture.transactions().call(transaction -> fixture.store().insert(transaction, tasks));
    return fixture
        .store()
        .claim(
            UUID.randomUUID(),
            StoreScenario.LEASE,
            tasks.stream()
                .map(task -> new dev.baton.spi.core.TaskClaims.ClaimRequest(task.id(), 1, 3))
                .toList());
  }

  private static void end(JdbcTaskStore store, List<Task> held, Duration keep) {
    store.apply(held.stream().map(task -> HolderRules.done(task, null, keep)).toList());
  }

  private static long labels(JdbcFixture fixture) throws Exception {
    return TestDatabase.number(fixture.dataSource(), "SELECT count(*) FROM baton_label");
  }
}
