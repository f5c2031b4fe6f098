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
  record Booked(Candidate candidate, Slot slot, Holding holding) {}

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

  /** Claims and starts. When the store fails, every slot is freed and the rows are looked for. */
  void claim(List<Booked> booked) {
    Map<UUID, Booked> waiting = new LinkedHashMap<>();
    List<ClaimRequest> requests = new ArrayList<>(booked.size());
    for (Booked one : booked) {
      Candidate c = one.candidate();
      waiting.put(c.id(), one);
      int lossLimit = node.definitions().get(c.flow().type()).lossLimit();
      requests.add(new ClaimRequest(c.id(), c.version(), lossLimit));
    }
    try {
      Duration lease = node.settings().lease();
      long before = node.runtime().nanoTime();
      List<Task> claimed = node.store().claim(node.owner(), lease, requests);
      for (Task task : claimed) {
        Booked one = waiting.remove(task.id());
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

  private void start(Task task, Booked one, long trustedUntilNanos) {
    one.holding().granted(task.position().version(), trustedUntilNanos);
    Instant claimedAt = task.lastAction();
    node.clock().observe(claimedAt);
    Instant ready = one.candidate().arrivedAt();
    Duration waited =
        ready.isBefore(claimedAt) ? Duration.between(ready, claimedAt) : Duration.ZERO;
    node.events().emit(new TaskEvent.Claimed(task.id(), task.spec().flow(), waited));
    runner.start(task, one.holding(), one.slot()::free, false);
  }

  private void missed(Booked one) {
    node.events().emit(new TaskEvent.ClaimMissed(one.candidate().id(), one.candidate().flow()));
  }

  private void giveUp(Booked one) {
    held.leave(one.holding());
    one.slot().free();
  }
}
