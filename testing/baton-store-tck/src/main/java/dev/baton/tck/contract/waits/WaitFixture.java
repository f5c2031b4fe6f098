package dev.baton.tck.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.ResubmissionStore.Standing;
import dev.baton.spi.RunAgainStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.spi.WaitStore;
import dev.baton.task.Bytes;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.ResubmitRules;
import dev.baton.task.rule.SignalRules;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import java.util.List;
import java.util.UUID;

/** A {@link CoreWaitFixture} of a store with transactions. */
public interface WaitFixture extends CoreWaitFixture, StoreFixture {
  @Override
  default WaitStore waits() {
    return store();
  }

  @Override
  default RunAgainStore runAgain() {
    return store();
  }

  @Override
  List<Candidate> emitted();

  /** Adds a task as nodes do. */
  @Override
  default UUID add(NewTask task) throws Exception {
    listen();
    List<AddResult> answer =
        transactions().call(transaction -> store().insert(transaction, List.of(task)));
    assertThat(answer).containsExactly(new AddResult.Added(task.id()));
    return task.id();
  }

  /** Returns the resubmission store on the rows of {@link #store()}. */
  ResubmissionStore resubmissions();

  /** Returns the signal store on the rows of {@link #store()}. */
  TransactionalSignalStore signals();

  /** Submits a task again with another payload, in this transaction. */
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

  /** Submits a task again with another payload, in its own transaction. */
  default boolean mergedAlone(UUID id, Bytes payload) throws Exception {
    return transactions().call(transaction -> merge(transaction, id, payload));
  }

  /** Signals a task so that it moves to this state, in its own transaction. */
  default boolean toldAlone(UUID id, String state) throws Exception {
    return transactions().call(transaction -> news(transaction, id, state));
  }

  /** Signals a task so that it moves to this state, in this transaction. */
  default boolean news(Transaction transaction, UUID id, String state) {
    Task task = signals().lock(transaction, id).orElseThrow();
    return store()
        .apply(
            transaction,
            SignalRules.goTo(task, StoreScenario.HINT_EXPIRY, state, Bytes.of("news")));
  }
}
