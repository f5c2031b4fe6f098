package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
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
 * refusal included, and the {@link Looker} finds it again.
 *
 * <p>A flow keeps its candidates in a {@link CandidateRing}; a {@link Tournament} tells the first
 * of a definition's open flows, and one of the table the first of the open definitions. So what a
 * candidate costs hardly grows with how many there are, but for cache misses.
 */
final class LookAhead {
  /** A flow is read on when so little is left of what one pull reads of it. */
  private static final int LOW = 8;

  private static final int LEAST_EMPTY = 100;

  /** What became of an offered candidate. */
  enum Offer {
    TAKEN,
    /** It was taken, and others had to leave a full table for it. */
    PUSHED_IN,
    KNOWN,
    FULL
  }

  private final int perFlow;
  private final int total;
  private final Consumer<Candidate> left;
  private final Map<Flow, FlowQueue> flows = new LinkedHashMap<>();
  private final UnaryOperator<String> definitionOf;
  private final Map<String, DefinitionQueue> definitions = new HashMap<>();
  private final Tournament openDefinitions = new Tournament();
  private final Map<UUID, Candidate> byId = new HashMap<>();
  private final RefusedFlows refused;
  private final HungryFlows hungry = new HungryFlows();

  /** How many flows may have more in the database. */
  private int withMore;

  /** Whether flows were forgotten that the database may have tasks of. */
  private boolean hasForgotten;

  /**
   * @param definitionOf which definition serves a type
   * @param left told of each candidate that finds no room, or has to leave it to another: it is in
   *     the database only
   */
  LookAhead(int perFlow, int total, UnaryOperator<String> definitionOf, Consumer<Candidate> left) {
    this.perFlow = perFlow;
    this.total = total;
    this.definitionOf = definitionOf;
    this.left = left;
    this.refused = new RefusedFlows(definitionOf);
  }

  /**
   * What the store says of a ready task. It goes before what a hint said: a hint may name another
   * flow, one that never gets a slot for example, and its task mustn't wait there.
   */
  Offer offerRead(Candidate read) {
    Candidate known = byId.get(read.id());
    if (known != null && isAnother(known, read)) {
      remove(known);
    }
    return offer(read);
  }

  /** Whether the store says otherwise, by more than the task's having gone on. */
  private static boolean isAnother(Candidate known, Candidate read) {
    boolean samePlace = known.flow().equals(read.flow()) && known.priority() == read.priority();
    return !samePlace
        || (known.version() == read.version() && !known.arrivedAt().equals(read.arrivedAt()));
  }

  /** What a hint says of a ready task. */
  Offer offer(Candidate candidate) {
    Candidate known = byId.get(candidate.id());
    if (known != null) {
      if (known.version() >= candidate.version()) {
        return Offer.KNOWN;
      }
      remove(known);
    }
    FlowQueue queue = queue(candidate.flow());
    boolean full = queue.size() >= perFlow || (byId.size() >= total && queue.size() > 0);
    if (full && !mayPushOut(candidate, queue)) {
      left.accept(candidate);
      return Offer.FULL;
    }
    boolean evicts = !full && byId.size() >= total;
    if (evicts) {
      evict();
    }
    byId.put(candidate.id(), candidate);
    insert(candidate, queue);
    if (full) {
      pushOutLast(queue);
    }
    return evicts ? Offer.PUSHED_IN : Offer.TAKEN;
  }

  /** Makes room, and for some more at once: to choose costs a look at all candidates. */
  private void evict() {
    int keep = Math.max(0, Math.min(total - 1, total / 4 * 3 - 1));
    Eviction.from(flows.values(), keep).forEach(this::evict);
  }

  private void evict(FlowQueue queue, int count) {
    hungry.note(queue, false);
    for (int i = 0; i < count; i++) {
      Candidate last = queue.last();
      queue.remove(last);
      byId.remove(last.id());
      left.accept(last);
    }
    place(queue);
    if (queue.size() == 0) {
      // Were it remembered as having more, it would be pulled, and push others out, without end.
      forget(queue);
    } else {
      noteMore(queue, true);
      noteHunger(queue);
    }
  }

  /** The store's first ready task of a flow at a priority, of those that weren't known here. */
  void head(Candidate head) {
    Offer answer = offerRead(head);
    FlowQueue queue = queue(head.flow());
    // What nobody told of may not be alone: the flow is pulled even where it has plenty.
    boolean isNew = answer == Offer.TAKEN || answer == Offer.PUSHED_IN;
    queue.behind |= isNew && CandidateOrder.compare(head, queue.last()) < 0;
    mayHaveMore(head.flow());
  }

  /** As {@link #head}, but not taken in: all nodes that share this flow have seen it. */
  void headOfAll(Candidate head) {
    FlowQueue queue = queue(head.flow());
    queue.behind |= queue.size() > 0 && !knows(head);
    mayHaveMore(head.flow());
  }

  /** A more urgent candidate pushes the flow's least urgent one back into the database. */
  private boolean mayPushOut(Candidate candidate, FlowQueue queue) {
    noteMore(queue, true);
    noteHunger(queue);
    return CandidateOrder.compare(candidate, queue.last()) < 0;
  }

  /** Never its head: it has just got another candidate, which goes before. */
  private void pushOutLast(FlowQueue queue) {
    Candidate last = queue.last();
    queue.remove(last);
    byId.remove(last.id());
    left.accept(last);
  }

  private void insert(Candidate candidate, FlowQueue queue) {
    Candidate head = queue.head();
    if (head != null && CandidateOrder.compare(head, candidate) < 0) {
      // Behind its flow's head, as most: the flow stays where it is.
      queue.add(candidate);
      return;
    }
    boolean wasHungry = queue.hungry;
    hungry.note(queue, false);
    queue.add(candidate);
    place(queue);
    hungry.note(queue, wasHungry);
  }

  /** The next candidate that may be offered a slot. */
  @Nullable Candidate peek() {
    Headed first = openDefinitions.first();
    return first == null ? null : first.head();
  }

  /** Removes what is known by the candidate's id. */
  void remove(Candidate candidate) {
    Candidate known = byId.remove(candidate.id());
    if (known != null) {
      FlowQueue queue = queue(known.flow());
      hungry.note(queue, false);
      queue.remove(known);
      place(queue);
      noteHunger(queue);
      forgetIfEmpty(queue);
    }
  }

  /** No slot for this candidate's flow, at its priority and less urgent ones. */
  void refuseFlow(Candidate candidate) {
    FlowQueue queue = flows.get(candidate.flow());
    if (queue != null) {
      queue.refusedFrom = candidate.priority();
      place(queue);
      refused.add(candidate.flow());
    }
  }

  /** No slot for this candidate's definition, at its priority and less urgent ones. */
  void refuseDefinition(Candidate candidate) {
    String name = definitionOf.apply(candidate.flow().type());
    DefinitionQueue queue = definitions.get(name);
    if (queue != null) {
      queue.refusedFrom = candidate.priority();
      openDefinitions.place(queue);
      refused.addDefinition(name);
    }
  }

  /** A slot of this key was freed, by whichever type or bucket: its flows are asked again. */
  void allowKey(String key) {
    refused.takeOf(key).forEach(this::allowFlow);
  }

  /**
   * Some slot was freed: all definitions are asked again, since they may share slots in any way.
   */
  void allowDefinitions() {
    for (String name : refused.takeDefinitions()) {
      DefinitionQueue queue = definitions.get(name);
      if (queue != null) {
        queue.refusedFrom = -1;
        openDefinitions.place(queue);
      }
    }
  }

  /** Everything is asked again. */
  void allowAll() {
    allowDefinitions();
    refused.takeAll().forEach(this::allowFlow);
  }

  private void allowFlow(Flow flow) {
    FlowQueue queue = flows.get(flow);
    if (queue != null) {
      queue.refusedFrom = -1;
      place(queue);
      noteHunger(queue);
      forgetIfEmpty(queue);
    }
  }

  /** The database has, or may have, ready tasks of this flow. */
  void mayHaveMore(Flow flow) {
    FlowQueue queue = queue(flow);
    noteMore(queue, true);
    noteHunger(queue);
  }

  private void noteMore(FlowQueue queue, boolean more) {
    if (queue.mayHaveMore != more) {
      queue.mayHaveMore = more;
      withMore += more ? 1 : -1;
    }
  }

  /** A pull of this flow begins, and will tell whether the database has more. */
  void pulling(Flow flow) {
    FlowQueue queue = queue(flow);
    noteMore(queue, false);
    queue.behind = false;
    hungry.note(queue, false);
  }

  /** A pull of this flow is over. What was heard of more meanwhile still holds. */
  void pulled(Flow flow, boolean more) {
    if (more) {
      mayHaveMore(flow);
    } else {
      FlowQueue queue = flows.get(flow);
      if (queue != null) {
        forgetIfEmpty(queue);
      }
    }
  }

  /**
   * How many tasks of a flow a pull reads at the most. To seek a flow costs the store as much as to
   * read some ten tasks more, so the first flows that are met mustn't fill the table and leave
   * others room for two or three. Each flow is somewhere between its pulls, and has half of a
   * portion on average: so one and a half tables of portions fill three quarters of the table.
   */
  int portion() {
    return (int) Math.min((long) perFlow * LOW / 2, total * 3L / 2 / Math.max(1, withMore));
  }

  /**
   * Flows worth a pull: with more in the database, and low and not refused, or behind; where there
   * is little room, empty or behind. Those whose heads come first, so that no name goes before an
   * older task.
   */
  List<Flow> hungry(int most) {
    return hungry.first(most, this::isHungry);
  }

  boolean isHungry() {
    return !hungry.isEmpty();
  }

  private FlowQueue queue(Flow flow) {
    FlowQueue queue = flows.get(flow);
    if (queue == null) {
      if (flows.size() >= total + maxEmpty()) {
        forgetEmpty();
      }
      queue = new FlowQueue(flow, definition(flow.type()));
      flows.put(flow, queue);
    }
    return queue;
  }

  private DefinitionQueue definition(String type) {
    return definitions.computeIfAbsent(definitionOf.apply(type), name -> new DefinitionQueue());
  }

  /** How many flows there may be that have no candidate here. */
  private int maxEmpty() {
    return Math.max(total, LEAST_EMPTY);
  }

  /** What they have in the database is found by the next look. */
  private void forgetEmpty() {
    List<FlowQueue> empty = flows.values().stream().filter(queue -> queue.size() == 0).toList();
    empty.forEach(this::forget);
  }

  /** Whether there is room for flows that were forgotten: a look finds them. Once for each time. */
  boolean takeForgotten() {
    boolean worthALook = hasForgotten && !isNearlyFull();
    hasForgotten &= !worthALook;
    return worthALook;
  }

  private void forget(FlowQueue queue) {
    hasForgotten = true;
    hungry.note(queue, false);
    noteMore(queue, false);
    refused.remove(queue.flow());
    flows.remove(queue.flow());
  }

  /** Forgets all that is known of these flows; the database still has their tasks. */
  void drop(Predicate<Flow> which) {
    for (FlowQueue queue : List.copyOf(flows.values())) {
      if (which.test(queue.flow())) {
        queue.forEach(candidate -> byId.remove(candidate.id()));
        hungry.note(queue, false);
        queue.clear();
        place(queue);
        noteMore(queue, false);
        forgetIfEmpty(queue);
      }
    }
  }

  /** Whether this task as the store says it is, or a later version, is here. */
  boolean knows(Candidate read) {
    Candidate known = byId.get(read.id());
    return known != null && known.version() >= read.version() && !isAnother(known, read);
  }

  int sizeOf(Flow flow) {
    FlowQueue queue = flows.get(flow);
    return queue == null ? 0 : queue.size();
  }

  int size() {
    return byId.size();
  }

  int flowCount() {
    return flows.size();
  }

  /** The last quarter is for the most urgent flows: they are pulled first. */
  boolean isNearlyFull() {
    return byId.size() >= total / 4 * 3;
  }

  /** How many candidates more there is room for. */
  int room() {
    return Math.max(0, total - byId.size());
  }

  boolean hasOpen() {
    return openDefinitions.first() != null;
  }

  /** Whether the flow is refused a slot at some priority. May be asked by any thread. */
  boolean isRefused(Flow flow) {
    return refused.has(flow);
  }

  private void noteHunger(FlowQueue queue) {
    hungry.note(queue, isHungry(queue));
  }

  private boolean isHungry(FlowQueue queue) {
    boolean refused = queue.refusedFrom >= 0 || queue.definition().refusedFrom >= 0;
    // A refused flow needs no more than what it has; an empty one must still learn its head.
    boolean low = refused ? queue.size() == 0 : queue.size() <= (portion() + LOW - 1) / LOW;
    boolean room = !isNearlyFull() || queue.size() == 0;
    return queue.mayHaveMore && (queue.behind || (low && room));
  }

  private void forgetIfEmpty(FlowQueue queue) {
    if (queue.size() == 0 && !queue.mayHaveMore && queue.refusedFrom < 0) {
      flows.remove(queue.flow());
      hungry.note(queue, false);
    }
  }

  /** Any change of a flow's head or refusal moves it, and its definition, in the order. */
  private void place(FlowQueue queue) {
    DefinitionQueue definition = queue.definition();
    definition.place(queue);
    openDefinitions.place(definition);
  }
}
