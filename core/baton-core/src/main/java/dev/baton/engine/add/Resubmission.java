package dev.baton.engine.add;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.internal.OnDuplicate;
import dev.baton.api.internal.RequestFields;
import dev.baton.engine.base.NodeContext;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Capability;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.ResubmissionStore.Standing;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Rerun;
import dev.baton.task.rule.ResubmitRules;
import dev.baton.task.rule.Revision;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Handles requests whose id or key already belongs to another task: request → transition of the
 * existing row. It reads that task, applies the request's rule, and writes the result with one
 * compare-and-set in the caller's transaction. If the task has changed in between, it tries again.
 * Thread-safe.
 */
public final class Resubmission {
  /** A try fails only if another change of the same task was committed in between. */
  private static final int MAX_TRIES = 10;

  private final NodeContext node;
  private final @Nullable ResubmissionStore store;

  public Resubmission(NodeContext node, @Nullable ResubmissionStore store) {
    this.node = node;
    this.store = store;
  }

  /** Throws if the store doesn't support such requests. Call this before anything is written. */
  void require() {
    if (store == null) {
      throw Capability.RESUBMISSIONS.missing(
          "A conflict other than Conflict.join()",
          "Write unique(identity) without a conflict, so that an add joins the existing task");
    }
  }

  /**
   * Applies the requests to the existing tasks and returns the new results.
   *
   * @param ready collects the tasks that will be ready after the commit
   */
  List<AddResult> settle(
      Transaction transaction,
      List<RequestFields> requests,
      List<NewTask> tasks,
      List<AddResult> results,
      List<Candidate> ready) {
    if (store == null) {
      return results;
    }
    List<AddResult> settled = new ArrayList<>(results);
    List<Integer> met = new ArrayList<>();
    for (int i = 0; i < settled.size(); i++) {
      if (!settled.get(i).wasAdded() && !Adder.joins(requests.get(i))) {
        met.add(i);
      }
    }
    // Lock the rows in the order of their ids, as batches do. Otherwise two transactions with the
    // same tasks could deadlock. Several requests for the same task keep their order.
    met.sort(Comparator.comparing(i -> settled.get(i).taskId().toString()));
    for (int i : met) {
      OneResubmission one =
          new OneResubmission(
              transaction, store, requests.get(i).onDuplicate(), tasks.get(i), ready);
      settled.set(i, one.settle(settled.get(i)));
    }
    return settled;
  }

  /**
   * Throws if the id of an add belongs to a task of another type. Otherwise the caller would expect
   * a task that never runs.
   *
   * @throws RequestRefusedException if the types differ; the message names both
   */
  void requireSameType(Transaction transaction, NewTask task) {
    Optional<String> type =
        store == null ? typeOf(task.id()) : typeOf(store, transaction, task.id());
    type.filter(other -> !other.equals(task.spec().type()))
        .ifPresent(
            other -> {
              throw new RequestRefusedException(
                  "The id "
                      + task.id()
                      + " is that of a task of type "
                      + other
                      + ". A task of type "
                      + task.spec().type()
                      + " can't have it. Give each type its own ids");
            });
  }

  /** Returns the ids that belong to a live or kept task, as this transaction sees them. */
  Set<UUID> present(Transaction transaction, List<UUID> ids) {
    return store == null
        ? ids.stream().filter(id -> typeOf(id).isPresent()).collect(Collectors.toSet())
        : store.present(transaction, ids);
  }

  private Optional<String> typeOf(UUID id) {
    return node.lookups()
        .find(id)
        .map(task -> task.spec().type())
        .or(() -> node.lookups().findFinished(id).map(task -> task.spec().type()));
  }

  private static Optional<String> typeOf(
      ResubmissionStore store, Transaction transaction, UUID id) {
    for (boolean committed : List.of(false, true)) {
      Standing standing = store.standing(transaction, id, committed);
      if (standing instanceof Standing.Live live) {
        return Optional.of(live.task().spec().type());
      }
      if (standing instanceof Standing.Finished finished) {
        return Optional.of(finished.task().spec().type());
      }
    }
    return Optional.empty();
  }

  /** A request whose id or key belongs to an existing task. */
  private final class OneResubmission {
    private final Transaction transaction;
    private final ResubmissionStore store;
    private final OnDuplicate choice;
    private final NewTask submitted;
    private final List<Candidate> ready;

    /**
     * The finished task that the previous try found before it tried to insert; null if there was
     * none.
     */
    private @Nullable FinishedTask ended;

    OneResubmission(
        Transaction transaction,
        ResubmissionStore store,
        OnDuplicate choice,
        NewTask submitted,
        List<Candidate> ready) {
      this.transaction = transaction;
      this.store = store;
      this.choice = choice;
      this.submitted = submitted;
      this.ready = ready;
    }

    AddResult settle(AddResult met) {
      AddResult last = met;
      for (int i = 0; i < MAX_TRIES; i++) {
        boolean committed = i > 0;
        Standing standing = store.standing(transaction, last.taskId(), committed);
        Optional<AddResult> answer = Optional.empty();
        if (standing instanceof Standing.Live live) {
          requireType(live.task().spec().type(), last);
          answer = live(live);
        } else if (standing instanceof Standing.Finished finished && hasKey(finished.task())) {
          requireType(finished.task().spec().type(), last);
          answer = finished(finished.task());
        } else if (committed || standing instanceof Standing.Finished) {
          // The existing task has ended. If its key is free by now, the request is a normal add.
          last =
              node.transactional("A request that changes a task")
                  .insert(transaction, List.of(submitted))
                  .get(0);
          answer = last.wasAdded() ? Optional.of(last) : answer;
        }
        if (answer.isPresent()) {
          return answer.get();
        }
        ended = standing instanceof Standing.Finished finished ? finished.task() : null;
      }
      throw new StoreUnavailableException(
          "Task "
              + last.taskId()
              + " was changed too often by other transactions while it was submitted again, or in a"
              + " way that this transaction's snapshot can't see. Roll back and run the transaction"
              + " again");
    }

    /**
     * Returns whether the key of this finished task is still in use, because the previous insert
     * didn't get it.
     */
    private boolean hasKey(FinishedTask task) {
      return ended != null && ended.id().equals(task.id()) && ended.version() == task.version();
    }

    private void requireType(String type, AddResult met) {
      if (!type.equals(submitted.spec().type())) {
        throw new RequestRefusedException(
            "The id "
                + met.taskId()
                + " is that of a task of type "
                + type
                + ". A request of type "
                + submitted.spec().type()
                + " can't be merged into it, replace it, or run it again");
      }
    }

    private Optional<AddResult> live(Standing.Live live) {
      Task task = live.task();
      if (choice instanceof OnDuplicate.RunAgain again) {
        return again.alsoFromError() && ResubmitRules.mayRunAgain(task)
            ? failedAndAgain(task)
            : Optional.of(new AddResult.AlreadyExists(task.id()));
      }
      if (ResubmitRules.hasBegun(task)) {
        return Optional.of(new AddResult.AlreadyStarted(task.id()));
      }
      Duration expiry = node.settings().hintExpiry();
      if (choice instanceof OnDuplicate.Debounce debounce) {
        Revision later =
            ResubmitRules.debounce(
                task,
                task.spec()
                    .with(
                        submitted.spec().payload(),
                        submitted.spec().context(),
                        submitted.spec().traits()),
                debounce.delay(),
                debounce.longest(),
                live.now(),
                expiry);
        return revised(task, later, new AddResult.Replaced(task.id()));
      }
      OnDuplicate.Merge merge = (OnDuplicate.Merge) choice;
      Revision merged =
          ResubmitRules.merge(
              task, merge.specs().merge(task.spec(), submitted.spec(), node.codec()), expiry);
      return revised(task, merged, new AddResult.Merged(task.id()));
    }

    private Optional<AddResult> revised(Task task, Revision revision, AddResult answer) {
      if (!store.revise(transaction, revision)) {
        return Optional.empty();
      }
      long version = revision.guard().version() + 1;
      told(task, revision.placement(), version, Rule.RESUBMIT);
      return Optional.of(answer);
    }

    private Optional<AddResult> failedAndAgain(Task task) {
      Duration keep = node.settings().keepFailed();
      Transition failed = OperatorRules.fail(task, "Submitted again", keep);
      if (!node.transactional("A request that changes a task").apply(transaction, failed)) {
        return Optional.empty();
      }
      // Read the row with this transaction's own change. No other transaction can see that change
      // yet.
      return store.standing(transaction, task.id(), false) instanceof Standing.Finished ended
          ? finished(ended.task())
          : Optional.empty();
    }

    private Optional<AddResult> finished(FinishedTask task) {
      Rerun again = ResubmitRules.runAgain(task, submitted.spec(), submitted.placement());
      if (store.runAgain(transaction, again).isPresent()) {
        return Optional.empty();
      }
      long version = task.version() + 1;
      Task live =
          new Task(
              task.id(),
              again.spec(),
              again.placement().at(node.clock().now(), version),
              task.createdAt(),
              task.finishedAt(),
              task.finishedAt());
      told(live, again.placement(), version, Rule.RUN_AGAIN);
      return Optional.of(new AddResult.RanAgain(task.id()));
    }

    private void told(Task task, NextPosition placement, long version, Rule rule) {
      node.events().emit(new NodeEvent.Resubmitted(task.id(), task.spec().flow(), rule));
      if (placement.status() == Status.READY) {
        ready.add(task.at(placement.at(node.clock().now(), version)).candidate());
      }
    }
  }
}
