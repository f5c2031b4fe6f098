package dev.baton.spi;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.task.Candidate;
import dev.baton.task.FinishedTask;
import dev.baton.task.Flow;
import dev.baton.task.Permit;
import dev.baton.task.Prerequisite;
import dev.baton.task.Task;
import dev.baton.task.rule.Hold;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.PermitCount;
import dev.baton.task.rule.Placement;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitStanding;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where tasks live. A row that something else has broken is read as far as it can be: a live task
 * then has a {@link Task#fault}, a finished one says so in its error, and no verb fails for it.
 *
 * <p>Every verb is one batch in one transaction of its own, except where a transaction is given.
 * All times are the store's own clock. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the caller then
 * doesn't know whether it was applied.
 */
public interface TaskStore {

  /**
   * Fails, with words that help, when the store can't be used as it is: schema missing or too old,
   * settings that break promises. Logs a warning when commits aren't durable.
   *
   * @throws dev.baton.api.error.StoreUnusableException with what to do
   */
  void check();

  /**
   * Fails, with words that help, where these transactions can't write the end of a task whose lease
   * was renewed since they began. Asked before a node starts that has transactional handlers.
   *
   * @throws dev.baton.api.error.StoreUnusableException with what to do
   */
  default void checkHandlersIn(Transactions transactions) {}

  /**
   * Inserts tasks in the caller's transaction, all that their keys allow. A task whose key is taken
   * is not inserted, and its answer names the task that has the key; the transaction stays sound.
   * An add that meets a key of a transaction still open waits for its end.
   *
   * <p>A task that {@linkplain NewTask#waits() waits for others} is noted with them. Those that are
   * live stay locked until the transaction ends, in the order of their ids, so that their own end
   * can't miss it; those that have ended count at once, by their finished row.
   *
   * @return answers in the order of the tasks
   */
  List<AddResult> insert(Transaction transaction, List<NewTask> tasks);

  /**
   * Claims those of the candidates that are still READY at that version, skipping rows somebody
   * else has locked.
   *
   * @param owner names the node's start and the number of this claim
   * @return the claimed tasks as they now are, in the order of the requests
   */
  List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests);

  /**
   * Claims, as {@link #claim} does, those that get all the permits they need, in the order of the
   * requests. Permits are taken in the same transaction, and of tasks that are claimed only.
   */
  LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests);

  /**
   * Applies each transition whose guard holds, in order of task ids.
   *
   * <p>What ends a task counts its waiters down in the same transaction, and moves those that wait
   * no more, as {@link dev.baton.task.rule.WaitRules} says; and so on for the waiters of those that
   * are cancelled thereby. What another's move means for a task that waits, those rules say too: a
   * {@linkplain dev.baton.task.Rule#UNBLOCK released} one may go on waiting, or be cancelled,
   * instead of going where the transition leads; that counts as applied.
   *
   * @return for each transition, in order, whether it was applied
   */
  List<Boolean> apply(List<Transition> transitions);

  /** Applies one transition in the given transaction, whose end decides whether it counts. */
  boolean apply(Transaction transaction, Transition transition);

  /**
   * As {@link #apply(List)}, for those who write for many: a row that somebody else has locked, a
   * caller whose transaction is open for example, is left alone and keeps nobody waiting. Where
   * tasks that would be released have to be locked, too, it may wait a moment. Each transition
   * counts on its own.
   *
   * @param transitions of tasks that somebody holds or may claim: none whose guard says BLOCKED
   * @return for each transition, in order, what became of it
   */
  List<Verdict> tryApply(List<Transition> transitions);

  /**
   * As {@link #tryApply(List)}, in the given transaction, whose end decides whether it counts. When
   * the row is busy nothing was written, and the transaction is sound.
   */
  Verdict tryApply(Transaction transaction, Transition transition);

  /**
   * Does the work in the given transaction, waiting a moment at most for each row or key that
   * somebody else has locked.
   *
   * @return whether it was done; if not, something stayed locked, and the transaction is of no use
   *     but to be rolled back
   */
  boolean briefly(Transaction transaction, Runnable work);

  /**
   * Moves the lease end of the held tasks to a lease from now; never waits for a row that somebody
   * else has locked.
   *
   * @return which were renewed, and which are busy; the others are no longer held so
   */
  Renewal renew(Duration lease, List<Hold> held);

  /** The ids of those that are still held exactly so. Reads only. */
  Set<UUID> confirm(List<Hold> held);

  /**
   * Tasks that any claim of this node start holds as far as the store knows, by id, after the given
   * one, {@code limit} at the most. {@linkplain Task#outline() Outlines}: nobody runs them.
   */
  List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit);

  /**
   * The first ready task of each flow of the bucket at each priority, in the order of flows and
   * priorities, after the place of the given one. One seek for each, however many are behind it.
   */
  List<Candidate> heads(String bucket, @Nullable Candidate after, int limit);

  /**
   * The ready tasks of the bucket flow by flow: in the order of flows, priorities, arrival and ids,
   * after all of the flow and priority of the given one. Those of a short flow stand next to each
   * other, so that all cost little more than its first.
   */
  List<Candidate> scan(String bucket, @Nullable Candidate after, int limit);

  /**
   * The first ready tasks of each given flow from its places on, by priority, arrival and id,
   * {@code limit} of each. The flows are different ones.
   */
  List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit);

  /**
   * Makes waiting tasks whose time has come READY, earliest first, {@code limit} at the most.
   *
   * @param since earlier times needn't be looked at, but may
   * @return the tasks that became ready
   */
  List<Candidate> due(Duration hintExpiry, Instant since, int limit);

  /** As above, whatever their times. */
  default List<Candidate> due(Duration hintExpiry, int limit) {
    return due(hintExpiry, Instant.EPOCH, limit);
  }

  /**
   * READY and RUNNING tasks whose next event time has passed, earliest first, and tasks due for
   * anything whose row {@linkplain Task#fault can't be read}. RUNNING ones come before all READY
   * ones: a lapsed lease is never starved by old hints. {@linkplain Task#outline() Outlines}:
   * nobody runs them.
   *
   * @param leasesSince earlier ends of leases needn't be looked at, but may
   * @param hintsSince as that, for READY tasks
   */
  List<Task> overdue(Instant leasesSince, Instant hintsSince, int limit);

  /** As above, whatever their times. */
  default List<Task> overdue(int limit) {
    return overdue(Instant.EPOCH, Instant.EPOCH, limit);
  }

  /**
   * Stops a task whose row can't be read, as its {@link Task#fault} says: if it still has that
   * version, isn't BLOCKED or in ERROR, and isn't locked, it goes to ERROR under the next version,
   * whatever else its row says. Its numbers are brought within their bounds; the rest stays for a
   * person to correct.
   *
   * @param version what the row holds: see {@link dev.baton.task.RowFault#version}
   * @param error for the task's history
   * @return whether it was stopped
   */
  boolean stop(UUID id, long version, String error);

  /**
   * Removes finished tasks, and keys, whose retention is over, {@code limit} of each; where
   * finished tasks share what is stored of them, some more.
   *
   * @return how many finished tasks were removed
   */
  int prune(int limit);

  /** The live task. */
  Optional<Task> find(UUID id);

  /** The finished task, while it is kept. */
  Optional<FinishedTask> findFinished(UUID id);

  /** What has become of these tasks. */
  LiveAndFinished liveAndFinished(Set<UUID> ids);

  /**
   * Makes a finished task live again under its next version; it takes its keys anew.
   *
   * @return why not, or empty when it was done
   */
  Optional<RunAgainRefusal> runAgain(UUID id, long version, Placement placement);

  /**
   * What this live task waited or waits for, by id, and how each has ended; empty when it was added
   * to wait for nothing, or is run again after it had finished.
   */
  default List<Prerequisite> waitedFor(UUID id) {
    return List.of();
  }

  /**
   * How this live task stands to what it was added to wait for; OVER where it waits for nothing.
   */
  default WaitStanding waiting(UUID id) {
    return WaitStanding.OVER;
  }

  /**
   * Tells this listener too, from now on, of tasks that this store's verbs have made ready by
   * ending what they waited for. A hint, given after the commit on the thread that made it; may be
   * left out.
   */
  default void onReleased(Consumer<List<Candidate>> listener) {}

  /** What became of a transition that was to wait for nobody. */
  enum Verdict {
    /** Its guard held, and it is written. */
    APPLIED,
    /** Its guard doesn't hold: nothing was written, and never will be. */
    REFUSED,
    /**
     * Its guard holds as far as anything is committed, but somebody else has the row locked, or one
     * that would change with it: nothing was written. Ask again soon.
     */
    BUSY
  }

  /**
   * What became of leases that were to be renewed.
   *
   * @param renewed tasks whose lease lasts longer now
   * @param busy tasks that are still held so, as far as anything is committed, but whose row
   *     somebody else has locked: their lease ends when it did before. Ask again soon
   */
  record Renewal(Set<UUID> renewed, Set<UUID> busy) {
    /** Of nothing. */
    public static final Renewal NONE = new Renewal(Set.of(), Set.of());
  }

  /**
   * A claim of one candidate.
   *
   * @param lossLimit the losses its type allows, written with the claim so that any node can judge
   *     a later loss
   */
  record ClaimRequest(UUID id, long version, int lossLimit) {}

  /** A claim that needs permits of the cluster. */
  record LimitedRequest(ClaimRequest request, List<Permit> permits) {}

  /**
   * What became of claims that needed permits.
   *
   * @param claimed as they now are, in the order of the requests
   * @param refused those that may be ready but got no permit
   */
  record LimitedClaim(List<Task> claimed, Map<UUID, PermitCount.Refusal> refused) {}

  /**
   * A place among the ready tasks of one flow and priority: they stand by arrival, then by id, as
   * numbers without a sign.
   */
  record Place(Instant arrivedAt, UUID id) implements Comparable<Place> {
    private static final UUID MIN_ID = new UUID(0, 0);

    /** Before all that arrived at that time or later. */
    public static Place before(Instant arrival) {
      return new Place(arrival, MIN_ID);
    }

    /** The task's own. */
    public static Place of(Candidate task) {
      return new Place(task.arrivedAt(), task.id());
    }

    /** Whether it is a task's, and not only a time. */
    public boolean isOfATask() {
      return !id.equals(MIN_ID);
    }

    @Override
    public int compareTo(Place other) {
      int byArrival = arrivedAt.compareTo(other.arrivedAt);
      return byArrival != 0 ? byArrival : IdOrder.BY_BYTES.compare(id, other.id);
    }
  }

  /**
   * A fetch of one flow.
   *
   * @param from by priority, the place of the first task that is wanted; all are of a priority that
   *     isn't named. Saves reading again what is known and, where an old snapshot keeps dead rows
   *     in the index, walking over them again and again
   * @param share the part of the flow's tasks that is wanted
   */
  record FetchRequest(Flow flow, Map<Integer, Place> from, Share share) {
    public FetchRequest {
      from = Collections.unmodifiableMap(new TreeMap<>(from));
    }

    /** Whether the flow's task doesn't stand before where the fetch begins. */
    public boolean wants(Candidate task) {
      Place first = from.get(task.priority());
      return first == null || Place.of(task).compareTo(first) >= 0;
    }

    /** All of the flow's ready tasks. */
    public static FetchRequest all(Flow flow) {
      return new FetchRequest(flow, Map.of(), Share.WHOLE);
    }
  }

  /**
   * A part of many tasks, by their ids: every task is in exactly one of the parts, which are about
   * equally large. What puts it there is the store's own choice, the same on every node.
   *
   * @param part 0 to {@code parts} - 1
   * @param parts 1 to {@link #MAX_PARTS}
   */
  record Share(int part, int parts) {
    /** Parts that there may be. */
    public static final int MAX_PARTS = 16;

    /** All of them. */
    public static final Share WHOLE = new Share(0, 1);

    public Share {
      if (parts < 1 || parts > MAX_PARTS || part < 0 || part >= parts) {
        throw new IllegalArgumentException("There is no part " + part + " of " + parts);
      }
    }

    public boolean isWhole() {
      return parts == 1;
    }
  }

  /** Why a finished task can't be run again. */
  enum RunAgainRefusal {
    /** No finished task has this id and version. */
    NOT_THERE,
    /** Another task has taken one of its keys since. */
    KEY_TAKEN,
    /** Its {@linkplain dev.baton.task.TaskSpec#isPayloadCleared payload was removed}. */
    PAYLOAD_CLEARED
  }
}
