package dev.baton.tck;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store that delegates to another one. Tests override single verbs to break them. */
public class StoreWrapper implements TaskStore {
  protected final TaskStore real;

  protected StoreWrapper(TaskStore real) {
    this.real = real;
  }

  @Override
  public void check() {
    real.check();
  }

  @Override
  public Optional<StoreReport> report() {
    return real.report();
  }

  @Override
  public void accept() {
    real.accept();
  }

  @Override
  public void onWarning(Consumer<StoreWarning> listener) {
    real.onWarning(listener);
  }

  @Override
  public void requirePrimary(Transaction transaction) {
    real.requirePrimary(transaction);
  }

  @Override
  public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
    return real.insert(transaction, tasks);
  }

  @Override
  public boolean waitForEnds(Transaction transaction, UUID task, Waits waits) {
    return real.waitForEnds(transaction, task, waits);
  }

  @Override
  public List<AddResult> insert(List<NewTask> tasks) {
    return real.insert(tasks);
  }

  @Override
  public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
    return real.claim(owner, lease, requests);
  }

  @Override
  public void checkHandlersIn(Transactions transactions, int slots) {
    real.checkHandlersIn(transactions, slots);
  }

  @Override
  public LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests) {
    return real.claimWithin(owner, lease, requests);
  }

  @Override
  public List<Boolean> apply(List<Transition> transitions) {
    return real.apply(transitions);
  }

  @Override
  public boolean apply(Transaction transaction, Transition transition) {
    return real.apply(transaction, transition);
  }

  /** Delegates to the verb that waits, so that a test that breaks that verb breaks this one too. */
  @Override
  public List<Verdict> tryApply(List<Transition> transitions) {
    return apply(transitions).stream()
        .map(applied -> applied ? Verdict.APPLIED : Verdict.STALE)
        .toList();
  }

  @Override
  public Verdict tryApply(Transaction transaction, Transition transition) {
    return apply(transaction, transition) ? Verdict.APPLIED : Verdict.STALE;
  }

  @Override
  public boolean briefly(Transaction transaction, Runnable work) {
    return real.briefly(transaction, work);
  }

  @Override
  public Renewal renew(Duration lease, List<ClaimFence> held) {
    return real.renew(lease, held);
  }

  @Override
  public Set<UUID> confirm(List<ClaimFence> held) {
    return real.confirm(held);
  }

  @Override
  public List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit) {
    return real.heldBy(node, after, limit);
  }

  @Override
  public List<Candidate> firstOfEachFlow(String bucket, @Nullable Candidate after, int limit) {
    return real.firstOfEachFlow(bucket, after, limit);
  }

  @Override
  public List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
    return real.scan(bucket, after, limit);
  }

  @Override
  public List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit) {
    return real.fetch(bucket, requests, limit);
  }

  @Override
  public List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    return real.due(hintExpiry, since, limit);
  }

  @Override
  public List<Task> leasesBeyond(Duration ahead, int limit) {
    return real.leasesBeyond(ahead, limit);
  }

  @Override
  public List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
    return real.overdue(leases, hints, limit);
  }

  @Override
  public boolean stop(UUID id, long version, String error) {
    return real.stop(id, version, error);
  }

  @Override
  public int prune(int limit) {
    return real.prune(limit);
  }

  @Override
  public Optional<Task> find(UUID id) {
    return real.find(id);
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return real.findFinished(id);
  }

  @Override
  public LiveAndFinished liveAndFinished(Set<UUID> ids) {
    return real.liveAndFinished(ids);
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(UUID id, long version, NextPosition placement) {
    return real.runAgain(id, version, placement);
  }

  @Override
  public List<Prerequisite> waitedFor(UUID id) {
    return real.waitedFor(id);
  }

  @Override
  public WaitState waiting(UUID id) {
    return real.waiting(id);
  }

  @Override
  public void onReleased(Consumer<List<Candidate>> listener) {
    real.onReleased(listener);
  }
}
