package dev.baton.engine.complete;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests that a write of this node is distinguished from the same write of another node. */
final class ResultResolverTest {
  private final MemoryTaskStore store = new MemoryTaskStore(Clock.systemUTC());

  /** The database after a failover that lost a claim: another owner has claimed the task. */
  private final MemoryTaskStore rewound = new MemoryTaskStore(Clock.systemUTC());

  @Test
  void endUnderAnotherOwnerIsNotThisNodesWrite() throws Exception {
    onlyTheOwnWriteCounts(held -> HolderRules.done(held, null, StoreScenario.KEEP));
  }

  @Test
  void transitionUnderAnotherOwnerIsNotThisNodesWrite() throws Exception {
    onlyTheOwnWriteCounts(
        held -> HolderRules.checkpoint(held, StoreScenario.LEASE, Bytes.of("half")));
  }

  private void onlyTheOwnWriteCounts(Function<Task, Transition> write) throws Exception {
    TaskDraft draft = TaskDraft.ready("T");
    StoreScenario here = new StoreScenario(store);
    StoreScenario there = new StoreScenario(rewound);
    Transition own = write.apply(here.claimed(draft, UUID.randomUUID()));
    Transition others = write.apply(there.claimed(draft, UUID.randomUUID()));
    assertThat(others.guard().version()).isEqualTo(own.guard().version());
    here.applied(own);
    there.applied(others);
    assertThat(ResultResolver.wasApplied(own, store)).isTrue();
    assertThat(ResultResolver.wasApplied(own, rewound)).isFalse();
  }
}
