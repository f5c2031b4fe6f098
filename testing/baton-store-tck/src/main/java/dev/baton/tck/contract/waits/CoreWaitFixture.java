package dev.baton.tck.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.spi.AuditNote;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.RunAgainStore;
import dev.baton.spi.WaitStore;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.TaskEdit;
import dev.baton.task.rule.Waits;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The fixture and the steps of the contract for tasks that wait for others. */
public interface CoreWaitFixture extends CoreFixture {
  /** Retention of ended tasks. */
  Duration KEEP = StoreScenario.KEEP;

  /** The owner that runs the tasks. */
  UUID OWNER = new UUID(7, 1);

  /** A time after everything that tests write, and before {@link TaskDraft#FUTURE}. */
  Instant AFTERWARDS = Instant.parse("2080-01-01T00:00:00Z");

  /** Returns the wait store on the rows of {@link #store()}. */
  WaitStore waits();

  /** Returns the store that runs finished tasks again, on the rows of {@link #store()}. */
  RunAgainStore runAgain();

  /** Returns the operations store on the rows of {@link #store()}. */
  OperationsStore operations();

  /**
   * Returns the tasks that the store has reported as ready since the first call of {@link #listen}.
   */
  List<Candidate> emitted() throws Exception;

  /** Starts recording the tasks that the store reports as ready. Later calls have no effect. */
  void listen();

  /** Settles ends, if the store doesn't do so in the step that ends a task. */
  default void settle() throws Exception {}

  /** Adds the task. */
  default UUID add(NewTask task) throws Exception {
    listen();
    assertThat(store().insert(List.of(task))).containsExactly(new AddResult.Added(task.id()));
    return task.id();
  }

  /** Adds and claims a task. */
  default Task held() throws Exception {
    listen();
    return given().claimed(TaskDraft.ready("T"), OWNER);
  }

  /** Adds a task that waits until these are DONE. */
  default UUID waiterFor(Task... others) throws Exception {
    return add(waiting(ids(List.of(others)), Set.of()));
  }

  /** Completes a claimed task. */
  default void done(Task held) {
    given().applied(HolderRules.done(held, null, KEEP));
  }

  /** Makes a claimed task fail without a retry. */
  default void failed(Task held) {
    given().applied(HolderRules.failed(held, "broke", KEEP));
  }

  /** Holds a task, as an operator does. */
  default void hold(UUID id) throws Exception {
    given().applied(OperatorRules.hold(find(id)));
  }

  /** Releases a task, as an operator does. */
  default void letGo(UUID id) throws Exception {
    Task task = find(id);
    given().applied(OperatorRules.release(task, AFTERWARDS, StoreScenario.HINT_EXPIRY));
  }

  /** Replaces the payload of a task, as an operator does. */
  default boolean edit(Task task, Bytes payload) {
    TaskEdit edit = OperatorRules.edit(task, payload, task.spec().traits());
    return operations().edit(edit, note(task));
  }

  /** Returns an audit note for a task. */
  default AuditNote note(Task task) {
    return new AuditNote(
        UUID.randomUUID(), task.id(), task.position().version(), "me", "EDIT", "why", "what");
  }

  /** Returns the live task after the ends of others were settled. */
  default Task find(UUID id) throws Exception {
    settle();
    return given().find(id);
  }

  /** Returns the finished task after the ends of others were settled. */
  default FinishedTask finished(UUID id) throws Exception {
    settle();
    return given().finished(id);
  }

  /** Returns the status of a live task. */
  default Status status(UUID id) throws Exception {
    return find(id).position().status();
  }

  /** Returns the ids of the tasks. */
  static Set<UUID> ids(List<Task> tasks) {
    return new LinkedHashSet<>(tasks.stream().map(Task::id).toList());
  }

  /** Creates a new task that waits for these. */
  static NewTask waiting(Set<UUID> done, Set<UUID> ended) {
    return waiting(done, ended, null, UUID.randomUUID());
  }

  /** Creates a new task with this id and start time that waits for these. */
  static NewTask waiting(Set<UUID> done, Set<UUID> ended, @Nullable When runAt, UUID id) {
    TaskDraft draft =
        TaskDraft.of("W", AddRules.waiting(runAt, "BEGUN"))
            .withId(id)
            .withPayload(Bytes.of("what for"));
    return withWaits(draft.build(), done, ended);
  }

  /** Returns this task with waits for the given tasks. */
  static NewTask withWaits(NewTask task, Set<UUID> done, Set<UUID> ended) {
    Waits waits = new Waits(done, ended, Duration.ofMinutes(1), KEEP);
    return new NewTask(task.id(), task.spec(), task.placement(), task.keys(), waits);
  }
}
