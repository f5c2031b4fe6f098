package dev.baton.engine.dispatch.slot;

import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.RetryTimer;
import dev.baton.engine.dispatch.table.CandidateFilter;
import dev.baton.engine.dispatch.table.LookAheadTable;
import dev.baton.handler.internal.Definition;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.limit.internal.RefusedSlot;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.PermitCount.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Books slots for the next candidates of a bucket's look-ahead table: candidate → slot. A candidate
 * that gets no slot, or no permit of a cluster limit, remains in the table and is tried again
 * later. Only the bucket's dispatcher uses it. Not thread-safe, except for {@link #freed}.
 */
public final class SlotAllocator {
  private static final Duration WHEN_BEHIND = Duration.ofMillis(20);

  /** Bytes of large payloads in one claim. A claim of more would delay the tasks after it. */
  private static final long MAX_CLAIM_BYTES = 4 << 20;

  private final NodeContext node;
  private final Slots slots;
  private final CandidateFilter candidateFilter;
  private final LookAheadTable table;
  private final RetryTimer retryTimer;

  /** The timer of definitions without room. Other refused flows don't call their policies then. */
  private final RetryTimer roomTimer;

  private final ClosedLimits closed;
  private final PayloadRoom room;
  private final int claimBatch;

  /**
   * True if the dispatcher must learn of freed slots, because a candidate is refused or may soon
   * be.
   */
  private volatile boolean wantsSlots;

  /** True if a cluster limit has ever refused a candidate here. */
  private volatile boolean meetsLimits;

  /**
   * @param claimBatch maximum number of tasks in a claim
   */
  public SlotAllocator(
      NodeContext node,
      Slots slots,
      CandidateFilter candidateFilter,
      PayloadRoom room,
      int claimBatch) {
    this.node = node;
    this.room = room;
    this.slots = slots;
    this.candidateFilter = candidateFilter;
    this.claimBatch = claimBatch;
    this.table = candidateFilter.table();
    this.retryTimer = new RetryTimer(node.runtime()::nanoTime, node.settings().poll());
    this.roomTimer = new RetryTimer(node.runtime()::nanoTime, node.settings().poll());
    this.closed = new ClosedLimits(node.runtime(), node.definitions()::nameFor);
    node.definitions().onChange(() -> node.definitions().names().forEach(closed::open));
  }

  /**
   * Records that a slot was freed. Any thread may call this.
   *
   * @param used true if the task was claimed, so that its permits are free, too
   * @return true if this dispatcher needs the slot
   */
  public boolean freed(Flow flow, boolean used) {
    if (used && meetsLimits) {
      closed.open(node.definitions().nameFor(flow.type()));
    }
    return wantsSlots;
  }

  /** Allows refused flows to try again if their time has come. */
  public void retryRefused() {
    if (retryTimer.takeDue()) {
      table.allowAll();
    } else if (table.hasWithoutRoom() && roomTimer.takeDue()) {
      table.allowWithoutRoom();
    }
  }

  /** Returns how long the dispatcher needn't try to book a slot if no new task or slot arrives. */
  public Duration timeUntilRetry() {
    Duration all = retryTimer.untilDue();
    return table.hasWithoutRoom() ? Collections.min(List.of(all, roomTimer.untilDue())) : all;
  }

  /**
   * Books slots for the next batch. Either all tasks of a batch need permits of cluster limits, or
   * none does.
   *
   * @param most maximum number of tasks to claim; 0 while this node has more claimed tasks than it
   *     can handle in time
   */
  public List<Slot> book(int most) {
    if (most == 0) {
      retryTimer.in(WHEN_BEHIND);
      return List.of();
    }
    if (meetsLimits) {
      closed.reopen();
    }
    Batch batch = new Batch(Math.min(most, claimBatch), room);
    // Set this before the first booking, so that a slot that is freed after a refusal wakes the
    // dispatcher.
    wantsSlots = table.size() > 0;
    try {
      wantsSlots = fill(batch) || table.size() > 0;
      room.probe(batch.unknownOnes.keySet());
    } catch (RuntimeException | Error broken) {
      batch.slots.forEach(Slot::free);
      throw broken;
    }
    return batch.slots;
  }

  /**
   * Fills the batch with the next candidates of the table. Each step either takes the candidate out
   * of the table, or refuses it, so that the table doesn't return it again, or ends the batch.
   * Returns whether any candidate was refused.
   */
  private boolean fill(Batch batch) {
    boolean refused = false;
    while (!batch.isFull()) {
      Candidate next = table.peek();
      if (next == null) {
        break;
      }
      Step step = book(next, batch);
      refused |= step == Step.REFUSED || step == Step.NODE_IS_FULL;
      if (step == Step.BATCH_ENDS || step == Step.NODE_IS_FULL) {
        break;
      }
    }
    return refused;
  }

  /** The result of trying to add one candidate to a batch. */
  private enum Step {
    BOOKED,
    /** The candidate may not start now; others may. */
    REFUSED,
    /** The candidate belongs to the next batch. */
    BATCH_ENDS,
    /** No candidate may start now, because all slots of the node are in use. */
    NODE_IS_FULL
  }

  private Step book(Candidate next, Batch batch) {
    String type = next.flow().type();
    String name = node.definitions().nameFor(type);
    String unknown = room.isKnown(name) ? null : name;
    long bytes = room.expectedOf(name);
    if (!batch.reads(bytes, unknown)) {
      return Step.BATCH_ENDS;
    }
    if (!batch.hasRoomFor(bytes, unknown) && !room.isSmall(bytes)) {
      // Tasks of other definitions may be smaller.
      table.refuseWithoutRoom(next);
      roomTimer.in(WHEN_BEHIND);
      return Step.REFUSED;
    }
    if (meetsLimits && isClosed(next)) {
      return Step.REFUSED;
    }
    Definition definition = node.definitions().get(type);
    boolean isLocal = LimitPolicies.isLocal(definition.limitPolicy());
    if (!batch.takes(isLocal)) {
      return Step.BATCH_ENDS;
    }
    Slots.SlotBooking answer = slots.bookAhead(next, definition);
    if (answer instanceof Slot slot) {
      if (!batch.takesLike(slot)) {
        // The policy's isLocal() contradicts the permits that this booking needs.
        slot.giveBack();
        return Step.BATCH_ENDS;
      }
      table.take(next);
      batch.add(slot, isLocal, bytes, unknown);
      return Step.BOOKED;
    }
    RefusedSlot byPolicy = ((Slots.NoSlot) answer).byPolicy();
    if (byPolicy == null) {
      return Step.NODE_IS_FULL;
    }
    refusedByPolicy(next, byPolicy);
    return Step.REFUSED;
  }

  /**
   * The booked slots of one claim. Tasks that need permits of cluster limits must be claimed
   * separately from those that don't.
   */
  private static final class Batch {
    private final List<Slot> slots = new ArrayList<>();
    private final int most;
    private long bytesLeft;
    private long bytesToRead = MAX_CLAIM_BYTES;

    /** True if the first task may have any size, because no payload is in memory. */
    private boolean mayBeLarge;

    /** True if a task of unknown size may be claimed without room for it. */
    private boolean mayBeUnknown;

    /** Number of tasks by the definitions whose size isn't known. */
    private final Map<String, Integer> unknownOnes = new HashMap<>();

    private final PayloadRoom room;

    private boolean isLocal;

    Batch(int most, PayloadRoom room) {
      this.most = most;
      this.room = room;
      this.bytesLeft = room.left();
      this.mayBeLarge = room.isEmpty();
      this.mayBeUnknown = !room.isFull();
    }

    boolean isFull() {
      return slots.size() >= most;
    }

    /**
     * Returns whether this claim may also read a task with this many bytes.
     *
     * @param unknown the task's definition if the size is a guess; otherwise null
     */
    boolean reads(long bytes, @Nullable String unknown) {
      return unknown == null
          ? bytes <= bytesToRead || slots.isEmpty()
          : unknownOnes.getOrDefault(unknown, 0) < room.atATimeIfUnknown(unknown);
    }

    boolean hasRoomFor(long bytes, @Nullable String unknown) {
      return bytes <= bytesLeft || mayBeLarge || (unknown != null && mayBeUnknown);
    }

    /** Returns whether a task may join the claim, in which all policies are local or none is. */
    boolean takes(boolean local) {
      return slots.isEmpty() || local == isLocal;
    }

    /** Returns whether the slot needs permits if and only if the other slots need them. */
    boolean takesLike(Slot slot) {
      return slots.isEmpty() || slot.needsPermits() == slots.get(0).needsPermits();
    }

    void add(Slot slot, boolean local, long bytes, @Nullable String unknown) {
      slots.add(slot);
      isLocal = local;
      mayBeLarge = false;
      if (unknown == null) {
        bytesToRead -= bytes;
      } else {
        unknownOnes.merge(unknown, 1, Integer::sum);
        mayBeUnknown = bytes <= bytesLeft;
      }
      bytesLeft -= bytes;
    }
  }

  /**
   * Returns whether a cluster limit refused this candidate recently, so that another claim is too
   * early.
   */
  private boolean isClosed(Candidate next) {
    ClosedLimits.ClosedWait wait = closed.waitOf(next);
    if (wait != null) {
      refuse(next, wait.wholeDefinition() ? RefusedSlot.Scope.DEFINITION : RefusedSlot.Scope.KEY);
      retryTimer.in(wait.left());
    }
    return wait != null;
  }

  private void refusedByPolicy(Candidate next, RefusedSlot refusal) {
    refuse(next, refusal.scope());
    tell(next, refusal.reason());
    Duration after = refusal.askAgainAfter();
    if (after != null) {
      retryTimer.in(after);
    }
  }

  private void refuse(Candidate next, RefusedSlot.Scope scope) {
    switch (scope) {
      case KEY -> table.refuseFlow(next);
      case TYPE -> {
        if (servesMore(node.definitions().get(next.flow().type()))) {
          table.refuseType(next);
        } else {
          table.refuseDefinition(next);
        }
      }
      case DEFINITION -> table.refuseDefinition(next);
    }
  }

  /** Returns whether the definition may serve more than one type. */
  private static boolean servesMore(Definition definition) {
    return definition.isPrefix() || definition.types().size() > 1;
  }

  /** Puts a candidate back into the table after a cluster limit refused it a slot. */
  public void refusedByLimit(Candidate candidate, Refusal refusal) {
    meetsLimits = true;
    retryTimer.in(closed.close(candidate, refusal));
    candidateFilter.offer(candidate);
    table.takeBack(candidate);
    tell(candidate, "cluster limit " + refusal.permit().limit() + " is full");
  }

  private void tell(Candidate candidate, String reason) {
    node.events().emit(new NodeEvent.Refused(candidate.flow(), candidate.priority(), reason));
  }
}
