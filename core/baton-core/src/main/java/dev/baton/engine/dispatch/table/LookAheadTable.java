package dev.baton.engine.dispatch.table;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.FairTurns;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The look-ahead table of one bucket: a sorted queue of candidates with a limited size. It decides
 * which candidate gets the next slot. Only the bucket's dispatcher uses it; not thread-safe.
 *
 * <p>Candidates with the most urgent priority come first. Among flows with the same priority, the
 * one whose oldest candidate arrived first comes first. To find the next candidate fast, the table
 * is a tree of three levels of queues:
 *
 * <pre>
 *   open                  the first candidate of each definition that isn't refused
 *    └─ definition        the first candidate of each of its flows that isn't refused
 *        └─ flow          all candidates of the flow
 * </pre>
 *
 * <p>A refusal takes one candidate out of the queue above, and allowing puts it back. So a refusal
 * costs the same for any number of candidates, and nothing while it lasts.
 *
 * <p>Invariants between two calls:
 *
 * <ul>
 *   <li>{@code byId} contains exactly the candidates of all flows, at most {@code total}.
 *   <li>{@code open} contains the first candidate of each definition, unless it is refused. A
 *       definition's queue contains the first candidate of each of its flows, unless it is refused.
 *       A candidate whose type is refused may still be in them: {@link #peek} takes it out.
 *   <li>A flow is in {@code flows} while it has candidates, is refused, or may have more tasks in
 *       the database. There are at most {@code total} and {@link #maxEmpty} flows.
 *   <li>If a candidate finds no room, its flow is recorded as having more tasks in the database, or
 *       the table has forgotten the flow. A scan finds forgotten flows again.
 * </ul>
 *
 * <p>The first candidate of a flow always gets a place: a full table evicts a quarter of its
 * candidates for it ({@link Eviction}).
 */
public final class LookAheadTable {
  private static final int MIN_EMPTY = 100;

  /** The result of offering a candidate. */
  public enum Offer {
    TAKEN,
    /** The table was full. The table took the candidate and evicted others. */
    PUSHED_IN,
    KNOWN,
    FULL
  }

  private final int perFlow;
  private final int total;
  private final Consumer<Candidate> left;
  private final Map<UUID, Candidate> byId = new HashMap<>();
  private final Map<Flow, FlowQueue> flows = new LinkedHashMap<>();
  private final CandidateQueue open = new CandidateQueue(null, null);
  private final Map<String, CandidateQueue> definitions = new ConcurrentHashMap<>();
  private final UnaryOperator<String> definitionOf;
  private final Function<String, @Nullable FairTurns> turnsOf;
  private final HungryFlows hungry;

  private final Refusals refusals = new Refusals();

  /** Definitions that are refused because their payloads don't fit into memory now. */
  private final Set<CandidateQueue> withoutRoom = new HashSet<>();

  /** True if the table has forgotten flows that may have tasks in the database. */
  private boolean hasForgotten;

  /**
   * Turns of a definition. A flow of this definition was forgotten, because too many other flows
   * wait for their turns.
   */
  private @Nullable FairTurns crowded;

  /**
   * @param definitionOf returns the definition that serves a type
   * @param turnsOf returns how the flows of a type's definition take turns; null if they don't
   * @param left called for each candidate that finds no room or is evicted, and is then only in the
   *     database
   */
  public LookAheadTable(
      int perFlow,
      int total,
      UnaryOperator<String> definitionOf,
      Function<String, @Nullable FairTurns> turnsOf,
      Consumer<Candidate> left) {
    this.perFlow = perFlow;
    this.total = total;
    this.left = left;
    this.definitionOf = definitionOf;
    this.turnsOf = turnsOf;
    this.hungry = new HungryFlows(perFlow, total, this::isNearlyFull);
  }

  /**
   * Offers a ready task that was read from the store. If it differs from what a hint said, it
   * replaces the hint. For example, a hint may name a wrong flow that never gets a slot. The task
   * must not wait in the wrong flow.
   */
  public Offer offerRead(Candidate read) {
    Candidate known = byId.get(read.id());
    if (known != null && read.contradicts(known)) {
      remove(known);
    }
    return offer(read);
  }

  /** Offers a ready task from a hint. */
  public Offer offer(Candidate candidate) {
    Candidate known = byId.get(candidate.id());
    if (known != null) {
      if (known.version() >= candidate.version()) {
        return Offer.KNOWN;
      }
      remove(known);
    }
    FlowQueue queue = queue(candidate.flow());
    // A flow without candidates is never full, so that each flow gets a turn.
    boolean full = queue.size() >= perFlow || (byId.size() >= total && !queue.isEmpty());
    if (full) {
      hungry.noteMore(queue, true);
      if (candidate.compareTo(queue.last()) >= 0) {
        left.accept(candidate);
        return Offer.FULL;
      }
      // The new candidate is more urgent, so the flow's least urgent one leaves the table.
      leave(queue, queue.last());
    }
    boolean evicts = byId.size() >= total;
    if (evicts) {
      evict();
    }
    byId.put(candidate.id(), candidate);
    queue.add(candidate);
    hungry.note(queue);
    return evicts ? Offer.PUSHED_IN : Offer.TAKEN;
  }

  private void leave(FlowQueue queue, Candidate candidate) {
    queue.remove(candidate);
    byId.remove(candidate.id());
    left.accept(candidate);
  }

  /** Evicts many candidates at once, because each choice needs a pass over all candidates. */
  private void evict() {
    int keep = Math.max(0, Math.min(total - 1, total / 4 * 3 - 1));
    Set<FlowQueue> changed = new LinkedHashSet<>();
    for (Candidate last : Eviction.leaving(flows.values(), refusals::contain, keep)) {
      FlowQueue queue = queue(last.flow());
      leave(queue, last);
      changed.add(queue);
    }
    for (FlowQueue queue : changed) {
      if (queue.isEmpty()) {
        // Forget the flow. If it were recorded as having more tasks, it would be fetched and evict
        // others, without end.
        forget(queue);
      } else {
        hungry.noteMore(queue, true);
      }
    }
  }

  /** Offers the first ready task of a flow and priority that this node doesn't know yet. */
  public void head(Candidate head) {
    Offer answer = offerRead(head);
    FlowQueue queue = queue(head.flow());
    // More unknown tasks may follow it, so the flow is fetched even if it has many candidates here.
    boolean isNew = answer == Offer.TAKEN || answer == Offer.PUSHED_IN;
    queue.behind |= isNew && head.compareTo(queue.last()) < 0;
    hungry.noteMore(queue, true);
  }

  /**
   * Records the first ready task of a flow without adding it, because all nodes that share the flow
   * have read it.
   */
  public void headOfAll(Candidate head) {
    FlowQueue queue = queue(head.flow());
    queue.behind |= !queue.isEmpty() && !knows(head);
    hungry.noteMore(queue, true);
  }

  /**
   * Returns the next candidate that may get a slot. Skips flows whose types are refused. Each flow
   * is skipped at most once until its type is allowed again, so the loop ends.
   */
  public @Nullable Candidate peek() {
    Candidate first;
    while ((first = open.first()) != null) {
      // If flows take turns, the queue has a copy with another place in the order.
      Candidate next = byId.get(first.id());
      if (next == null) {
        return null;
      }
      int refusedFrom = refusals.ofType(next.flow().type());
      if (next.priority() < refusedFrom) {
        return next;
      }
      refusals.skip(next);
      queue(next.flow()).refuseType(refusedFrom);
    }
    return null;
  }

  /** Removes a candidate that has got a slot. This ends the turn of its flow. */
  public void take(Candidate next) {
    queue(next.flow()).take(next);
    remove(next);
  }

  /**
   * Gives the turn back to the flow of a candidate that got a slot but was not claimed. Call this
   * after the candidate was offered again.
   */
  public void takeBack(Candidate back) {
    if (back.equals(byId.get(back.id()))) {
      queue(back.flow()).takeBack(back);
    }
  }

  /** Removes the task of this candidate, in whichever version it is here. */
  public void remove(Candidate candidate) {
    Candidate known = byId.remove(candidate.id());
    if (known != null) {
      FlowQueue queue = queue(known.flow());
      queue.remove(known);
      hungry.note(queue);
      forgetIfEmpty(queue);
    }
  }

  /**
   * Refuses this candidate's flow at its priority and at less urgent ones, because no slot is free.
   */
  public void refuseFlow(Candidate candidate) {
    FlowQueue queue = flows.get(candidate.flow());
    if (queue != null) {
      queue.refuse(candidate.priority());
      refusals.refuseFlow(candidate.flow());
    }
  }

  /**
   * Refuses this candidate's type at its priority and at less urgent ones, because no slot is free.
   */
  public void refuseType(Candidate candidate) {
    refusals.refuseType(candidate.flow().type(), candidate.priority());
  }

  /**
   * Refuses this candidate's definition at its priority and at less urgent ones, because no slot is
   * free.
   */
  public void refuseDefinition(Candidate candidate) {
    definition(candidate.flow().type()).refuse(candidate.priority());
  }

  /** Works as {@link #refuseDefinition}, until {@link #allowWithoutRoom} at the latest. */
  public void refuseWithoutRoom(Candidate candidate) {
    refuseDefinition(candidate);
    withoutRoom.add(definition(candidate.flow().type()));
  }

  /** Returns whether a definition is refused because its payloads don't fit into memory. */
  public boolean hasWithoutRoom() {
    return !withoutRoom.isEmpty();
  }

  /** Allows the definitions again whose payloads didn't fit into memory. */
  public void allowWithoutRoom() {
    withoutRoom.forEach(CandidateQueue::allow);
    withoutRoom.clear();
  }

  /** Allows the flows with this key again, because a slot of the key was freed. */
  public void allowKey(String key) {
    allow(refusals.ofKey(key));
  }

  /**
   * Allows all definitions and types again. Call this when any slot was freed, because they may
   * share slots.
   */
  public void allowDefinitions() {
    withoutRoom.clear();
    definitions.values().stream().filter(CandidateQueue::isRefused).forEach(CandidateQueue::allow);
    for (Flow flow : refusals.allowTypes()) {
      FlowQueue queue = flows.get(flow);
      if (queue != null) {
        queue.refuseType(CandidateQueue.NONE);
        allowed(queue);
      }
    }
  }

  /** Allows all flows, types and definitions again. */
  public void allowAll() {
    allowDefinitions();
    allow(refusals.flows());
  }

  private void allow(List<Flow> some) {
    for (Flow flow : some) {
      refusals.allow(flow);
      FlowQueue queue = flows.get(flow);
      if (queue != null) {
        queue.allow();
        allowed(queue);
      }
    }
  }

  /** Updates what depends on the refusal of a flow, after it was allowed again. */
  private void allowed(FlowQueue queue) {
    hungry.note(queue);
    forgetIfEmpty(queue);
  }

  /** Records that the database may have ready tasks of this flow. */
  public void mayHaveMore(Flow flow) {
    hungry.noteMore(queue(flow), true);
  }

  /**
   * Records that a fetch of this flow begins. Until it ends, the flow counts as having no more
   * tasks in the database.
   */
  public void fetching(Flow flow) {
    FlowQueue queue = queue(flow);
    queue.behind = false;
    hungry.noteMore(queue, false);
  }

  /**
   * Records that a fetch of this flow has ended. If a hint or scan has found more tasks in the
   * meantime, the flow still counts as having more.
   */
  public void fetched(Flow flow, boolean more) {
    FlowQueue queue = flows.get(flow);
    if (more) {
      mayHaveMore(flow);
    } else if (queue != null) {
      forgetIfEmpty(queue);
    }
  }

  /**
   * Returns how many tasks of a flow one fetch reads at most, its portion. The fetch of a flow
   * costs the store as much as reading about ten more tasks. So the first flows must not fill the
   * table and leave room for only two or three tasks of each other flow. Between two fetches, a
   * flow has half of a portion on average. So the portions together may be one and a half times as
   * large as the table: they fill three quarters of the table.
   */
  public int portion() {
    return hungry.portion();
  }

  /**
   * Returns up to this many flows that need a fetch. A flow needs one if the database may have more
   * of its tasks, and it either has few candidates and isn't refused, or may have missed earlier
   * tasks. If the table is nearly full, a flow with candidates needs a fetch only if it may have
   * missed earlier tasks. The flows are sorted by their first candidates, so that the name of a
   * flow gives it no advantage.
   */
  public List<Flow> hungry(int most) {
    return hungry.first(most);
  }

  public boolean isHungry() {
    return !hungry.isEmpty();
  }

  private FlowQueue queue(Flow flow) {
    FlowQueue queue = flows.get(flow);
    if (queue == null) {
      // At most `total` flows have a candidate, so here at least maxEmpty() flows have none.
      if (flows.size() >= total + maxEmpty()) {
        // A scan will find the tasks of these flows again.
        flows.values().stream().filter(FlowQueue::isEmpty).toList().forEach(this::forget);
      }
      queue = new FlowQueue(flow, definition(flow.type()));
      flows.put(flow, queue);
    }
    return queue;
  }

  private CandidateQueue definition(String type) {
    return definitions.computeIfAbsent(
        definitionOf.apply(type), name -> new CandidateQueue(open, turnsOf.apply(type)));
  }

  /** Returns how many flows the table may have in addition to one for each candidate. */
  private int maxEmpty() {
    return Math.max(total, MIN_EMPTY);
  }

  /**
   * Returns true if the table has forgotten flows and has room for them again. Returns true only
   * once for them. A scan then finds the flows.
   */
  public boolean takeForgotten() {
    if (crowded != null && !crowded.isCrowded()) {
      crowded = null;
      return true;
    }
    boolean worthAScan = hasForgotten && !isNearlyFull();
    hasForgotten &= !worthAScan;
    return worthAScan;
  }

  /** Forgets a flow without candidates that may have tasks in the database, and its refusal. */
  private void forget(FlowQueue queue) {
    hasForgotten = true;
    hungry.noteMore(queue, false);
    refusals.forget(queue.flow);
    flows.remove(queue.flow);
  }

  /**
   * Removes a flow that has no candidates and isn't refused, if the database has no more tasks of
   * it, or if too many other flows wait for their turns.
   */
  private void forgetIfEmpty(FlowQueue queue) {
    if (!queue.isEmpty() || queue.isRefused()) {
      return;
    }
    if (queue.mayHaveMore && queue.isCrowded()) {
      crowded = queue.definition.turns;
      hungry.noteMore(queue, false);
    }
    if (!queue.mayHaveMore) {
      flows.remove(queue.flow);
    }
  }

  /** Removes these flows and their candidates from the table. The database still has the tasks. */
  public void drop(Predicate<Flow> which) {
    for (FlowQueue queue : List.copyOf(flows.values())) {
      if (which.test(queue.flow)) {
        queue.stream().toList().forEach(this::remove);
        hungry.noteMore(queue, false);
        forgetIfEmpty(queue);
      }
    }
  }

  /** Returns whether the table has this task in this version or a later one. */
  public boolean knows(Candidate read) {
    Candidate known = byId.get(read.id());
    return known != null && known.version() >= read.version() && !read.contradicts(known);
  }

  public int sizeOf(Flow flow) {
    FlowQueue queue = flows.get(flow);
    return queue == null ? 0 : queue.size();
  }

  public int size() {
    return byId.size();
  }

  public int flowCount() {
    return flows.size();
  }

  /**
   * Returns whether at most a quarter of the table is free. This quarter is kept for the most
   * urgent flows, which are fetched first.
   */
  public boolean isNearlyFull() {
    return byId.size() >= total / 4 * 3;
  }

  public int maxOfAFlow() {
    return perFlow;
  }

  /** Returns how many more candidates fit. */
  public int room() {
    return Math.max(0, total - byId.size());
  }

  public boolean hasOpen() {
    return peek() != null;
  }

  /** Returns whether the flow may not get a slot at some priority. Any thread may call this. */
  public boolean isRefused(Flow flow) {
    CandidateQueue queue = definitions.get(definitionOf.apply(flow.type()));
    return (queue != null && queue.isRefused()) || refusals.contain(flow);
  }
}
