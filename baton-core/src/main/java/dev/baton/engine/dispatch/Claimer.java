package dev.baton.engine.dispatch;

import dev.baton.api.TaskEvent;
import dev.baton.engine.NodeContext;
import dev.baton.engine.attempt.Runner;
import dev.baton.engine.lease.HeldTasks;
import dev.baton.engine.lease.Holding;
import dev.baton.engine.lease.LeaseKeeper;
import dev.baton.spi.TaskStore.ClaimRequest;
import dev.baton.task.Candidate;
import dev.baton.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Claims booked candidates with one statement and starts those it got. Stateless but for the node.
 */
public final class Claimer {

  /** A candidate with its slot and its place among the held tasks. */
  record Booked(Candidate candidate, Slot slot) {}

  /** What a claim is waiting for. */
  private record Waiting(Booked booked, Holding holding) {}

  private final NodeContext node;
  private final HeldTasks held;
  private final LeaseKeeper keeper;
  private final Runner runner;

  public Claimer(NodeContext node, HeldTasks held, LeaseKeeper keeper, Runner runner) {
    this.node = node;
    this.held = held;
    this.keeper = keeper;
    this.runner = runner;
  }

  /** Whether more outcomes wait to be written than a few batches take. */
  boolean isBehind() {
    return runner.isBehind();
  }

  /** Claims and starts. When the store fails, every slot is freed and the rows are looked for. */
  void claim(List<Booked> booked) {
    UUID owner = node.owners().next();
    Map<UUID, Waiting> waiting = new LinkedHashMap<>();
    List<ClaimRequest> requests = new ArrayList<>(booked.size());
    for (Booked one : booked) {
      Candidate c = one.candidate();
      waiting.put(c.id(), new Waiting(one, held.enter(c.id(), owner)));
      int lossLimit = node.definitions().get(c.flow().type()).lossLimit();
      requests.add(new ClaimRequest(c.id(), c.version(), lossLimit));
    }
    try {
      Duration lease = node.settings().lease();
      long before = node.runtime().nanoTime();
      List<Task> claimed = node.store().claim(owner, lease, requests);
      for (Task task : claimed) {
        Waiting one = waiting.remove(task.id());
        if (one != null) {
          start(task, one, before + lease.toNanos());
        }
      }
      waiting.values().forEach(this::missed);
    } catch (RuntimeException broken) {
      // Some of these rows may be ours without our knowing: the lease keeper looks for them.
      keeper.doubt();
      throw broken;
    } finally {
      waiting.values().forEach(this::giveUp);
    }
  }

  private void start(Task task, Waiting one, long trustedUntilNanos) {
    one.holding().granted(task.position().version(), trustedUntilNanos);
    Instant claimedAt = task.lastAction();
    node.clock().observe(claimedAt);
    Instant ready = one.booked().candidate().arrivedAt();
    Duration waited =
        ready.isBefore(claimedAt) ? Duration.between(ready, claimedAt) : Duration.ZERO;
    node.events().emit(new TaskEvent.Claimed(task.id(), task.spec().flow(), waited));
    runner.start(task, one.holding(), one.booked().slot()::free, false);
  }

  private void missed(Waiting one) {
    Candidate candidate = one.booked().candidate();
    node.events().emit(new TaskEvent.ClaimMissed(candidate.id(), candidate.flow()));
  }

  private void giveUp(Waiting one) {
    held.leave(one.holding());
    one.booked().slot().free();
  }
}
