package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.OperationsStore;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for finding out why a task waits. */
public interface SurveyContract extends CoreFixture {

  /** Returns the operations store on the store's database. */
  OperationsStore operations();

  @Test
  default void tasksOfTheSameFlowAndBucketThatComeBeforeAreCountedUpToABound() throws Exception {
    List<Candidate> order = new ArrayList<>();
    for (int priority : List.of(1, 5, 5, 5, 9)) {
      Task task = given().added(TaskDraft.ready("T").withKey("k").withPriority(priority));
      order.add(task.candidate());
      passTime(Duration.ofMillis(2));
    }
    given().added(TaskDraft.ready("T").withKey("other").withPriority(0));
    given().added(TaskDraft.ready("U").withKey("k").withPriority(0));
    given().added(TaskDraft.ready("T").withKey("k").withPriority(0).inBucket("mail"));
    given().added(TaskDraft.due("T", TaskDraft.FUTURE).withKey("k").withPriority(0));
    for (int i = 0; i < order.size(); i++) {
      assertThat(operations().ahead(order.get(i), 100)).isEqualTo(i);
    }
    assertThat(operations().ahead(order.get(4), 3)).isEqualTo(3);
  }

  @Test
  default void amongTasksThatArrivedTogetherTheSmallerIdComesFirst() throws Exception {
    Candidate first =
        given()
            .added(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE).withId(new UUID(1, 1)))
            .candidate();
    Candidate second =
        given()
            .added(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE).withId(new UUID(-1, 1)))
            .candidate();
    assertThat(operations().ahead(first, 10)).isZero();
    assertThat(operations().ahead(second, 10)).isEqualTo(1);
  }
}
