package dev.baton.engine.complete;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.engine.base.BatchSizer;
import dev.baton.engine.base.LineLimit;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.TaskLog;
import dev.baton.engine.complete.Completion.WriteResult;
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
 * The loop that writes outcomes. One statement writes all outcomes that have arrived since the last
 * write. An idle loop writes at once. While the loop writes, the next batch collects. If many tasks
 * end whose outcomes no caller waits for, the loop also pauses after a write ({@link WriteLinger}).
 *
 * <p>If the reply to a batch was lost, the loop sends the batch again. If a row then no longer
 * belongs to this node, {@link ResultResolver} reads the row to find out whether the first write
 * succeeded. If the store refuses a batch because of one row, the loop writes the rows one by one.
 *
 * <p>A batch waits only briefly for a row that another transaction has locked. The loop then sets
 * that outcome aside. It tries set-aside outcomes again, alternately with new ones, until they are
 * written or their tasks no longer belong to this node.
 */
final class CompletionLoop {
  private static final Logger LOG = LoggerFactory.getLogger(CompletionLoop.class);
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);
  private static final int MIN_BATCH = 50;

  /**
   * Size in bytes from which no further outcome is added to a batch. Databases refuse or delay
   * larger writes.
   */
  static final long MAX_BYTES = 16L * 1024 * 1024;

  /** Limits the memory for waiting outcomes, even if they could be written in time. */
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
  private final SetAside setAside;
  private final WriteLinger linger;
  private final BatchSizer pace;
  private final Loop loop;

  /**
   * True if new outcomes may wait until the loop's pause ends, so that {@code put} doesn't wake the
   * loop.
   */
  private volatile boolean lingering;

  /** True if the last batch consisted of outcomes that had been set aside. */
  private boolean triedAgain;

  /**
   * The outcome that has waited longest of the current batch. Null if the batch is empty or
   * consists of outcomes that were set aside.
   */
  private volatile @Nullable Completion oldestInHand;

  /** True if an outcome in the queue is awaited by a caller or by another task. */
  private volatile boolean urgent;

  CompletionLoop(NodeContext node, String name, int batchSize) {
    this.writer = node.writer();
    this.lookups = node.lookups();
    this.transactional = node.stores().transactional();
    this.runtime = node.runtime();
    this.setAside = new SetAside(runtime.nanoTime());
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
   * Returns whether outcomes wait too long. Set-aside outcomes count only toward the maximum
   * number, because they delay no other outcome.
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
        || pace.isTooMany(all - setAside.count(), now)
        || (oldest != null && pace.isTooLong(now - oldest.endedNanos()));
  }

  private Duration round() {
    if (batch.isEmpty() && (!triedAgain || queue.isEmpty())) {
      // Set-aside outcomes get their own batches, alternately with new ones, because each may take
      // a moment.
      if (setAside.count() > 0) {
        batch.addAll(setAside.take(pace.size(), runtime.nanoTime()));
      }
      triedAgain = !batch.isEmpty();
    }
    if (batch.isEmpty()) {
      long left = linger.leftNanos(runtime.nanoTime());
      // Set this before the check: an outcome that arrives in between is either seen by the check
      // or wakes this loop.
      lingering = left > 0;
      if (lingering && !mustGoOn()) {
        return Duration.ofNanos(left);
      }
      lingering = false;
      takeWhatEnded();
      triedAgain = false;
    }
    if (batch.isEmpty()) {
      long wait = setAside.count() == 0 ? Long.MAX_VALUE : setAside.nanosToNext(runtime.nanoTime());
      return Duration.ofNanos(Math.max(1, Math.min(wait, UNTIL_WOKEN.toNanos())));
    }
    // After a failure, a write contains fewer outcomes than the batch. The next round writes the
    // rest.
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
    setAside.triedAgain();
    linger.wrote(all, runtime.nanoTime());
    return Duration.ZERO;
  }

  /**
   * Sets aside an outcome that may be the only cause of a failure, for example because a trigger
   * fails for its row. The loop continues without it.
   */
  private void setAside(Completion failed, Throwable why) {
    boolean isNew = setAside.putFailed(failed, runtime.nanoTime());
    if (batch.isEmpty()) {
      oldestInHand = null;
    }
    // Log this last, so that a logger that throws doesn't make the loop forget the task.
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

  /** Returns whether the loop must end its pause early. */
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
   * Writes outcomes. Removes each finished one from {@code some}, so that only the others are tried
   * again after a failure.
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
    // Report the known results before reading any row, so that a failed read doesn't lose them.
    List<Completion> sent = List.copyOf(some);
    for (int i = 0; i < sent.size(); i++) {
      if (verdicts.get(i) != Verdict.STALE) {
        some.remove(sent.get(i));
        settle(sent.get(i), verdicts.get(i));
      }
    }
    while (!some.isEmpty()) {
      WriteResult result = resolve(some.get(0));
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
          settle(completion, WriteResult.LOST);
        }
        continue;
      }
      if (verdict == Verdict.STALE) {
        WriteResult result = resolve(completion);
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
      // Do this after a refusal, too, because a store may have written a part of the batch before
      // it refused.
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
            // Write the transition first, because it checks that the lease still belongs to this
            // claim. If it doesn't, nothing else may be written.
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
   * Replaces an outcome that can't be stored with ERROR and the reason. Without the replacement,
   * the lease would expire, and the task would count as lost.
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

  private WriteResult resolve(Completion completion) {
    Transition doubted = completion.doubted();
    if (doubted == null) {
      return WriteResult.LOST;
    }
    return ResultResolver.wasApplied(doubted, lookups)
        ? WriteResult.APPLIED_BEFORE
        : WriteResult.LOST;
  }

  /** Finishes an outcome that was applied, or sets aside one whose row was locked. */
  private void settle(Completion completion, Verdict verdict) {
    if (verdict == Verdict.BUSY) {
      setAside.putLocked(completion, runtime.nanoTime());
    } else {
      settle(completion, WriteResult.APPLIED);
    }
  }

  private void settle(Completion completion, WriteResult result) {
    waiting.decrementAndGet();
    try {
      completion.tell(result);
    } catch (Throwable broken) {
      logFailedCallback(completion, broken);
    }
  }

  /**
   * Logs that a callback failed. This never throws, because the outcome is already written and the
   * rest of the batch must continue.
   */
  private static void logFailedCallback(Completion completion, Throwable broken) {
    try {
      LOG.error(
          "The outcome of task {} is written, but work that follows it failed on this node",
          completion.task().id(),
          Texts.harmless(broken));
    } catch (Throwable unreported) {
      // The log itself may have failed, or the heap is full. Nothing more can be done here.
    }
  }

  /**
   * Thrown to roll back an outcome, because another transaction has locked a row of the attached
   * write.
   */
  private static final class StayedLockedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StayedLockedException() {
      super("Locked by other transactions; tried again soon", null, false, false);
    }
  }
}
