package dev.baton.engine.dispatch.claim;

import dev.baton.engine.attempt.Runner;
import dev.baton.engine.base.BatchSizer;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.Supervisor;
import dev.baton.engine.base.UnreadableRows;
import dev.baton.engine.dispatch.claim.PrefetchBuffer.ClaimedTask;
import dev.baton.engine.dispatch.slot.PayloadRoom;
import dev.baton.engine.dispatch.slot.Slot;
import dev.baton.engine.dispatch.slot.StateSlots;
import dev.baton.engine.lease.LeaseKeeper;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.engine.lease.Leases;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.LimitStore.LimitedClaim;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.core.TaskClaims;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.RowFault;
import dev.baton.task.row.Task;
import dev.baton.task.rule.PermitCount.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims the candidates that have a slot, and passes the claimed tasks to {@link PrefetchBuffer},
 * which starts them: slot → claim. All buckets share it. If a claim takes so long that its leases
 * have ended when it returns, this class claims nothing for a while. Otherwise it would give these
 * tasks back and claim them again without end, and no attempt would be counted. Thread-safe.
 */
public final class Claimer {

  /**
   * The result of claiming a batch.
   *
   * @param asked number of tasks in the batch
   * @param refused candidates that a cluster limit refused, in the order of the batch
   * @param missed number of tasks that could no longer be claimed, for example because another node
   *     claimed them
   */
  public record ClaimResult(
      int asked, List<Candidate> claimed, Map<Candidate, Refusal> refused, int missed) {}

  private static final Logger LOG = LoggerFactory.getLogger(Claimer.class);

  private static final int PARTS_OF_A_LEASE = 10;
  private static final Duration MAX_REST = Duration.ofMinutes(1);

  /** A booked slot and the entry of its task in {@link Leases}. */
  private record PendingClaim(Slot slot, LeasedTask leased) {}

  private final NodeContext node;
  private final Leases leases;
  private final LeaseKeeper keeper;
  private final Runner runner;
  private final StateSlots stateSlots;
  private final PrefetchBuffer prefetch;
  private final Supervisor supervisor;
  private final PayloadRoom room;
  private final TaskClaims claims;
  private final UnreadableRows unreadable;
  private final BatchSizer pace;

  /** Time after a late claim in which this node claims nothing; 0 if it doesn't rest. */
  private volatile long restNanos;

  private volatile long restsUntilNanos;

  public Claimer(
      NodeContext node,
      Leases leases,
      LeaseKeeper keeper,
      Runner runner,
      StateSlots stateSlots,
      PrefetchBuffer prefetch,
      PayloadRoom room,
      Supervisor supervisor) {
    this.supervisor = supervisor;
    this.room = room;
    this.node = node;
    this.leases = leases;
    this.keeper = keeper;
    this.runner = runner;
    this.stateSlots = stateSlots;
    this.prefetch = prefetch;
    this.claims = node.claims();
    this.unreadable = new UnreadableRows(node);
    this.pace = new BatchSizer(1, Integer.MAX_VALUE, node.settings().lease());
  }

  /** Returns the claimed tasks that wait for a slot. */
  public PrefetchBuffer prefetch() {
    return prefetch;
  }

  /** Returns the limit of payload bytes. */
  public PayloadRoom room() {
    return room;
  }

  /**
   * Returns how many tasks the next claim may contain. With more tasks, the leases might be almost
   * over when the claim returns. Returns 0 while this node could not start, renew or finish more
   * tasks in time.
   */
  public int most() {
    boolean rests = restNanos > 0 && node.runtime().nanoTime() - restsUntilNanos < 0;
    boolean isBehind = !supervisor.mayClaim() || runner.isBehind() || keeper.isBehind();
    return rests || isBehind ? 0 : pace.size();
  }

  /**
   * Claims a batch with one statement and starts the claimed tasks. All tasks of the batch get the
   * same owner, which identifies this claim. The slots of the other candidates are given back. If
   * the store fails, this node may have claimed some tasks without knowing it. Then all slots are
   * given back, and the lease keeper searches for these rows. Candidates that were paused after
   * they got their slot aren't claimed.
   *
   * @param batch either every candidate needs permits of a cluster limit, or none does
   */
  public ClaimResult claim(List<Slot> batch) {
    UUID owner = node.owners().next();
    long trustedUntil = node.runtime().nanoTime() + node.settings().lease().toNanos();
    List<Slot> booked = withoutPaused(batch);
    if (booked.isEmpty()) {
      return new ClaimResult(batch.size(), List.of(), Map.of(), 0);
    }
    Map<UUID, PendingClaim> left = enter(booked, owner);
    List<ClaimedTask> got = new ArrayList<>(booked.size());
    Map<UUID, Refusal> refusals = new HashMap<>();
    Map<Candidate, Refusal> refused = new LinkedHashMap<>();
    List<Candidate> missed = new ArrayList<>();
    boolean answered = false;
    try {
      for (Task task : askAtAPace(owner, booked, refusals)) {
        RowFault fault = task.fault();
        PendingClaim one = fault == null ? left.remove(task.id()) : null;
        if (fault != null) {
          unreadable.stop(task, fault);
        } else if (one != null) {
          got.add(granted(task, one, trustedUntil));
        }
      }
      answered = true;
    } finally {
      // The slot and the order came from the hint, which may have been wrong.
      logWrongHint(got);
      prefetch.start(got);
      for (PendingClaim one : left.values()) {
        giveUp(one, refusals.get(one.slot().candidate().id()), refused, missed);
      }
      if (!answered) {
        // Keep this last: the lease keeper only searches for tasks that are not entered in the
        // leases.
        keeper.scheduleOrphanScan();
      }
      stateSlots.missed(missed);
    }
    for (Candidate one : missed) {
      node.events().emit(new NodeEvent.ClaimMissed(one.id(), one.flow()));
    }
    List<Candidate> claimed = new ArrayList<>(got.size());
    for (ClaimedTask one : got) {
      claimed.add(one.slot().candidate());
    }
    return new ClaimResult(batch.size(), claimed, refused, missed.size());
  }

  /**
   * Removes the paused candidates from the batch. They remain in the store. A scan finds them when
   * they are resumed.
   */
  private List<Slot> withoutPaused(List<Slot> batch) {
    List<Slot> others = new ArrayList<>(batch.size());
    List<Candidate> paused = new ArrayList<>();
    for (Slot slot : batch) {
      if (node.pauses().cover(slot.candidate())) {
        slot.giveBack();
        paused.add(slot.candidate());
      } else {
        others.add(slot);
      }
    }
    stateSlots.missed(paused);
    return others;
  }

  private Map<UUID, PendingClaim> enter(List<Slot> booked, UUID owner) {
    Map<UUID, PendingClaim> wanted = new LinkedHashMap<>();
    for (Slot slot : booked) {
      UUID id = slot.candidate().id();
      LeasedTask leased = leases.enter(id, owner, slot.candidate().bucket());
      leased.carries(room.expected(slot.candidate().flow().type()));
      wanted.put(id, new PendingClaim(slot, leased));
    }
    return wanted;
  }

  private List<Task> askAtAPace(UUID owner, List<Slot> booked, Map<UUID, Refusal> refusals) {
    long began = node.runtime().nanoTime();
    pace.begins(booked.size(), began);
    try {
      List<Task> found = ask(owner, booked, refusals);
      pace.succeeded();
      answered(found.size(), node.runtime().nanoTime() - began);
      return found;
    } catch (RuntimeException | Error broken) {
      pace.failed();
      throw broken;
    } finally {
      long took = node.runtime().nanoTime() - began;
      pace.ended(node.runtime().nanoTime());
      if (pace.isTooLong(took)) {
        // Renew at once, because the leases began when the claim was sent.
        keeper.renewNow();
      }
    }
  }

  private void answered(int claimed, long tookNanos) {
    long lease = node.settings().lease().toNanos();
    if (tookNanos < lease - lease / PARTS_OF_A_LEASE) {
      restNanos = 0;
    } else if (claimed > 0) {
      long longest = Math.max(lease, MAX_REST.toNanos());
      restNanos = restNanos == 0 ? lease / PARTS_OF_A_LEASE : Math.min(longest, 2 * restNanos);
      restsUntilNanos = node.runtime().nanoTime() + restNanos;
      String text =
          "The claim of "
              + claimed
              + " tasks took "
              + Texts.about(Duration.ofNanos(tookNanos))
              + ", longer than their lease of "
              + Texts.duration(node.settings().lease())
              + ". This node starts none of them, and claims again in "
              + Texts.about(Duration.ofNanos(restNanos))
              + ". Find the cause of the slow database, or set a longer lease";
      LOG.warn(text);
      node.events().emit(new NodeEvent.StoreTrouble("claims", text));
    }
  }

  private List<Task> ask(UUID owner, List<Slot> booked, Map<UUID, Refusal> refusals) {
    Duration lease = node.settings().lease();
    if (booked.get(0).needsPermits()) {
      List<LimitedRequest> requests =
          booked.stream().map(slot -> new LimitedRequest(request(slot), slot.permits())).toList();
      LimitedClaim found = node.limits().claimWithin(owner, lease, requests);
      refusals.putAll(found.refused());
      return found.claimed();
    }
    List<ClaimRequest> requests = new ArrayList<>(booked.size());
    for (Slot slot : booked) {
      requests.add(request(slot));
    }
    return claims.claim(owner, lease, requests);
  }

  private ClaimRequest request(Slot booked) {
    Candidate c = booked.candidate();
    int lossLimit = node.definitions().get(c.flow().type()).onLost().limit();
    return new ClaimRequest(c.id(), c.version(), lossLimit);
  }

  private ClaimedTask granted(Task task, PendingClaim one, long trustedUntilNanos) {
    one.leased().granted(task.position().version(), trustedUntilNanos);
    one.leased().carries(room.of(task));
    Instant claimedAt = task.lastAction();
    node.clock().observe(claimedAt);
    Instant ready = task.readySince();
    Duration waited =
        ready.isBefore(claimedAt) ? Duration.between(ready, claimedAt) : Duration.ZERO;
    node.events()
        .emit(new NodeEvent.Claimed(task.id(), task.spec().flow(), waited, task.spec().bucket()));
    return new ClaimedTask(task, one.leased(), one.slot(), false, node.runtime().nanoTime());
  }

  /** Logs only one wrong hint per batch, so that a sender of wrong hints can't flood the log. */
  private void logWrongHint(List<ClaimedTask> batch) {
    for (ClaimedTask one : batch) {
      if (!one.isAsBooked()) {
        logWrongHint(one);
        return;
      }
    }
  }

  private void logWrongHint(ClaimedTask one) {
    Candidate hint = one.slot().candidate();
    node.taskLog()
        .about(
            one.task(),
            () ->
                LOG.warn(
                    "Gave back task {} of type {}, and perhaps more, because their hints were wrong"
                        + " ({}, bucket {}, priority {}). No handler started. Check which other"
                        + " program sends hints",
                    one.task().id(),
                    one.task().spec().flow(),
                    hint.flow(),
                    hint.bucket(),
                    hint.priority()));
  }

  private void giveUp(
      PendingClaim one,
      @Nullable Refusal refusal,
      Map<Candidate, Refusal> refused,
      List<Candidate> missed) {
    one.leased().leave();
    one.slot().giveBack();
    if (refusal == null) {
      missed.add(one.slot().candidate());
    } else {
      refused.put(one.slot().candidate(), refusal);
    }
  }
}
