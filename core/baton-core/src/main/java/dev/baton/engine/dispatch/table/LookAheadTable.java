package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import dev.baton.task.rule.FairTurns;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The look-ahead table of one bucket: which candidate is next. Owned by the bucket's dispatcher,
 * not thread-safe.
 *
 * <p>The most urgent priority goes first; inside a priority the flow whose oldest candidate arrived
 * first. A refused flow or definition leaves the order until it is allowed again, so refusals cost
 * nothing while they last. What doesn't fit stays in the database, and the flow remembers that
 * there is more.
 *
 * <p>There are never more candidates than the total, nor more flows without any than {@link
 * #maxEmpty}. The first candidate of a flow always finds room: a full table forgets a quarter of
 * its candidates for it ({@link Eviction}). A flow of which nothing is left is forgotten, its
 * refusal included, and the next scan finds it again.
 */
public final class LookAheadTable {
  private static final int MIN_EMPTY = 100;

  /** What became of an offered candidate. */
  public enum Offer {
    TAKEN,
    /** It was taken, and others had to leave a full table for it. */
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

  /** Those that are refused, and in the table. */
  private final NavigableSet<Flow> refused = new ConcurrentSkipListSet<>(Flow::compareByKey);

  /**
   * Types that are refused while their definition isn't, with the most urgent priority that is
   * refused. A flow leaves the order only when its candidate would be next. So a refusal costs the
   * same for any number of keys.
   */
  private final Map<String, Integer> refusedTypes = new ConcurrentHashMap<>();

  /** Those that have left the order by that. */
  private final Set<Flow> refusedByType = new LinkedHashSet<>();

  /** Whether flows were forgotten that the database may have tasks of. */
  private boolean hasForgotten;

  /** Where flows were forgotten last because others wait for their turns. */
  private @Nullable FairTurns crowded;

  /**
   * @param definitionOf which definition serves a type
   * @param turnsOf how the flows of a type's definition take turns; null where they don't
   * @param left told of each candidate that finds no room, or has to leave it to another: it is in
   *     the database only
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
   * What the store says of a ready task. It goes before what a hint said: a hint may name another
   * flow, one that never gets a slot for example, and its task mustn't wait there.
   */
  public Offer offerRead(Candidate read) {
    Candidate known = byId.get(read.id());
    if (known != null && read.contradicts(known)) {
      remove(known);
    }
    return offer(read);
  }

  /** What a hint says of a ready task. */
  public Offer offer(Candidate candidate) {
    Candidate known = byId.get(candidate.id());
    if (known != null) {
      if (known.version() >= candidate.version()) {
        return Offer.KNOWN;
      }
      remove(known);
    }
    FlowQueue queue = queue(candidate.flow());
    boolean full = queue.size() >= perFlow || (byId.size() >= total && !queue.isEmpty());
    if (full) {
      hungry.noteMore(queue, true);
      if (candidate.compareTo(queue.last()) >= 0) {
        left.accept(candidate);
        return Offer.FULL;
      }
      // A more urgent candidate pushes the flow's least urgent one back into the database.
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

  /** Makes room, and for some more at once: to choose costs a look at all candidates. */
  private void evict() {
    int keep = Math.max(0, Math.min(total - 1, total / 4 * 3 - 1));
    Set<FlowQueue> changed = new LinkedHashSet<>();
    for (Candidate last : Eviction.leaving(flows.values(), this::isRefusedApart, keep)) {
      FlowQueue queue = queue(last.flow());
      leave(queue, last);
      changed.add(queue);
    }
    for (FlowQueue queue : changed) {
      if (queue.isEmpty()) {
        // Were it remembered as having more, it would be read, and push others out, without end.
        forget(queue);
      } else {
        hungry.noteMore(queue, true);
      }
    }
  }

  /** The store's first ready task of a flow at a priority, of those that weren't known here. */
  public void head(Candidate head) {
    Offer answer = offerRead(head);
    FlowQueue queue = queue(head.flow());
    // What nobody told of may not be alone: the flow is read even where it has plenty.
    boolean isNew = answer == Offer.TAKEN || answer == Offer.PUSHED_IN;
    queue.behind |= isNew && head.compareTo(queue.last()) < 0;
    hungry.noteMore(queue, true);
  }

  /** As {@link #head}, but not taken in: all nodes that share this flow have seen it. */
  public void headOfAll(Candidate head) {
    FlowQueue queue = queue(head.flow());
    queue.behind |= !queue.isEmpty() && !knows(head);
    hungry.noteMore(queue, true);
  }

  /** The next candidate that may be offered a slot. */
  public @Nullable Candidate peek() {
    Candidate first;
    while ((first = open.first()) != null) {
      Candidate next = byId.get(first.id());
      if (next == null) {
        return null;
      }
      Integer refusedFrom = refusedTypes.get(next.flow().type());
      if (refusedFrom == null || next.priority() < refusedFrom) {
        return next;
      }
      refusedByType.add(next.flow());
      queue(next.flow()).refuseType(refusedFrom);
    }
    return null;
  }

  /** Removes a candidate that has got a slot: its flow has had its turn. */
  public void take(Candidate next) {
    queue(next.flow()).take(next);
    remove(next);
  }

  /** A candidate that got a slot in vain was offered again, as it was: its flow has its turn. */
  public void takeBack(Candidate back) {
    if (back.equals(byId.get(back.id()))) {
      queue(back.flow()).takeBack(back);
    }
  }

  /** Removes what is known by the candidate's id. */
  public void remove(Candidate candidate) {
    Candidate known = byId.remove(candidate.id());
    if (known != null) {
      FlowQueue queue = queue(known.flow());
      queue.remove(known);
      hungry.note(queue);
      forgetIfEmpty(queue);
    }
  }

  /** No slot for this candidate's flow, at its priority and less urgent ones. */
  public void refuseFlow(Candidate candidate) {
    FlowQueue queue = flows.get(candidate.flow());
    if (queue != null) {
      queue.refuse(candidate.priority());
      refused.add(candidate.flow());
    }
  }

  /** Refuses this candidate's type, at its priority and less urgent ones: no slot is free. */
  public void refuseType(Candidate candidate) {
    refusedTypes.put(candidate.flow().type(), candidate.priority());
  }

  /** No slot for this candidate's definition, at its priority and less urgent ones. */
  public void refuseDefinition(Candidate candidate) {
    definition(candidate.flow().type()).refuse(candidate.priority());
  }

  /** A slot of this key was freed, by whichever type or bucket: its flows are asked again. */
  public void allowKey(String key) {
    Flow first = new Flow("", key);
    allow(refused.tailSet(first).stream().takeWhile(flow -> flow.key().equals(key)).toList());
  }

  /**
   * Some slot was freed: all definitions and types are asked again, since they may share slots in
   * any way.
   */
  public void allowDefinitions() {
    definitions.values().stream().filter(CandidateQueue::isRefused).forEach(CandidateQueue::allow);
    refusedTypes.clear();
    for (Flow flow : List.copyOf(refusedByType)) {
      FlowQueue queue = flows.get(flow);
      if (queue != null) {
        queue.refuseType(CandidateQueue.NONE);
        isAllowed(queue);
      }
    }
    refusedByType.clear();
  }

  /** Everything is asked again. */
  public void allowAll() {
    allowDefinitions();
    allow(List.copyOf(refused));
  }

  private void allow(List<Flow> some) {
    for (Flow flow : some) {
      refused.remove(flow);
      FlowQueue queue = flows.get(flow);
      if (queue != null) {
        queue.allow();
        isAllowed(queue);
      }
    }
  }

  private void isAllowed(FlowQueue queue) {
    hungry.note(queue);
    forgetIfEmpty(queue);
  }

  /** The database has, or may have, ready tasks of this flow. */
  public void mayHaveMore(Flow flow) {
    hungry.noteMore(queue(flow), true);
  }

  /** A fetch of this flow begins, and will tell whether the database has more. */
  public void fetching(Flow flow) {
    FlowQueue queue = queue(flow);
    queue.behind = false;
    hungry.noteMore(queue, false);
  }

  /** A fetch of this flow is over. What was heard of more meanwhile still holds. */
  public void fetched(Flow flow, boolean more) {
    FlowQueue queue = flows.get(flow);
    if (more) {
      mayHaveMore(flow);
    } else if (queue != null) {
      forgetIfEmpty(queue);
    }
  }

  /**
   * How many tasks of a flow a fetch reads at the most. To seek a flow costs the store as much as
   * to read some ten tasks more, so the first flows that are met mustn't fill the table and leave
   * others room for two or three. Each flow is somewhere between its fetches, and has half of a
   * portion on average: so one and a half tables of portions fill three quarters of the table.
   */
  public int portion() {
    return hungry.portion();
  }

  /**
   * Flows worth a fetch: with more in the database, and low and not refused, or behind; where there
   * is little room, empty or behind. Those whose heads come first, so that no name goes before an
   * older task.
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
      if (flows.size() >= total + maxEmpty()) {
        // What they have in the database is found by the next scan.
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

  /** How many flows there may be that have no candidate here. */
  private int maxEmpty() {
    return Math.max(total, MIN_EMPTY);
  }

  /** Whether there is room for flows that were forgotten: a scan finds them. Once for each time. */
  public boolean takeForgotten() {
    if (crowded != null && !crowded.isCrowded()) {
      crowded = null;
      return true;
    }
    boolean worthAScan = hasForgotten && !isNearlyFull();
    hasForgotten &= !worthAScan;
    return worthAScan;
  }

  private void forget(FlowQueue queue) {
    hasForgotten = true;
    hungry.noteMore(queue, false);
    refused.remove(queue.flow);
    refusedByType.remove(queue.flow);
    flows.remove(queue.flow);
  }

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

  /** Forgets all that is known of these flows; the database still has their tasks. */
  public void drop(Predicate<Flow> which) {
    for (FlowQueue queue : List.copyOf(flows.values())) {
      if (which.test(queue.flow)) {
        queue.stream().toList().forEach(this::remove);
        hungry.noteMore(queue, false);
        forgetIfEmpty(queue);
      }
    }
  }

  /** Whether this task as the store says it is, or a later version, is here. */
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

  /** The last quarter is for the most urgent flows: they are read first. */
  public boolean isNearlyFull() {
    return byId.size() >= total / 4 * 3;
  }

  public int maxOfAFlow() {
    return perFlow;
  }

  /** How many candidates more there is room for. */
  public int room() {
    return Math.max(0, total - byId.size());
  }

  public boolean hasOpen() {
    return peek() != null;
  }

  /** Whether the flow is refused a slot at some priority. May be asked by any thread. */
  public boolean isRefused(Flow flow) {
    CandidateQueue queue = definitions.get(definitionOf.apply(flow.type()));
    return (queue != null && queue.isRefused()) || isRefusedApart(flow);
  }

  /** Whether the flow is refused apart from others of its definition. */
  private boolean isRefusedApart(Flow flow) {
    return refused.contains(flow) || refusedTypes.containsKey(flow.type());
  }
}
