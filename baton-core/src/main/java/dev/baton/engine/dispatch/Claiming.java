package dev.baton.engine.dispatch;

import dev.baton.api.TaskEvent;
import dev.baton.engine.NodeContext;
import dev.baton.engine.UnreadableRows;
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
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
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

  /** What is asked for. */
  private static final class Wanted {
    private final Booked booked;
    private final Holding holding;
    private boolean claimed;

    Wanted(Booked booked, Holding holding) {
      this.booked = booked;
      this.holding = holding;
    }
  }

  private final NodeContext node;
  private final HeldTasks held;
  private final LeaseKeeper keeper;
  private final List<Booked> booked;
  private final Claim claim;
  private final UUID owner;
  private final Map<UUID, Wanted> wanted = new LinkedHashMap<>();
  private final List<Standby.Claimed> claimed;
  private Answer answer = Answer.NONE;
  private @Nullable Throwable failure;
  private long tookNanos;
  private volatile boolean isAnswered;

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
      wanted.put(id, new Wanted(one, held.enter(id, owner)));
    }
  }

  List<Booked> booked() {
    return booked;
  }

  int size() {
    return booked.size();
  }

  /** Whether the candidate, or the same task at a later version, is asked for. */
  boolean isFor(Candidate candidate) {
    Wanted one = wanted.get(candidate.id());
    return one != null && one.booked.candidate().version() >= candidate.version();
  }

  /** Asks the store. A failure is kept until this is settled. */
  void ask() {
    long before = node.runtime().nanoTime();
    try {
      LimitedClaim found = claim.of(owner, booked);
      for (Task task : new UnreadableRows(node).stopped(found.claimed())) {
        Wanted one = wanted.get(task.id());
        if (one != null && !one.claimed) {
          claimed.add(claimed(task, one, before + node.settings().lease().toNanos()));
          one.claimed = true;
        }
      }
      answer = sortOut(found.refused());
    } catch (RuntimeException | Error broken) {
      failure = broken;
    } finally {
      tookNanos = node.runtime().nanoTime() - before;
      isAnswered = true;
    }
  }

  /** Whether the store has answered, or failed. */
  boolean isAnswered() {
    return isAnswered;
  }

  boolean isLimited() {
    return booked.get(0).slot().needsPermits();
  }

  /** What was got. */
  List<Candidate> claimed() {
    return claimed.stream().map(Standby.Claimed::candidate).toList();
  }

  /** What wasn't there to be claimed, or may not have been. */
  List<Candidate> missed() {
    if (claimed.size() == booked.size()) {
      return List.of();
    }
    Set<UUID> refused =
        answer.refused().stream().map(one -> one.candidate().id()).collect(Collectors.toSet());
    return left().stream()
        .map(one -> one.booked.candidate())
        .filter(candidate -> !refused.contains(candidate.id()))
        .toList();
  }

  /** How long the store was asked for. */
  long tookNanos() {
    return tookNanos;
  }

  /** Starts what was claimed and gives back the other slots; throws what the store threw. */
  Answer settle(Standby standby) {
    standby.start(claimed);
    left().forEach(this::giveUp);
    if (failure != null) {
      // Some of these rows may be ours without our knowing: the lease keeper looks for them, which
      // it does in vain for what is still held.
      keeper.doubt();
    }
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
    List<Wanted> left = left();
    for (Wanted one : left) {
      Candidate candidate = one.booked.candidate();
      Refusal refusal = refusals.get(candidate.id());
      if (refusal == null) {
        node.events().emit(new TaskEvent.ClaimMissed(candidate.id(), candidate.flow()));
      } else {
        refused.add(new Refused(candidate, refusal));
      }
    }
    return new Answer(refused, left.size() - refused.size());
  }

  private List<Wanted> left() {
    return wanted.values().stream().filter(one -> !one.claimed).toList();
  }

  private Standby.Claimed claimed(Task task, Wanted one, long trustedUntilNanos) {
    one.holding.granted(task.position().version(), trustedUntilNanos);
    Instant claimedAt = task.lastAction();
    node.clock().observe(claimedAt);
    Instant ready = one.booked.candidate().arrivedAt();
    Duration waited =
        ready.isBefore(claimedAt) ? Duration.between(ready, claimedAt) : Duration.ZERO;
    node.events()
        .emit(new TaskEvent.Claimed(task.id(), task.spec().flow(), waited, task.spec().bucket()));
    return new Standby.Claimed(task, one.booked.candidate(), one.holding, one.booked.slot(), false);
  }

  private void giveUp(Wanted one) {
    held.leave(one.holding);
    one.booked.slot().giveBack();
  }
}
