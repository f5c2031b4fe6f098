package dev.baton.engine.dispatch;

import dev.baton.api.TaskEvent;
import dev.baton.engine.NodeContext;
import dev.baton.engine.dispatch.Claimer.Answer;
import dev.baton.engine.dispatch.Claimer.Booked;
import dev.baton.engine.dispatch.Claimer.Refused;
import dev.baton.engine.lease.HeldTasks;
import dev.baton.engine.lease.Holding;
import dev.baton.engine.lease.LeaseKeeper;
import dev.baton.spi.TaskStore.LimitedClaim;
import dev.baton.task.Candidate;
import dev.baton.task.PermitCount.Refusal;
import dev.baton.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One batch that is being claimed, under an owner of its own. The store may be asked by any thread;
 * what comes of it is settled by the dispatcher's, so that batches start in their order.
 */
final class Claiming {

  /** How the store is asked. */
  @FunctionalInterface
  interface Claim {
    LimitedClaim of(UUID owner, List<Booked> booked);
  }

  /** What a claim is waiting for. */
  private record Waiting(Booked booked, Holding holding) {}

  private final NodeContext node;
  private final HeldTasks held;
  private final LeaseKeeper keeper;
  private final List<Booked> booked;
  private final Claim claim;
  private final UUID owner;
  private final Map<UUID, Waiting> waiting = new LinkedHashMap<>();
  private final List<Standby.Claimed> claimed;
  private Answer answer = Answer.NONE;
  private @Nullable Throwable failure;

  Claiming(NodeContext node, HeldTasks held, LeaseKeeper keeper, List<Booked> booked, Claim claim) {
    this.node = node;
    this.held = held;
    this.keeper = keeper;
    this.booked = booked;
    this.claim = claim;
    this.owner = node.owners().next();
    this.claimed = new ArrayList<>(booked.size());
    for (Booked one : booked) {
      UUID id = one.candidate().id();
      waiting.put(id, new Waiting(one, held.enter(id, owner)));
    }
  }

  /** Asks the store. A failure is kept until this is settled. */
  void ask() {
    try {
      long before = node.runtime().nanoTime();
      LimitedClaim found = claim.of(owner, booked);
      for (Task task : found.claimed()) {
        Waiting one = waiting.remove(task.id());
        if (one != null) {
          claimed.add(claimed(task, one, before + node.settings().lease().toNanos()));
        }
      }
      answer = sortOut(found.refused());
    } catch (RuntimeException broken) {
      // Some of these rows may be ours without our knowing: the lease keeper looks for them.
      keeper.doubt();
      failure = broken;
    } catch (Error broken) {
      failure = broken;
    }
  }

  /** Starts what was claimed and gives back the other slots; throws what the store threw. */
  Answer settle(Standby standby) {
    standby.start(claimed);
    waiting.values().forEach(this::giveUp);
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException broken) {
      throw broken;
    }
    return answer;
  }

  private Answer sortOut(Map<UUID, Refusal> refusals) {
    List<Refused> refused = new ArrayList<>();
    for (Waiting one : waiting.values()) {
      Candidate candidate = one.booked().candidate();
      Refusal refusal = refusals.get(candidate.id());
      if (refusal == null) {
        node.events().emit(new TaskEvent.ClaimMissed(candidate.id(), candidate.flow()));
      } else {
        refused.add(new Refused(candidate, refusal));
      }
    }
    return new Answer(refused, waiting.size() - refused.size());
  }

  private Standby.Claimed claimed(Task task, Waiting one, long trustedUntilNanos) {
    one.holding().granted(task.position().version(), trustedUntilNanos);
    Instant claimedAt = task.lastAction();
    node.clock().observe(claimedAt);
    Instant ready = one.booked().candidate().arrivedAt();
    Duration waited =
        ready.isBefore(claimedAt) ? Duration.between(ready, claimedAt) : Duration.ZERO;
    node.events()
        .emit(new TaskEvent.Claimed(task.id(), task.spec().flow(), waited, task.spec().bucket()));
    return new Standby.Claimed(
        task, one.booked().candidate(), one.holding(), one.booked().slot(), false);
  }

  private void giveUp(Waiting one) {
    held.leave(one.holding());
    one.booked().slot().giveBack();
  }
}
