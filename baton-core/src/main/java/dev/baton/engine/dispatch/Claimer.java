package dev.baton.engine.dispatch;

import dev.baton.api.TaskEvent;
import dev.baton.engine.NodeContext;
import dev.baton.engine.attempt.Runner;
import dev.baton.engine.lease.HeldTasks;
import dev.baton.engine.lease.Holding;
import dev.baton.engine.lease.LeaseKeeper;
import dev.baton.spi.TaskStore.ClaimRequest;
import dev.baton.spi.TaskStore.LimitedClaim;
import dev.baton.spi.TaskStore.LimitedRequest;
import dev.baton.task.Candidate;
import dev.baton.task.PermitCount.Refusal;
import dev.baton.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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

  /** A candidate that a limit of the cluster let through no further. */
  record Refused(Candidate candidate, Refusal refusal) {}

  /**
   * What came of a batch.
   *
   * @param refused those that a limit of the cluster refused, in order
   * @param missed how many were no longer there to be claimed
   */
  record Answer(List<Refused> refused, int missed) {
    static final Answer NONE = new Answer(List.of(), 0);
  }

  /** How the store is asked. */
  @FunctionalInterface
  private interface Claim {
    LimitedClaim of(UUID owner, List<Booked> booked);
  }

  /** What a claim is waiting for. */
  private record Waiting(Booked booked, Holding holding) {}

  private final NodeContext node;
  private final HeldTasks held;
  private final LeaseKeeper keeper;
  private final Runner runner;
  private final Standby standby;

  public Claimer(
      NodeContext node, HeldTasks held, LeaseKeeper keeper, Runner runner, Standby standby) {
    this.node = node;
    this.held = held;
    this.keeper = keeper;
    this.runner = runner;
    this.standby = standby;
  }

  /** Whether more outcomes wait to be written than a few batches take. */
  boolean isBehind() {
    return runner.isBehind();
  }

  /** Gives back what was claimed ahead of a slot that didn't become free. */
  void giveBackLate() {
    standby.giveBackLate();
  }

  /**
   * Claims and starts. When the store fails, every slot is given back and the rows are looked for.
   */
  Answer claim(List<Booked> booked) {
    List<Booked> plain = new ArrayList<>(booked.size());
    List<Booked> limited = new ArrayList<>();
    for (Booked one : booked) {
      (one.slot().permits().isEmpty() ? plain : limited).add(one);
    }
    Answer first;
    try {
      first = claim(plain, this::claimPlain);
    } catch (RuntimeException | Error broken) {
      limited.forEach(one -> one.slot().giveBack());
      throw broken;
    }
    Answer second = claim(limited, this::claimWithin);
    return new Answer(second.refused(), first.missed() + second.missed());
  }

  private Answer claim(List<Booked> booked, Claim claim) {
    if (booked.isEmpty()) {
      return Answer.NONE;
    }
    UUID owner = node.owners().next();
    Map<UUID, Waiting> waiting = new LinkedHashMap<>();
    for (Booked one : booked) {
      UUID id = one.candidate().id();
      waiting.put(id, new Waiting(one, held.enter(id, owner)));
    }
    List<Standby.Claimed> claimed = new ArrayList<>(booked.size());
    try {
      long before = node.runtime().nanoTime();
      LimitedClaim answer = claim.of(owner, booked);
      for (Task task : answer.claimed()) {
        Waiting one = waiting.remove(task.id());
        if (one != null) {
          claimed.add(claimed(task, one, before + node.settings().lease().toNanos()));
        }
      }
      return sortOut(waiting.values(), answer.refused());
    } catch (RuntimeException broken) {
      // Some of these rows may be ours without our knowing: the lease keeper looks for them.
      keeper.doubt();
      throw broken;
    } finally {
      standby.start(claimed);
      waiting.values().forEach(this::giveUp);
    }
  }

  private LimitedClaim claimPlain(UUID owner, List<Booked> booked) {
    List<ClaimRequest> requests = booked.stream().map(this::request).toList();
    List<Task> claimed = node.store().claim(owner, node.settings().lease(), requests);
    return new LimitedClaim(claimed, Map.of());
  }

  private LimitedClaim claimWithin(UUID owner, List<Booked> booked) {
    List<LimitedRequest> requests =
        booked.stream().map(b -> new LimitedRequest(request(b), b.slot().permits())).toList();
    return node.store().claimWithin(owner, node.settings().lease(), requests);
  }

  private ClaimRequest request(Booked booked) {
    Candidate c = booked.candidate();
    int lossLimit = node.definitions().get(c.flow().type()).lossLimit();
    return new ClaimRequest(c.id(), c.version(), lossLimit);
  }

  private Answer sortOut(Collection<Waiting> waiting, Map<UUID, Refusal> refusals) {
    List<Refused> refused = new ArrayList<>();
    for (Waiting one : waiting) {
      Candidate candidate = one.booked().candidate();
      Refusal refusal = refusals.get(candidate.id());
      if (refusal == null) {
        missed(candidate);
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

  private void missed(Candidate candidate) {
    node.events().emit(new TaskEvent.ClaimMissed(candidate.id(), candidate.flow()));
  }

  private void giveUp(Waiting one) {
    held.leave(one.holding());
    one.booked().slot().giveBack();
  }
}
