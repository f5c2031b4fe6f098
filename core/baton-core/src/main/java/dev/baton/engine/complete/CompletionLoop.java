package dev.baton.engine.complete;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.engine.base.BatchSizer;
import dev.baton.engine.base.LineLimit;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.TaskLog;
import dev.baton.engine.complete.Completion.Result;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.TransactionalStore;
import dev.baton.spi.Transactions;
import dev.baton.spi.core.TaskLookups;
import dev.baton.spi.core.TaskWriter;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.internal.Texts;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The loop that writes outcomes. One statement writes all outcomes that were put since the last
 * write, at once if the loop is idle. While it writes, the next batch collects. If many tasks end
 * that no caller waits for, it also rests for a {@link WriteLinger} after a write.
 *
 * <p>If the result of a batch is unknown because the reply was lost, the loop sends the batch
 * again. If a row then no longer belongs to this node, {@link ResultResolver} reads it. A batch
 * that is refused because of one row is written row by row.
 *
 * <p>A batch waits at most a moment for a row that another transaction has locked. The loop sets
 * that outcome aside. It tries such outcomes again, alternately with new ones, until they are
 * written or the task no longer belongs to this node.
 */
final class CompletionLoop {
  private static final Logger LOG = LoggerFactory.getLogger(CompletionLoop.class);
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);
  private static final int MIN_BATCH = 50;

  /**
   * Limit of bytes in one write before its last outcome. Databases refuse or delay larger writes.
   */
  static final long MAX_BYTES = 16L * 1024 * 1024;

  /** Limit of waiting outcomes by memory, even if they can be written in time. */
  private static final int MAX_WAITING = 20_000;

  private final TaskWriter writer;
  private final TaskLookups lookups;
  private final @Nullable TransactionalStore transactional;
  private final NodeRuntime runtime;
  private final Transactions transactions;
  private final TaskLog log;
  private final LineLimit setAsideLines = new LineLimit();
  private final int batchSize;
  private final ConcurrentLinkedQueue<Completion> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final List<Completion> batch = new ArrayList<>();
  private final SetAside busy;
  private final WriteLinger linger;
  private final BatchSizer pace;
  private final Loop loop;

  /** True if new outcomes may wait for the end of a linger, so that no thread wakes the loop. */
  private volatile boolean lingering;

  /** True if the last batch consisted of outcomes that had been set aside. */
  private boolean triedAgain;

  /**
   * The outcome of the batch that has waited longest. Null if there is none, or if other
   * transactions have locked its row.
   */
  private volatile @Nullable Completion oldestInHand;

  /** Number of outcomes that are set aside. */
  private volatile int setAside;

  /** True if a caller, or a task to run next, waits for an outcome in the queue. */
  private volatile boolean urgent;

  CompletionLoop(NodeContext node, String name, int batchSize) {
    this.writer = node.writer();
    this.lookups = node.lookups();
    this.transactional = node.stores().transactional();
    this.runtime = node.runtime();
    this.busy = new SetAside(runtime.nanoTime());
    this.transactions = node.transactions();
    this.log = node.taskLog();
    this.batchSize = batchSize;
    this.linger = new WriteLinger(batchSize);
    this.pace = new BatchSizer(MIN_BATCH, batchSize, node.settings().lease());
    this.loop = new Loop(name, node.runtime(), node.events(), this::round);
  }

  Loop loop() {
    return loop;
  }

  void put(Completion completion) {
    completion.waitsSince(runtime.nanoTime());
    waiting.incrementAndGet();
    queue.add(completion);
    if (!completion.isPatient()) {
      urgent = true;
    }
    if (!lingering || mustGoOn()) {
      loop.wake();
    }
  }

  /**
   * Returns whether outcomes wait too long. Outcomes whose rows are locked count only by number,
   * because nothing else waits for them.
   */
  boolean isBehind() {
    int all = waiting.get();
    if (all == 0) {
      return false;
    }
    long now = runtime.nanoTime();
    Completion first = oldestInHand;
    Completion oldest = first == null ? queue.peek() : first;
    return all >= MAX_WAITING
        || pace.isTooMany(all - setAside, now)
        || (oldest != null && pace.isTooLong(now - oldest.endedNanos()));
  }

  private Duration round() {
    if (batch.isEmpty() && (!triedAgain || queue.isEmpty())) {
      // Set-aside outcomes get separate batches, alternately with new ones, because each may wait a
      // moment.
      if (setAside > 0) {
        batch.addAll(busy.take(pace.size(), runtime.nanoTime()));
      }
      triedAgain = !batch.isEmpty();
    }
    if (batch.isEmpty()) {
      long left = linger.leftNanos(runtime.nanoTime());
      // Set before the check: an outcome put between the two is seen here or wakes this loop.
      lingering = left > 0;
      if (lingering && !mustGoOn()) {
        return Duration.ofNanos(left);
      }
      lingering = false;
      takeWhatEnded();
      triedAgain = false;
    }
    if (batch.isEmpty()) {
      long wait = setAside == 0 ? Long.MAX_VALUE : busy.nanosToNext(runtime.nanoTime());
      return Duration.ofNanos(Math.max(1, Math.min(wait, UNTIL_WOKEN.toNanos())));
    }
    // After a failure, fewer than the batch. The rest of the batch is written next.
    List<Completion> some = batch.subList(0, Math.min(batch.size(), pace.size()));
    int all = some.size();
    pace.begins(all, runtime.nanoTime());
    try {
      write(some);
      pace.succeeded();
    } catch (RuntimeException | Error broken) {
      if (pace.failed() && some.size() == 1) {
        setAside(some.remove(0), broken);
      }
      throw broken;
    } finally {
      pace.ended(runtime.nanoTime());
    }
    if (batch.isEmpty()) {
      oldestInHand = null;
    }
    if (setAside > 0) {
      setAside = busy.size();
    }
    linger.wrote(all, runtime.nanoTime());
    return Duration.ZERO;
  }

  /**
   * Sets aside an outcome that may be the only cause of the failure, for example because a trigger
   * fails for its row. The others continue without it.
   */
  private void setAside(Completion failed, Throwable why) {
    boolean isNew = busy.putFailed(failed, runtime.nanoTime());
    setAside = busy.size();
    if (batch.isEmpty()) {
      oldestInHand = null;
    }
    // Logged last: a logger that throws must not make this loop forget the task.
    if (isNew) {
      log.about(
          failed.task(),
          () ->
              setAsideLines.log(
                  LOG,
                  Level.WARN,
                  runtime.nanoTime(),
                  "The outcome of task {} can't be written: {}. Baton sets it aside and keeps"
                      + " trying. It renews the task's lease meanwhile, and logs this once for the"
                      + " task",
                  failed.task().id(),
                  Texts.line(Texts.message(why))));
    }
  }

  /** Returns whether a linger ends early. */
  private boolean mustGoOn() {
    return urgent || waiting.get() >= batchSize || loop.isStopping();
  }

  private void takeWhatEnded() {
    urgent = false;
    oldestInHand = queue.peek();
    int most = pace.size();
    long bytes = 0;
    while (batch.size() < most && bytes < MAX_BYTES) {
      Completion next = queue.poll();
      if (next == null) {
        return;
      }
      batch.add(next);
      bytes += next.bytes();
    }
  }

  /**
   * Writes outcomes and removes the settled ones from {@code some}, so that after a failure the
   * rest is tried again.
   */
  private void write(List<Completion> some) {
    if (some.stream().anyMatch(completion -> completion.together() != null)) {
      writeOneByOne(some);
      return;
    }
    List<Verdict> verdicts;
    try {
      verdicts = send(some);
    } catch (RequestRefusedException refused) {
      writeOneByOne(some);
      return;
    }
    // Known results are reported before anything is read, so that a failed read doesn't lose them.
    List<Completion> sent = List.copyOf(some);
    for (int i = 0; i < sent.size(); i++) {
      if (verdicts.get(i) != Verdict.REFUSED) {
        some.remove(sent.get(i));
        settle(sent.get(i), verdicts.get(i));
      }
    }
    while (!some.isEmpty()) {
      Result result = resolve(some.get(0));
      settle(some.remove(0), result);
    }
  }

  private void writeOneByOne(List<Completion> some) {
    while (!some.isEmpty()) {
      Completion completion = some.get(0);
      Verdict verdict;
      try {
        verdict =
            completion.together() == null
                ? send(List.of(completion)).get(0)
                : sendTogether(completion, completion.together());
      } catch (RequestRefusedException refused) {
        if (!replace(completion, refused)) {
          some.remove(0);
          settle(completion, Result.LOST);
        }
        continue;
      }
      if (verdict == Verdict.REFUSED) {
        Result result = resolve(completion);
        some.remove(0);
        settle(completion, result);
      } else {
        some.remove(0);
        settle(completion, verdict);
      }
    }
  }

  private List<Verdict> send(List<Completion> some) {
    List<Transition> transitions = some.stream().map(Completion::transition).toList();
    try {
      return writer.tryApply(transitions);
    } catch (RuntimeException | Error answerLost) {
      // Also after a refusal, because a store may have written part of the batch before it.
      some.forEach(Completion::sent);
      throw answerLost;
    }
  }

  private Verdict sendTogether(Completion completion, Completion.AttachedWrite other) {
    Transition transition = completion.transition();
    TransactionalStore store = transactional;
    if (store == null) {
      return sendAlone(completion, other);
    }
    try {
      return transactions.call(
          transaction -> {
            // The fence is checked first. If it is lost, nothing else may be written.
            Verdict verdict = store.tryApply(transaction, transition);
            if (verdict == Verdict.APPLIED
                && !store.briefly(transaction, () -> other.write(transaction))) {
              throw new StayedLockedException();
            }
            return verdict;
          });
    } catch (Completion.ReplacedException rolledBack) {
      completion.replace(rolledBack);
      return send(List.of(completion)).get(0);
    } catch (StayedLockedException rolledBack) {
      return Verdict.BUSY;
    } catch (RequestRefusedException refused) {
      throw refused;
    } catch (RuntimeException | Error answerLost) {
      completion.sent();
      throw answerLost;
    } catch (Exception undeclared) {
      throw new IllegalStateException(undeclared);
    }
  }

  private Verdict sendAlone(Completion completion, Completion.AttachedWrite other) {
    try {
      return other.writeAlone(completion.transition());
    } catch (Completion.ReplacedException notWritten) {
      completion.replace(notWritten);
      return send(List.of(completion)).get(0);
    } catch (RuntimeException | Error answerLost) {
      completion.sent();
      throw answerLost;
    }
  }

  /**
   * Replaces an outcome that can't be stored by one in ERROR with the reason. Otherwise the task
   * would end as lost.
   */
  private boolean replace(Completion completion, RequestRefusedException refused) {
    Optional<SubstituteOutcome> instead =
        SubstituteOutcome.after(
            completion.form(),
            completion.task(),
            completion.transition(),
            String.valueOf(refused.getMessage()));
    if (instead.isEmpty()) {
      log.about(
          completion.task(),
          () ->
              LOG.error(
                  "The database refuses every form of the outcome of task {}. The task's lease will"
                      + " expire, and the task then counts as lost",
                  completion.task().id(),
                  refused));
      return false;
    }
    if (instead.get().transition().rule() != completion.transition().rule()) {
      log.about(
          completion.task(),
          () ->
              LOG.warn(
                  "The database refuses the outcome of task {}. Baton stops the task in ERROR",
                  completion.task().id(),
                  refused));
    }
    completion.replace(instead.get());
    return true;
  }

  private Result resolve(Completion completion) {
    Transition doubted = completion.doubted();
    if (doubted == null) {
      return Result.LOST;
    }
    return ResultResolver.wasApplied(doubted, lookups) ? Result.APPLIED_BEFORE : Result.LOST;
  }

  /** Settles an outcome that wasn't refused: it was applied, or it is set aside. */
  private void settle(Completion completion, Verdict verdict) {
    if (verdict == Verdict.BUSY) {
      busy.put(completion, runtime.nanoTime());
      setAside = busy.size();
    } else {
      settle(completion, Result.APPLIED);
    }
  }

  private void settle(Completion completion, Result result) {
    waiting.decrementAndGet();
    try {
      completion.tell(result);
    } catch (Throwable broken) {
      reportUntold(completion, broken);
    }
  }

  /**
   * Logs a failed callback. Never throws, because the outcome is written and the rest of the batch
   * must continue.
   */
  private static void reportUntold(Completion completion, Throwable broken) {
    try {
      LOG.error(
          "The outcome of task {} is written, but work that follows it failed on this node",
          completion.task().id(),
          Texts.harmless(broken));
    } catch (Throwable unreported) {
      // The log or the heap is the cause.
    }
  }

  /**
   * Thrown to roll back an outcome because other transactions have locked something that commits
   * with it.
   */
  private static final class StayedLockedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StayedLockedException() {
      super("Locked by other transactions; tried again soon", null, false, false);
    }
  }
}
