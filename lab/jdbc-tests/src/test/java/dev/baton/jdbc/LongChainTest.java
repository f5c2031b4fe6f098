package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.spi.OperationsStore;
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

/** Tests that a chain is followed further than one statement can. */
class LongChainTest {
  private static final int TASKS = OperationsStore.MAX_WALK * 2;

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void rootOfALongChainIsFoundAndTheTasksBehindAreAtLeastTheLimit(TestDatabase database)
      throws Exception {
    JdbcFixture fixture = new JdbcFixture(database, JdbcTaskStore::of);
    OperationsStore operations =
        new JdbcOperationsStore(
            Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
    UUID root = fixture.given().added(TaskDraft.ready("T")).id();
    List<NewTask> chain = new ArrayList<>();
    UUID before = root;
    for (int i = 0; i < TASKS; i++) {
      chain.add(waiting(before));
      before = chain.get(i).id();
    }
    fixture.transactions().call(transaction -> fixture.store().insert(transaction, chain));
    assertThat(operations.roots(fixture.store(), before, 10)).containsExactly(root);
    assertThat(operations.behind(fixture.store(), List.of(root)).get(root))
        .hasSize(OperationsStore.MAX_WALK);
  }

  private static NewTask waiting(UUID before) {
    NewTask bare = TaskDraft.of("W", AddRules.waiting(null, "")).build();
    Waits waits = new Waits(Set.of(before), Set.of(), Duration.ofMinutes(1), StoreScenario.KEEP);
    return new NewTask(bare.id(), bare.spec(), bare.placement(), bare.keys(), waits);
  }
}
