package dev.baton.tck.engine;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.spi.TaskStore;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Flow;
import dev.baton.task.Prerequisite;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitState;
import dev.baton.task.rule.Waits;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task store that fails when a test makes it fail: it is unavailable, loses a response, or
 * refuses values.
 */
final class UnreliableStore implements TaskStore {
  /** The calls that can fail separately. */
  enum Verb {
    INSERT,
    CLAIM,
    APPLY,
    FIND,
    RENEW,
    CONFIRM,
    PRUNE,
    FETCH,
    FIRST_OF_EACH_FLOW,
    SCAN,
    DUE,
    OVERDUE,
    OTHER
  }

  private final TaskStore store;
  private final Map<Verb, AtomicInteger> calls = new EnumMap<>(Verb.class);
  private final Map<Verb, AtomicInteger> lostAnswers = new EnumMap<>(Verb.class);
  private final Map<Verb, AtomicInteger> failures = new EnumMap<>(Verb.class);
  private final AtomicInteger misses = new AtomicInteger();
  private final AtomicInteger refusedWritten = new AtomicInteger();
  private final AtomicInteger inTransactions = new AtomicInteger();
  private final Set<Flow> fetched = ConcurrentHashMap.newKeySet();
  private final AtomicInteger answered = new AtomicInteger();
  private volatile boolean away;
  private volatile Supplier<? extends RuntimeException> trouble =
      () -> new StoreUnavailableException("The store is unavailable");
  private volatile boolean fetchesShares;
  private volatile @Nullable Gate hang;
  private volatile Predicate<Transition> refused = transition -> false;
  private volatile Predicate<Transition> losesAnswer = transition -> false;

  UnreliableStore(TaskStore store) {
    this.store = store;
    for (Verb verb : Verb.values()) {
      calls.put(verb, new AtomicInteger());
      lostAnswers.put(verb, new AtomicInteger());
      failures.put(verb, new AtomicInteger());
    }
  }

  /** Makes all calls fail from now on, or work again. */
  void away(boolean now) {
    away = now;
  }

  /** Sets the exception of failing calls, instead of an unavailable store. */
  void trouble(Supplier<? extends RuntimeException> some) {
    trouble = some;
  }

  /** Makes every call wait at the gate before it is sent, from now on. */
  void hang(Gate gate) {
    hang = gate;
  }

  /** Applies the next calls of this verb but loses their responses. */
  void loseAnswers(Verb verb, int count) {
    lostAnswers.get(verb).set(count);
  }

  /** Makes the next calls of this verb fail without being applied. */
  void fail(Verb verb, int count) {
    failures.get(verb).set(count);
  }

  /** Writes the next batches but reports them as refused, as if the last transition didn't fit. */
  void refuseWritten(int count) {
    refusedWritten.set(count);
  }

  /** Makes the next claims find nothing, as if other nodes had been quicker. */
  void missClaims(int count) {
    misses.set(count);
  }

  /** Writes the next transitions in transactions, and then loses their connections. */
  void failInTransactions(int count) {
    inTransactions.set(count);
  }

  /** Refuses these transitions, as if the store couldn't store them. */
  void refuse(Predicate<Transition> which) {
    refused = which;
  }

  /** Applies the first batch with such a transition but loses its response. */
  void loseAnswerOf(Predicate<Transition> which) {
    losesAnswer = which;
  }

  /** Returns the flows that were ever fetched. */
  Set<Flow> fetched() {
    return fetched;
  }

  /** Returns how many tasks fetches have returned, some of them repeatedly. */
  int answered() {
    return answered.get();
  }

  /** Returns whether a fetch ever requested a share. */
  boolean fetchesShares() {
    return fetchesShares;
  }

  int calls(Verb verb) {
    return calls.get(verb).get();
  }

  private <T> T call(Verb verb, Supplier<T> work) {
    calls.get(verb).incrementAndGet();
    Gate gate = hang;
    if (gate != null) {
      gate.passStubbornly();
    }
    if (away || takeOne(failures.get(verb))) {
      throw trouble.get();
    }
    T answer = work.get();
    if (takeOne(lostAnswers.get(verb))) {
      throw new StoreUnavailableException("The response is lost");
    }
    return answer;
  }

  private static boolean takeOne(AtomicInteger left) {
    return left.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
  }

  private void refuse(List<Transition> transitions) {
    if (transitions.stream().anyMatch(refused)) {
      throw new RequestRefusedException("a value doesn't fit", new IllegalStateException("no"));
    }
  }

  @Override
  public void check() {
    store.check();
  }

  @Override
  public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
    return call(Verb.INSERT, () -> store.insert(transaction, tasks));
  }

  @Override
  public boolean waitForEnds(Transaction transaction, UUID task, Waits waits) {
    return call(Verb.INSERT, () -> store.waitForEnds(transaction, task, waits));
  }

  @Override
  public List<AddResult> insert(List<NewTask> tasks) {
    return call(Verb.INSERT, () -> store.insert(tasks));
  }

  @Override
  public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
    return call(
        Verb.CLAIM, () -> takeOne(misses) ? List.of() : store.claim(owner, lease, requests));
  }

  @Override
  public LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests) {
    return call(Verb.CLAIM, () -> store.claimWithin(owner, lease, requests));
  }

  @Override
  public List<Boolean> apply(List<Transition> transitions) {
    return applying(transitions, () -> store.apply(transitions));
  }

  @Override
  public List<Verdict> tryApply(List<Transition> transitions) {
    return applying(transitions, () -> store.tryApply(transitions));
  }

  private <T> List<T> applying(List<Transition> transitions, Supplier<List<T>> apply) {
    return call(
        Verb.APPLY,
        () -> {
          refuse(transitions);
          List<T> answer = apply.get();
          if (takeOne(refusedWritten)) {
            throw new RequestRefusedException(
                "a value doesn't fit", new IllegalStateException("no"));
          }
          if (transitions.stream().anyMatch(losesAnswer)) {
            losesAnswer = transition -> false;
            throw new StoreUnavailableException("The response is lost");
          }
          return answer;
        });
  }

  @Override
  public boolean apply(Transaction transaction, Transition transition) {
    return applyingInside(transition, () -> store.apply(transaction, transition));
  }

  @Override
  public Verdict tryApply(Transaction transaction, Transition transition) {
    return applyingInside(transition, () -> store.tryApply(transaction, transition));
  }

  private <T> T applyingInside(Transition transition, Supplier<T> apply) {
    return call(
        Verb.APPLY,
        () -> {
          refuse(List.of(transition));
          T applied = apply.get();
          if (takeOne(inTransactions)) {
            throw new StoreUnavailableException("The connection is lost");
          }
          return applied;
        });
  }

  @Override
  public boolean briefly(Transaction transaction, Runnable work) {
    return store.briefly(transaction, work);
  }

  @Override
  public Renewal renew(Duration lease, List<ClaimFence> held) {
    return call(Verb.RENEW, () -> store.renew(lease, held));
  }

  @Override
  public Set<UUID> confirm(List<ClaimFence> held) {
    return call(Verb.CONFIRM, () -> store.confirm(held));
  }

  @Override
  public List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit) {
    return call(Verb.OTHER, () -> store.heldBy(node, after, limit));
  }

  @Override
  public List<Candidate> firstOfEachFlow(String bucket, @Nullable Candidate after, int limit) {
    return call(Verb.FIRST_OF_EACH_FLOW, () -> store.firstOfEachFlow(bucket, after, limit));
  }

  @Override
  public List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
    return call(Verb.SCAN, () -> store.scan(bucket, after, limit));
  }

  @Override
  public List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit) {
    requests.forEach(request -> fetched.add(request.flow()));
    if (requests.stream().anyMatch(request -> !request.share().equals(Share.WHOLE))) {
      fetchesShares = true;
    }
    List<Candidate> ready = call(Verb.FETCH, () -> store.fetch(bucket, requests, limit));
    answered.addAndGet(ready.size());
    return ready;
  }

  @Override
  public List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    return call(Verb.DUE, () -> store.due(hintExpiry, since, limit));
  }

  @Override
  public List<Task> leasesBeyond(Duration ahead, int limit) {
    return call(Verb.OVERDUE, () -> store.leasesBeyond(ahead, limit));
  }

  @Override
  public List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
    return call(Verb.OVERDUE, () -> store.overdue(leases, hints, limit));
  }

  @Override
  public boolean stop(UUID id, long version, String error) {
    return call(Verb.APPLY, () -> store.stop(id, version, error));
  }

  @Override
  public int prune(int limit) {
    return call(Verb.PRUNE, () -> store.prune(limit));
  }

  @Override
  public Optional<Task> find(UUID id) {
    return call(Verb.FIND, () -> store.find(id));
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return call(Verb.FIND, () -> store.findFinished(id));
  }

  @Override
  public LiveAndFinished liveAndFinished(Set<UUID> ids) {
    return call(Verb.OTHER, () -> store.liveAndFinished(ids));
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(UUID id, long version, NextPosition placement) {
    return call(Verb.OTHER, () -> store.runAgain(id, version, placement));
  }

  @Override
  public List<Prerequisite> waitedFor(UUID id) {
    return call(Verb.OTHER, () -> store.waitedFor(id));
  }

  @Override
  public WaitState waiting(UUID id) {
    return call(Verb.OTHER, () -> store.waiting(id));
  }

  @Override
  public void onReleased(Consumer<List<Candidate>> listener) {
    store.onReleased(listener);
  }
}
