package dev.baton.cassandra.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ShardStateTest {
  @Test
  void stateKnowsAnEpochWhileItListsTheNextChange() {
    ShardState before = ShardState.NEW.after(new UUID(0, 1), Gaps.NONE);
    UUID own = new UUID(0, 2);
    ShardState state = before.after(own, Gaps.NONE);
    for (int others = 0; others < 3 * ShardState.KEPT_WRITES; others++) {
      assertThat(state.writes().contains(own))
          .as("after %d changes of others", others)
          .isEqualTo(state.tellsOf(before.epoch()))
          .isEqualTo(others < ShardState.KEPT_WRITES);
      state = state.after(new UUID(1, others), Gaps.NONE);
    }
  }
}
