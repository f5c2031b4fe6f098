package dev.baton.engine.add;

import dev.baton.api.AddResult;
import dev.baton.api.Batch;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.internal.OnDuplicate;
import dev.baton.api.internal.RequestFields;
import dev.baton.engine.add.LocalDispatch.PendingInsert;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.NodeContext;
import dev.baton.hook.AddDecorator;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.operate.internal.OwnTransactions;
import dev.baton.spi.Capability;
import dev.baton.spi.TransactionalStore;
import dev.baton.spi.Transactions;
import dev.baton.spi.core.TaskWriter;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.rule.NewTask;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds tasks: request → row. It applies the decorators, checks the requests, and inserts the rows
 * in the caller's transaction. After the commit it sends hints, or starts the tasks that the insert
 * has claimed. Thread-safe.
 */
public final class Adder implements TaskAdder {
  private final NodeContext node;
  private final NewTasks newTasks;
  private final List<AddDecorator> decorators;
  private final LocalDispatch localDispatch;
  private final Hints hints;
  private final Resubmission resubmission;
  private final Consumer<TaskSpec> onAdded;
  private final TaskWriter writer;
  private final @Nullable TransactionalStore transactional;

  /**
   * @param onAdded called for each new task, on the caller's thread; must return quickly
   */
  public Adder(
      NodeContext node,
      NewTasks newTasks,
      List<AddDecorator> decorators,
      LocalDispatch localDispatch,
      Hints hints,
      Resubmission resubmission,
      Consumer<TaskSpec> onAdded) {
    this.node = node;
    this.newTasks = newTasks;
    this.decorators = List.copyOf(decorators);
    this.localDispatch = localDispatch;
    this.hints = hints;
    this.resubmission = resubmission;
    this.onAdded = onAdded;
    this.writer = node.writer();
    this.transactional = node.stores().transactional();
  }

  @Override
  public List<AddResult> addAll(Collection<? extends TaskRequest<?, ?>> requests) {
    List<RequestFields> decorated = decorate(requests);
    return inTransaction(
        (transaction, alone) -> addDecorated(transaction, decorated, alone),
        isOneStatement(decorated));
  }

  @Override
  public Batch.Added addBatch(Batch batch) {
    if (transactional == null) {
      throw Capability.TRANSACTIONS.missing("A batch", "Add its tasks one after the other");
    }
    return inTransaction((transaction, alone) -> addBatch(transaction, batch), false);
  }

  /**
   * Returns whether one statement is enough: for a single task that has no labels and doesn't wait
   * for other tasks.
   */
  private static boolean isOneStatement(List<RequestFields> requests) {
    if (requests.size() != 1) {
      return false;
    }
    RequestFields only = requests.get(0);
    return !NewTasks.isToWait(only) && only.labels().isEmpty();
  }

  /** Work in a transaction. {@code alone} says whether the transaction contains nothing else. */
  private interface Adding<T> {
    T in(Transaction transaction, boolean alone);
  }

  private <T> T inTransaction(Adding<T> adding, boolean oneStatement) {
    if (transactional == null) {
      return byItself(adding);
    }
    Optional<Transaction> current = node.transactions().current();
    Transactions.Work<T> alone = transaction -> adding.in(transaction, true);
    try {
      if (current.isPresent()) {
        return adding.in(current.get(), false);
      }
      return OwnTransactions.repeated(
          () ->
              oneStatement
                  ? node.transactions().callSingle(alone)
                  : node.transactions().call(alone));
    } catch (CommitUnknownException unknown) {
      localDispatch.doubt(List.of());
      throw unknown;
    } catch (RuntimeException broken) {
      throw broken;
    } catch (Exception undeclared) {
      throw new StoreUnavailableException("The tasks could not be added", undeclared);
    }
  }

  private <T> T byItself(Adding<T> adding) {
    OwnInsert insert = new OwnInsert();
    T answer;
    try {
      answer = adding.in(insert, true);
    } catch (StoreException unknown) {
      localDispatch.doubt(List.of());
      throw unknown;
    }
    insert.done();
    return answer;
  }

  @Override
  public List<AddResult> addAll(
      Transaction transaction, Collection<? extends TaskRequest<?, ?>> requests) {
    return addDecorated(transaction, decorate(requests), false);
  }

  private List<AddResult> addDecorated(
      Transaction transaction, List<RequestFields> decorated, boolean alone) {
    if (decorated.isEmpty()) {
      return List.of();
    }
    boolean allJoin = decorated.stream().allMatch(Adder::joins);
    if (!allJoin) {
      resubmission.require();
    }
    List<NewTask> tasks = checked(decorated, transaction);
    Map<NewTask, PendingInsert> entered = localDispatch.enter(tasks);
    List<Candidate> ready = new ArrayList<>();
    List<AddResult> results;
    try {
      results = insert(transaction, tasks);
      requireSameTypes(transaction, decorated, tasks, results);
      if (!allJoin) {
        results = resubmission.settle(transaction, decorated, tasks, results, ready);
      }
    } catch (RuntimeException | Error broken) {
      entered.values().forEach(localDispatch::leave);
      throw broken;
    }
    List<PendingInsert> claimedByInsert = sort(tasks, entered, results, ready);
    localDispatch.inserted(claimedByInsert);
    if (!ready.isEmpty() || !claimedByInsert.isEmpty()) {
      transaction.onEnd(
          end -> ended(end, alone && transaction.isExclusive(), ready, claimedByInsert));
    }
    return results;
  }

  private List<NewTask> checked(List<RequestFields> requests, Transaction transaction) {
    try {
      return newTasks.of(requests, transaction.reportsEnd());
    } catch (IllegalArgumentException wrong) {
      throw new RequestRefusedException(String.valueOf(wrong.getMessage()), wrong);
    }
  }

  /**
   * Throws if an existing task with the same id has another type. Conflict choices other than
   * joining check the type themselves.
   */
  private void requireSameTypes(
      Transaction transaction,
      List<RequestFields> decorated,
      List<NewTask> tasks,
      List<AddResult> results) {
    for (int i = 0; i < tasks.size(); i++) {
      AddResult result = results.get(i);
      if (!result.wasAdded()
          && joins(decorated.get(i))
          && result.taskId().equals(tasks.get(i).id())) {
        resubmission.requireSameType(transaction, tasks.get(i));
      }
    }
  }

  /** Returns whether the request leaves an existing task unchanged. */
  static boolean joins(RequestFields request) {
    return request.onDuplicate() instanceof OnDuplicate.Join;
  }

  /**
   * Inserts the tasks, except those with the id of an existing task whose id Baton created. The
   * store keeps no key row for such a task. So after that task has finished, the insert alone would
   * not notice that its id is in use.
   */
  private List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
    List<UUID> alike =
        tasks.stream()
            .filter(task -> task.hasOwnId() && task.id().version() == TaskIds.VERSION)
            .map(NewTask::id)
            .toList();
    Set<UUID> taken = alike.isEmpty() ? Set.of() : resubmission.present(transaction, alike);
    if (taken.isEmpty()) {
      return insertNew(transaction, tasks);
    }
    List<NewTask> fresh = tasks.stream().filter(task -> !taken.contains(task.id())).toList();
    Iterator<AddResult> inserted =
        fresh.isEmpty() ? Collections.emptyIterator() : insertNew(transaction, fresh).iterator();
    return tasks.stream()
        .map(
            task ->
                taken.contains(task.id())
                    ? new AddResult.AlreadyExists(task.id())
                    : inserted.next())
        .toList();
  }

  private List<AddResult> insertNew(Transaction transaction, List<NewTask> tasks) {
    if (transactional != null) {
      return transactional.insert(transaction, tasks);
    }
    if (transaction instanceof OwnInsert) {
      return writer.insert(tasks);
    }
    throw Capability.TRANSACTIONS.missing("An add in a transaction", "Add without one");
  }

  private List<RequestFields> decorate(Collection<? extends TaskRequest<?, ?>> requests) {
    return requests.stream().map(this::decorate).toList();
  }

  private RequestFields decorate(TaskRequest<?, ?> request) {
    TaskRequest<?, ?> decorated = request;
    for (AddDecorator decorator : decorators) {
      decorated = decorator.decorate(decorated);
    }
    return newTasks.read(decorated);
  }

  /**
   * Returns the tasks that the insert has claimed. Adds the tasks that need a hint to {@code
   * ready}.
   */
  private List<PendingInsert> sort(
      List<NewTask> tasks,
      Map<NewTask, PendingInsert> entered,
      List<AddResult> results,
      List<Candidate> ready) {
    List<PendingInsert> claimedByInsert = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      NewTask task = tasks.get(i);
      PendingInsert pending = entered.get(task);
      AddResult result = results.get(i);
      if (!result.wasAdded()) {
        node.events().emit(new NodeEvent.Duplicate(result.taskId(), task.spec().flow()));
        if (pending != null) {
          localDispatch.leave(pending);
        }
        continue;
      }
      told(task);
      if (pending != null) {
        claimedByInsert.add(pending);
      } else if (task.placement().status() == Status.READY) {
        ready.add(candidate(task));
      }
    }
    return claimedByInsert;
  }

  private void told(NewTask task) {
    boolean claimed = task.placement().status() == Status.RUNNING;
    int priority = task.spec().priority();
    node.events()
        .emit(
            new TaskEvent.Added(
                task.id(), task.spec().flow(), priority, claimed, task.spec().bucket()));
    onAdded.accept(task.spec());
  }

  private void ended(
      Transaction.End end,
      boolean surelyThere,
      List<Candidate> ready,
      List<PendingInsert> claimedByInsert) {
    switch (end) {
      case COMMITTED -> {
        localDispatch.committed(claimedByInsert, surelyThere);
        hints.announce(ready);
      }
      case ROLLED_BACK -> localDispatch.forget(claimedByInsert);
      case UNKNOWN -> {
        localDispatch.doubt(claimedByInsert);
        hints.announce(ready);
      }
    }
  }

  private Candidate candidate(NewTask task) {
    return new Candidate(
        task.id(),
        1,
        task.spec().bucket(),
        task.spec().flow(),
        task.spec().priority(),
        node.clock().now());
  }
}
