package dev.baton.testkit.history;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TaskStore.PullRequest;
import dev.baton.spi.Whereabouts;
import dev.baton.task.Candidate;
import dev.baton.task.FinishedTask;
import dev.baton.task.Hold;
import dev.baton.task.Incarnation;
import dev.baton.task.NewTask;
import dev.baton.task.Placement;
import dev.baton.task.Task;
import dev.baton.task.Transition;
import dev.baton.testkit.OnMemory;
import dev.baton.testkit.contract.MemoryStoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A store in memory on which a test breaks one verb. */
class PassingStore implements TaskStore, OnMemory {
  final MemoryStoreFixture memory = new MemoryStoreFixture();
  final TaskStore sound = memory.store();

  @Override
  public TaskStore store() {
    return this;
  }

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }

  @Override
  public void check() {
    sound.check();
  }

  @Override
  public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
    return sound.insert(transaction, tasks);
  }

  @Override
  public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
    return sound.claim(owner, lease, requests);
  }

  @Override
  public LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests) {
    return sound.claimWithin(owner, lease, requests);
  }

  @Override
  public List<Boolean> apply(List<Transition> transitions) {
    return sound.apply(transitions);
  }

  @Override
  public boolean apply(Transaction transaction, Transition transition) {
    return sound.apply(transaction, transition);
  }

  /** By way of the verb that waits, so that what breaks that one breaks this. */
  @Override
  public List<Verdict> tryApply(List<Transition> transitions) {
    return apply(transitions).stream()
        .map(applied -> applied ? Verdict.APPLIED : Verdict.REFUSED)
        .toList();
  }

  @Override
  public Verdict tryApply(Transaction transaction, Transition transition) {
    return apply(transaction, transition) ? Verdict.APPLIED : Verdict.REFUSED;
  }

  @Override
  public Renewal renew(Duration lease, List<Hold> held) {
    return sound.renew(lease, held);
  }

  @Override
  public Set<UUID> confirm(List<Hold> held) {
    return sound.confirm(held);
  }

  @Override
  public List<Task> heldBy(Incarnation node, UUID after, int limit) {
    return sound.heldBy(node, after, limit);
  }

  @Override
  public List<Candidate> heads(String bucket, Candidate after, int limit) {
    return sound.heads(bucket, after, limit);
  }

  @Override
  public List<Candidate> pull(String bucket, List<PullRequest> flows, int limit) {
    return sound.pull(bucket, flows, limit);
  }

  @Override
  public List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    return sound.due(hintExpiry, since, limit);
  }

  @Override
  public List<Task> overdue(Instant leasesSince, Instant hintsSince, int limit) {
    return sound.overdue(leasesSince, hintsSince, limit);
  }

  @Override
  public int prune(int limit) {
    return sound.prune(limit);
  }

  @Override
  public Optional<Task> find(UUID id) {
    return sound.find(id);
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return sound.findFinished(id);
  }

  @Override
  public Whereabouts whereabouts(Set<UUID> ids) {
    return sound.whereabouts(ids);
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(UUID id, long version, Placement placement) {
    return sound.runAgain(id, version, placement);
  }
}
