package dev.baton.testkit.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.spi.AuditNote;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.ResubmissionStore.Standing;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.task.Bytes;
import dev.baton.task.Candidate;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import dev.baton.task.When;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.ResubmitRules;
import dev.baton.task.rule.SignalRules;
import dev.baton.task.rule.TaskEdit;
import dev.baton.task.rule.Waits;
import dev.baton.testkit.contract.StoreFixture;
import dev.baton.testkit.contract.StoreScenario;
import dev.baton.testkit.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the contract of tasks that wait for others needs, and the words its tests are told in. */
public interface WaitFixture extends StoreFixture {
  /** How long what has ended is kept. */
  Duration KEEP = StoreScenario.KEEP;

  /** Who runs the tasks. */
  UUID OWNER = new UUID(7, 1);

  /** After what tests write, and before what is far off. */
  Instant AFTERWARDS = Instant.parse("2080-01-01T00:00:00Z");

  /** For those who submit again; on the rows of {@link #store()}. */
  ResubmissionStore resubmissions();

  /** For people; on the rows of {@link #store()}. */
  OperationsStore operations();

  /** For those who have news; on the rows of {@link #store()}. */
  TransactionalSignalStore signals();

  /** What the store has told of as ready, since the first call of {@link #listen}. */
  List<Candidate> told();

  /** Begins to note what the store tells of; once for all. */
  void listen();

  /** Adds the task and commits. */
  default UUID add(NewTask task) throws Exception {
    listen();
    List<AddResult> answer =
        transactions().call(transaction -> store().insert(transaction, List.of(task)));
    assertThat(answer).containsExactly(new AddResult.Added(task.id()));
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
  default void hold(UUID id) {
    given().applied(OperatorRules.hold(given().find(id)));
  }

  /** A person lets it go. */
  default void letGo(UUID id) {
    Task task = given().find(id);
    given().applied(OperatorRules.release(task, AFTERWARDS, StoreScenario.HINT_EXPIRY));
  }

  /** A person gives it another payload. */
  default boolean edit(Task task, Bytes payload) {
    TaskEdit edit = OperatorRules.edit(task, payload, task.spec().context());
    return operations().edit(edit, note(task));
  }

  /** What the audit is told. */
  default AuditNote note(Task task) {
    return new AuditNote(
        UUID.randomUUID(), task.id(), task.position().version(), "me", "EDIT", "why", "what");
  }

  /** Whoever submits it again gives it another payload, in this transaction. */
  default boolean merge(Transaction transaction, UUID id, Bytes payload) {
    Standing standing = resubmissions().standing(transaction, id, false);
    if (!(standing instanceof Standing.Live live)) {
      return false;
    }
    TaskSpec spec = live.task().spec();
    return resubmissions()
        .revise(
            transaction,
            ResubmitRules.merge(
                live.task(), spec.with(payload, spec.context()), StoreScenario.HINT_EXPIRY));
  }

  /** As above, in a transaction of its own. */
  default boolean mergedAlone(UUID id, Bytes payload) throws Exception {
    return transactions().call(transaction -> merge(transaction, id, payload));
  }

  /** News of this state for it, in a transaction of their own. */
  default boolean toldAlone(UUID id, String state) throws Exception {
    return transactions().call(transaction -> news(transaction, id, state));
  }

  /** News of this state for it, in this transaction. */
  default boolean news(Transaction transaction, UUID id, String state) {
    Task task = signals().lock(transaction, id).orElseThrow();
    return store()
        .apply(
            transaction,
            SignalRules.goTo(task, StoreScenario.HINT_EXPIRY, state, Bytes.of("news")));
  }

  /** Where it stands. */
  default Status status(UUID id) {
    return given().find(id).position().status();
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
