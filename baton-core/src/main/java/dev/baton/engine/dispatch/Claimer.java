package dev.baton.engine.dispatch;

import dev.baton.api.TaskEvent;
import dev.baton.engine.NodeContext;
import dev.baton.engine.Pace;
import dev.baton.engine.UnreadableRows;
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
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Claims booked candidates and starts those it got. Any thread. */
public final class Claimer {

  /** A candidate with its slot. */
  record Booked(Candidate candidate, Slot slot) {}

  /** A candidate that a limit of the cluster let through no further. */
  record Refused(Candidate candidate, Refusal refusal) {}

  /**
   * What came of a batch.
   *
   * @param refused those that a limit of the cluster refused, in order
   * @param missed how many were no longer there to be claimed
   */
  record Answer(List<Candidate> claimed, List<Refused> refused, int missed) {}

  /** What is asked for. */
  private record Wanted(Booked booked, Holding holding) {}

  private final NodeContext node;
  private final HeldTasks held;
  private final LeaseKeeper keeper;
  private final Runner runner;
  private final PrefetchBuffer prefetch;
  private final UnreadableRows unreadable;
  private final Pace pace;
  private final LateClaims late;

  public Claimer(
      NodeContext node,
      HeldTasks held,
      LeaseKeeper keeper,
      Runner runner,
      PrefetchBuffer prefetch) {
    this.node = node;
    this.held = held;
    this.keeper = keeper;
    this.runner = runner;
    this.prefetch = prefetch;
    this.unreadable = new UnreadableRows(node);
    this.pace = new Pace(1, Integer.MAX_VALUE, node.settings().lease());
    this.late = new LateClaims(node);
  }

  /** Whether this node couldn't start, keep, or end in time, what it would claim now. */
  boolean isBehind() {
    return runner.isBehind() || keeper.isBehind() || late.areHeldBack();
  }

  /** How many tasks a claim may name, so that its answer leaves enough of their leases. */
  int mostAtATime() {
    return pace.size();
  }

  /** Whether this node leaves the task alone, since it has claimed it in vain. */
  boolean leaves(Candidate candidate) {
    return runner.leaves(candidate);
  }

  /** The same for all tasks of a type. */
  boolean leavesType(String type) {
    return runner.leavesType(type);
  }

  /** Gives back what was claimed ahead of a slot that didn't become free. */
  void giveBackLate() {
    prefetch.giveBackLate();
  }

  /** Gives back what waits for a slot in buckets that were stopped. */
  void giveBackUnwanted() {
    prefetch.giveBackUnwanted();
  }

  /** When {@link #giveBackLate} must be asked again at the latest. */
  Duration patience() {
    return prefetch.patience();
  }

  /**
   * Claims a batch by one statement, under an owner of its own, and starts what it got. The other
   * slots are given back. When the store fails, all are, and the rows are looked for: some may be
   * this node's without its knowing. What was paused since it was booked isn't asked for.
   *
   * @param batch all within limits of the cluster, or none
   */
  Answer claim(List<Booked> batch) {
    UUID owner = node.owners().next();
    long trustedUntil = node.runtime().nanoTime() + node.settings().lease().toNanos();
    List<Booked> booked = withoutPaused(batch);
    if (booked.isEmpty()) {
      return new Answer(List.of(), List.of(), 0);
    }
    Map<UUID, Wanted> wanted = new LinkedHashMap<>();
    for (Booked one : booked) {
      UUID id = one.candidate().id();
      wanted.put(id, new Wanted(one, held.enter(id, owner)));
    }
    List<PrefetchBuffer.Claimed> claimed = new ArrayList<>(booked.size());
    List<PrefetchBuffer.Claimed> misbooked = new ArrayList<>();
    Set<UUID> refused = Set.of();
    boolean answered = false;
    try {
      LimitedClaim found = askAtAPace(owner, booked);
      for (Task task : unreadable.stopped(found.claimed())) {
        Wanted one = wanted.remove(task.id());
        if (one != null) {
          (isAsBooked(task, one.booked().candidate()) ? claimed : misbooked)
              .add(claimed(task, one, trustedUntil));
        }
      }
      refused = found.refused().keySet();
      Answer answer = answer(claimed, misbooked, wanted.values(), found.refused());
      answered = true;
      return answer;
    } finally {
      prefetch.start(claimed);
      prefetch.giveBackMisbooked(misbooked);
      wanted.values().forEach(this::giveUp);
      if (!answered) {
        // Last: the lease keeper looks in vain for what is still held.
        keeper.doubt();
      }
      runner.missed(missed(wanted.values(), refused));
    }
  }

  /** Its slot and its place in the order were given for what a hint said, which may be anything. */
  private static boolean isAsBooked(Task task, Candidate booked) {
    return task.spec().flow().equals(booked.flow())
        && task.spec().bucket().equals(booked.bucket())
        && task.spec().priority() == booked.priority();
  }

  /** What wasn't there to be claimed, or may not have been. */
  private static List<Candidate> missed(Collection<Wanted> left, Set<UUID> refused) {
    return left.stream()
        .map(one -> one.booked().candidate())
        .filter(candidate -> !refused.contains(candidate.id()))
        .toList();
  }

  /** It waits in the store until it is resumed, and is found then. */
  private List<Booked> withoutPaused(List<Booked> batch) {
    Map<Boolean, List<Booked>> byPause =
        batch.stream()
            .collect(
                Collectors.partitioningBy(
                    one -> node.pauses().cover(one.candidate().bucket(), one.candidate().flow())));
    List<Booked> paused = byPause.getOrDefault(true, List.of());
    paused.forEach(one -> one.slot().giveBack());
    runner.missed(paused.stream().map(Booked::candidate).toList());
    return byPause.getOrDefault(false, List.of());
  }

  private LimitedClaim askAtAPace(UUID owner, List<Booked> booked) {
    long began = node.runtime().nanoTime();
    try {
      LimitedClaim found = ask(owner, booked);
      late.answered(found.claimed().size(), node.runtime().nanoTime() - began);
      return found;
    } finally {
      long took = node.runtime().nanoTime() - began;
      pace.took(booked.size(), took);
      if (pace.isTooLong(took)) {
        // Their leases have begun when the claim was sent.
        keeper.renewNow();
      }
    }
  }

  private LimitedClaim ask(UUID owner, List<Booked> booked) {
    Duration lease = node.settings().lease();
    if (booked.get(0).slot().needsPermits()) {
      List<LimitedRequest> requests =
          booked.stream().map(b -> new LimitedRequest(request(b), b.slot().permits())).toList();
      return node.store().claimWithin(owner, lease, requests);
    }
    List<ClaimRequest> requests = booked.stream().map(this::request).toList();
    return new LimitedClaim(node.store().claim(owner, lease, requests), Map.of());
  }

  private ClaimRequest request(Booked booked) {
    Candidate c = booked.candidate();
    int lossLimit = node.definitions().get(c.flow().type()).lossLimit();
    return new ClaimRequest(c.id(), c.version(), lossLimit);
  }

  private PrefetchBuffer.Claimed claimed(Task task, Wanted one, long trustedUntilNanos) {
    one.holding().granted(task.position().version(), trustedUntilNanos);
    Instant claimedAt = task.lastAction();
    node.clock().observe(claimedAt);
    Candidate candidate = one.booked().candidate();
    Instant ready = candidate.arrivedAt();
    Duration waited =
        ready.isBefore(claimedAt) ? Duration.between(ready, claimedAt) : Duration.ZERO;
    node.events()
        .emit(new TaskEvent.Claimed(task.id(), task.spec().flow(), waited, task.spec().bucket()));
    return new PrefetchBuffer.Claimed(task, candidate, one.holding(), one.booked().slot(), false);
  }

  private Answer answer(
      List<PrefetchBuffer.Claimed> claimed,
      List<PrefetchBuffer.Claimed> misbooked,
      Collection<Wanted> left,
      Map<UUID, Refusal> refusals) {
    List<Refused> refused = new ArrayList<>();
    for (Wanted one : left) {
      Candidate candidate = one.booked().candidate();
      Refusal refusal = refusals.get(candidate.id());
      if (refusal == null) {
        node.events().emit(new TaskEvent.ClaimMissed(candidate.id(), candidate.flow()));
      } else {
        refused.add(new Refused(candidate, refusal));
      }
    }
    List<Candidate> got =
        Stream.concat(claimed.stream(), misbooked.stream())
            .map(PrefetchBuffer.Claimed::candidate)
            .toList();
    return new Answer(got, refused, left.size() - refused.size());
  }

  private void giveUp(Wanted one) {
    held.leave(one.holding());
    one.booked().slot().giveBack();
  }
}
