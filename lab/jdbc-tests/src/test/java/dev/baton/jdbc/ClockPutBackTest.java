package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskKey;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a database whose clock was ahead and is set back, so that stored times are in the future.
 */
class ClockPutBackTest {
  private static final Duration AHEAD = Duration.ofHours(1);

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void keyWithoutRetentionIsFreeWhenItsTaskHasEnded(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    for (Duration keep : new Duration[] {StoreScenario.KEEP, Duration.ZERO}) {
      Task held = fixture.given().claimed(TaskDraft.ready("T").uniqueBy("k"), UUID.randomUUID());
      fixture.age(AHEAD.negated());
      fixture.given().applied(HolderRules.done(held, null, keep));
      Task next = fixture.given().added(TaskDraft.ready("T").uniqueBy("k"));
      fixture.given().applied(OperatorRules.cancel(next, "", StoreScenario.KEEP));
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void keyWithRetentionStaysTaken(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    TaskKey.KeyRetention hold = new TaskKey.KeyRetention(Duration.ofMinutes(1), false);
    TaskDraft draft = TaskDraft.ready("T").uniqueBy("k", hold);
    Task held = fixture.given().claimed(draft, UUID.randomUUID());
    fixture.age(AHEAD.negated());
    fixture.given().applied(HolderRules.done(held, null, StoreScenario.KEEP));
    assertThat(fixture.given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(draft.id()));
  }
}
