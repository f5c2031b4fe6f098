package dev.baton.tck.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.spi.AuditNote;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.RunAgainStore;
import dev.baton.spi.WaitStore;
import dev.baton.task.Bytes;
import dev.baton.task.Candidate;
import dev.baton.task.Status;
import dev.baton.task.internal.FinishedTask;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.When;
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

/** What the contract of tasks that wait for others needs, and the words its tests are told in. */
public interface CoreWaitFixture extends CoreFixture {
  /** How long what has ended is kept. */
  Duration KEEP = StoreScenario.KEEP;

  /** Who runs the tasks. */
  UUID OWNER = new UUID(7, 1);

  /** After what tests write, and before what is far off. */
  Instant AFTERWARDS = Instant.parse("2080-01-01T00:00:00Z");

  /** Knows what waits; on the rows of {@link #store()}. */
  WaitStore waits();

  /** Runs finished tasks again; on the rows of {@link #store()}. */
  RunAgainStore runAgain();

  /** For people; on the rows of {@link #store()}. */
  OperationsStore operations();

  /** What the store has told of as ready, since the first call of {@link #listen}. */
  List<Candidate> emitted() throws Exception;

  /** Begins to note what the store tells of; once for all. */
  void listen();

  /** Lets ends be heard, where that isn't done in the step that ends a task. */
  default void settle() throws Exception {}

  /** Adds the task. */
  default UUID add(NewTask task) throws Exception {
    listen();
    assertThat(store().insert(List.of(task))).containsExactly(new AddResult.Added(task.id()));
    return task.id();
  }

  /** A task that runs. */
  default Task held() throws Exception {
    listen();
    return given().claimed(TaskDraft.ready("T"), OWNER);
  }

  /** A task that waits for these to be done. */
  default UUID waiterFor(Task... others) throws Exception {
    return add(waiting(ids(List.of(others)), Set.of()));
  }

  /** Its holder has done it. */
  default void done(Task held) {
    given().applied(HolderRules.done(held, null, KEEP));
  }

  /** It has failed for good. */
  default void failed(Task held) {
    given().applied(HolderRules.failed(held, "broke", KEEP));
  }

  /** A person holds it. */
  default void hold(UUID id) throws Exception {
    given().applied(OperatorRules.hold(find(id)));
  }

  /** A person lets it go. */
  default void letGo(UUID id) throws Exception {
    Task task = find(id);
    given().applied(OperatorRules.release(task, AFTERWARDS, StoreScenario.HINT_EXPIRY));
  }

  /** A person gives it another payload. */
  default boolean edit(Task task, Bytes payload) {
    TaskEdit edit = OperatorRules.edit(task, payload, task.spec().traits());
    return operations().edit(edit, note(task));
  }

  /** What the audit is told. */
  default AuditNote note(Task task) {
    return new AuditNote(
        UUID.randomUUID(), task.id(), task.position().version(), "me", "EDIT", "why", "what");
  }

  /** The live task, after what the ends of others have made of it. */
  default Task find(UUID id) throws Exception {
    settle();
    return given().find(id);
  }

  /** The finished task, after what the ends of others have made of it. */
  default FinishedTask finished(UUID id) throws Exception {
    settle();
    return given().finished(id);
  }

  /** Where it stands. */
  default Status status(UUID id) throws Exception {
    return find(id).position().status();
  }

  /** Their ids. */
  static Set<UUID> ids(List<Task> tasks) {
    return new LinkedHashSet<>(tasks.stream().map(Task::id).toList());
  }

  /** A new task that waits for these. */
  static NewTask waiting(Set<UUID> done, Set<UUID> ended) {
    return waiting(done, ended, null, UUID.randomUUID());
  }

  /** As above. */
  static NewTask waiting(Set<UUID> done, Set<UUID> ended, @Nullable When runAt, UUID id) {
    TaskDraft draft =
        TaskDraft.of("W", AddRules.waiting(runAt, "BEGUN"))
            .withId(id)
            .withPayload(Bytes.of("what for"));
    return withWaits(draft.build(), done, ended);
  }

  /** This task, waiting for these. */
  static NewTask withWaits(NewTask task, Set<UUID> done, Set<UUID> ended) {
    Waits waits = new Waits(done, ended, Duration.ofMinutes(1), KEEP);
    return new NewTask(task.id(), task.spec(), task.placement(), task.keys(), waits);
  }
}
