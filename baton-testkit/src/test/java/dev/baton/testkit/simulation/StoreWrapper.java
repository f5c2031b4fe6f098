package dev.baton.testkit.simulation;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Whereabouts;
import dev.baton.task.Candidate;
import dev.baton.task.FinishedTask;
import dev.baton.task.Flow;
import dev.baton.task.Hold;
import dev.baton.task.Incarnation;
import dev.baton.task.NewTask;
import dev.baton.task.Placement;
import dev.baton.task.Task;
import dev.baton.task.Transition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A store that does what another does, to be broken verb by verb. */
class StoreWrapper implements TaskStore {
  protected final TaskStore real;

  StoreWrapper(TaskStore real) {
    this.real = real;
  }

  @Override
  public void check() {
    real.check();
  }

  @Override
  public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
    return real.insert(transaction, tasks);
  }

  @Override
  public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
    return real.claim(owner, lease, requests);
  }

  @Override
  public List<Boolean> apply(List<Transition> transitions) {
    return real.apply(transitions);
  }

  @Override
  public boolean apply(Transaction transaction, Transition transition) {
    return real.apply(transaction, transition);
  }

  @Override
  public Set<UUID> renew(Duration lease, List<Hold> held) {
    return real.renew(lease, held);
  }

  @Override
  public Set<UUID> confirm(List<Hold> held) {
    return real.confirm(held);
  }

  @Override
  public List<Task> heldBy(Incarnation node, @Nullable UUID after, int limit) {
    return real.heldBy(node, after, limit);
  }

  @Override
  public List<Flow> flows(String bucket, @Nullable Flow after, int limit) {
    return real.flows(bucket, after, limit);
  }

  @Override
  public List<Candidate> pull(String bucket, List<Flow> flows, int limit) {
    return real.pull(bucket, flows, limit);
  }

  @Override
  public List<Candidate> due(Duration hintExpiry, int limit) {
    return real.due(hintExpiry, limit);
  }

  @Override
  public List<Task> overdue(int limit) {
    return real.overdue(limit);
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
  public Whereabouts whereabouts(Set<UUID> ids) {
    return real.whereabouts(ids);
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(UUID id, long version, Placement placement) {
    return real.runAgain(id, version, placement);
  }
}
