package dev.baton.test;

import dev.baton.api.TaskType;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/** Assertions on the tasks of a test's cluster. */
public final class BatonAssert extends AbstractAssert<BatonAssert, TestBaton> {
  BatonAssert(TestBaton actual) {
    super(actual, BatonAssert.class);
  }

  /** Asserts that a task of this type with this payload was added. Other tasks may exist too. */
  public <P> BatonAssert hasAdded(TaskType<P, ?> type, P payload) {
    Assertions.assertThat(actual.added(type)).as("added as %s", type.name()).contains(payload);
    return this;
  }

  /** Asserts that no task of this type was added. */
  public BatonAssert hasNotAdded(TaskType<?, ?> type) {
    Assertions.assertThat(actual.all(type)).as("added as %s", type.name()).isEmpty();
    return this;
  }

  /** Asserts that exactly this number of tasks was added, of all types together. */
  public BatonAssert hasAdded(int count) {
    Assertions.assertThat(actual.all()).as("added").hasSize(count);
    return this;
  }

  /** Asserts that a task of this type with this payload is DONE. */
  public <P> BatonAssert hasDone(TaskType<P, ?> type, P payload) {
    Assertions.assertThat(actual.done(type)).as("done as %s", type.name()).contains(payload);
    return this;
  }

  /** Asserts that every task is DONE. */
  public BatonAssert hasDoneEverything() {
    List<TestTask> others =
        actual.all().stream().filter(task -> task.status() != dev.baton.task.Status.DONE).toList();
    Assertions.assertThat(others).as("tasks that aren't DONE").isEmpty();
    return this;
  }
}
