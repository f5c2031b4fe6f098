package dev.baton.tck.simulation;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.api.error.StoreException;
import dev.baton.spi.TaskStore;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.StoreReport;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Prerequisite;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitState;
import dev.baton.task.rule.Waits;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One node's access to the database. */
public final class SimulatedTaskStore implements TaskStore {
  private final SimulatedNode node;
  private final SimulatedMemory database;
  private final MemoryTaskStore rows;
  private final List<Consumer<List<Candidate>>> listeners = new ArrayList<>();
  private final List<Candidate> released = new ArrayList<>();

  public SimulatedTaskStore(SimulatedNode node, SimulatedMemory database) {
    this.node = node;
    this.database = database;
    this.rows = database.rows();
  }

  @Override
  public void check() {
    read(Verb.CHECK, "", () -> true);
  }

  /**
   * Returns the report; empty if the database's clock can't be set. A report is an additional call,
   * and would change the histories of existing seeds.
   */
  @Override
  public Optional<StoreReport> report() {
    return database.mayBePut()
        ? read(Verb.CHECK, "", () -> Optional.of(new StoreReport(database.now(), List.of())))
        : Optional.empty();
  }

  @Override
  public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
    List<UUID> ids = tasks.stream().map(NewTask::id).toList();
    return inside(transaction, Verb.INSERT, ids, () -> rows.insert(transaction, tasks));
  }

  @Override
  public boolean waitForEnds(Transaction transaction, UUID task, Waits waits) {
    return inside(
        transaction, Verb.INSERT, List.of(task), () -> rows.waitForEnds(transaction, task, waits));
  }

  @Override
  public List<AddResult> insert(List<NewTask> tasks) {
    List<UUID> ids = tasks.stream().map(NewTask::id).toList();
    return write(Verb.INSERT, ids, () -> rows.insert(tasks), done -> ids);
  }

  @Override
  public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
    List<UUID> ids = requests.stream().map(ClaimRequest::id).toList();
    node.require();
    database.claiming(node, ids);
    return write(Verb.CLAIM, requests, () -> rows.claim(owner, lease, requests), done -> ids);
  }

  @Override
  public LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests) {
    List<UUID> ids = requests.stream().map(r -> r.request().id()).toList();
    return write(Verb.CLAIM, requests, () -> rows.claimWithin(owner, lease, requests), done -> ids);
  }

  @Override
  public List<Boolean> apply(List<Transition> transitions) {
    return write(transitions, () -> rows.apply(transitions));
  }

  @Override
  public List<Verdict> tryApply(List<Transition> transitions) {
    return write(transitions, () -> rows.tryApply(transitions));
  }

  private <T> T write(List<Transition> transitions, Supplier<T> work) {
    List<UUID> ids = transitions.stream().map(Transition::id).toList();
    return write(
        Verb.APPLY,
        transitions,
        () -> {
          database.requireStorable(transitions);
          return work.get();
        },
        done -> ids);
  }

  @Override
  public boolean apply(Transaction transaction, Transition transition) {
    return inside(transaction, transition, () -> rows.apply(transaction, transition));
  }

  @Override
  public Verdict tryApply(Transaction transaction, Transition transition) {
    return inside(transaction, transition, () -> rows.tryApply(transaction, transition));
  }

  @Override
  public boolean briefly(Transaction transaction, Runnable work) {
    return rows.briefly(transaction, work);
  }

  private <T> T inside(Transaction transaction, Transition transition, Supplier<T> work) {
    return inside(
        transaction,
        Verb.APPLY_IN_TRANSACTION,
        List.of(transition.id()),
        () -> {
          database.requireStorable(List.of(transition));
          return work.get();
        });
  }

  @Override
  public Renewal renew(Duration lease, List<ClaimFence> held) {
    node.require();
    database.renewing(node, held);
    return write(Verb.RENEW, held, () -> rows.renew(lease, held), Renewal::renewed);
  }

  @Override
  public Set<UUID> confirm(List<ClaimFence> held) {
    return read(Verb.CONFIRM, held, () -> rows.confirm(held));
  }

  @Override
  public List<Task> heldBy(NodeStart nodeStart, @Nullable UUID after, int limit) {
    return read(Verb.HELD_BY, "", () -> rows.heldBy(nodeStart, after, limit));
  }

  @Override
  public List<Candidate> firstOfEachFlow(String bucket, @Nullable Candidate after, int limit) {
    return read(Verb.FIRST_OF_EACH_FLOW, bucket, () -> rows.firstOfEachFlow(bucket, after, limit));
  }

  @Override
  public List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
    return read(Verb.SCAN, bucket, () -> rows.scan(bucket, after, limit));
  }

  @Override
  public List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit) {
    return read(Verb.FETCH, requests, () -> rows.fetch(bucket, requests, limit));
  }

  @Override
  public List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    return write(
        Verb.DUE,
        "",
        () -> rows.due(hintExpiry, since, limit),
        done -> done.stream().map(Candidate::id).toList());
  }

  @Override
  public List<Task> leasesBeyond(Duration ahead, int limit) {
    return read(Verb.OVERDUE, "", () -> rows.leasesBeyond(ahead, limit));
  }

  @Override
  public List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
    return read(Verb.OVERDUE, "", () -> rows.overdue(leases, hints, limit));
  }

  @Override
  public boolean stop(UUID id, long version, String error) {
    return write(Verb.APPLY, id, () -> rows.stop(id, version, error), done -> List.of());
  }

  @Override
  public int prune(int limit) {
    return write(Verb.PRUNE, "", () -> rows.prune(limit), done -> List.of());
  }

  @Override
  public Optional<Task> find(UUID id) {
    return read(Verb.FIND, id, () -> rows.find(id));
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return read(Verb.FIND_FINISHED, id, () -> rows.findFinished(id));
  }

  @Override
  public LiveAndFinished liveAndFinished(Set<UUID> ids) {
    return read(Verb.LIVE_AND_FINISHED, ids, () -> rows.liveAndFinished(ids));
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(UUID id, long version, NextPosition placement) {
    return write(
        Verb.RUN_AGAIN, id, () -> rows.runAgain(id, version, placement), refusal -> List.of(id));
  }

  @Override
  public List<Prerequisite> waitedFor(UUID id) {
    return read(Verb.WAITED_FOR, id, () -> rows.waitedFor(id));
  }

  @Override
  public WaitState waiting(UUID id) {
    return read(Verb.WAITED_FOR, id, () -> rows.waiting(id));
  }

  /**
   * Adds a listener, which is notified only of tasks that this node's own threads have released.
   */
  @Override
  public void onReleased(Consumer<List<Candidate>> listener) {
    listeners.add(listener);
    rows.onReleased(
        ready -> {
          if (node.isRunning()) {
            released.addAll(ready);
            tellUnlessWriting();
          }
        });
  }

  /**
   * Notifies the listeners, unless the node is writing. A listener may let other threads run, so
   * the watches must have seen the writes before.
   */
  private void tellUnlessWriting() {
    if (node.writing == 0 && !released.isEmpty()) {
      List<Candidate> ready = List.copyOf(released);
      released.clear();
      listeners.forEach(listener -> listener.accept(ready));
    }
  }

  <T> T read(Verb verb, Object asked, Supplier<T> action) {
    return write(verb, asked, action, done -> List.of());
  }

  <T> T write(Verb verb, Object asked, Supplier<T> action, Function<T, Collection<UUID>> touched) {
    node.require();
    database.enter(node, verb);
    T answer;
    node.writing++;
    try {
      answer = action.get();
    } finally {
      node.writing--;
    }
    node.simulation().line(() -> verb + " " + asked + " -> " + answer);
    Set<UUID> changed = new LinkedHashSet<>(touched.apply(answer));
    changed.addAll(database.takeMovedByOthers());
    database.changed(node, verb, changed);
    tellUnlessWriting();
    database.leave(node, verb);
    return answer;
  }

  /**
   * Runs a call inside a transaction. If the call fails, the transaction is aborted, because its
   * connection is lost.
   */
  <T> T inside(Transaction transaction, Verb verb, List<UUID> ids, Supplier<T> action) {
    MemoryTransaction memory = transaction.unwrap(MemoryTransaction.class);
    node.require();
    boolean onTheWay = true;
    try {
      database.enter(node, verb);
      onTheWay = false;
      database.writes(memory, ids);
      T answer = action.get();
      database.writes(memory, database.takeMovedByOthers());
      node.simulation().line(() -> verb + " " + ids + " -> " + answer);
      onTheWay = true;
      database.leave(node, verb);
      return answer;
    } catch (RuntimeException | Error lost) {
      if (onTheWay || lost instanceof StoreException) {
        memory.breakOff();
      }
      throw lost;
    }
  }
}
