package dev.baton.cassandra.shard;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes one shard with one compare-and-set at a time, each with all commands that have arrived in
 * the meantime. Other nodes may write the same shard: the second one decides again. Thread-safe.
 */
final class ShardWriter {
  private static final Logger LOG = LoggerFactory.getLogger(ShardWriter.class);

  private static final int MAX_COMMANDS = 400;
  private static final int MAX_BYTES = 4 * 1024 * 1024;
  private static final int MAX_WAITING = 50_000;

  private final int shard;
  private final ShardTable table;
  private final ShardClock clock;
  private final Tidying tidying;
  private final Duration patience;

  private final Deque<Waiting<?>> waiting = new ArrayDeque<>();
  private boolean busy;

  /**
   * The state after the last change, if no other node has written since. Used by one attempt at a
   * time.
   */
  private @Nullable ShardState known;

  /** Number of commands to write one by one, after a write of all was refused. */
  private int alone;

  /** A command whose caller waits. */
  private record Waiting<T>(Command<T> command, CompletableFuture<T> answer, long endNanos) {
    Runnable decide(Rows rows, ShardClock clock) {
      Rows own = rows.onTop();
      try {
        T decided = command.decide(own, clock.now());
        rows.accept(own);
        return () -> answer.complete(decided);
      } catch (RuntimeException failure) {
        return () -> answer.completeExceptionally(failure);
      }
    }
  }

  ShardWriter(int shard, ShardTable table, ShardClock clock, Tidying tidying, Duration patience) {
    this.shard = shard;
    this.table = table;
    this.clock = clock;
    this.tidying = tidying;
    this.patience = patience;
  }

  <T> CompletableFuture<T> submit(Command<T> command) {
    Waiting<T> one =
        new Waiting<>(command, new CompletableFuture<>(), clock.nanoTime() + patience.toNanos());
    synchronized (waiting) {
      if (waiting.size() >= MAX_WAITING) {
        one.answer.completeExceptionally(
            new StoreUnavailableException(
                "Shard " + shard + " has " + MAX_WAITING + " waiting commands"));
        return one.answer;
      }
      waiting.add(one);
      if (busy) {
        return one.answer;
      }
      busy = true;
    }
    next();
    return one.answer;
  }

  private void next() {
    List<Waiting<?>> batch = take();
    if (batch.isEmpty()) {
      return;
    }
    CasAttempt turn = new CasAttempt(shard, table, clock, latestEnd(batch));
    turn.run(known, work(batch))
        .whenComplete(
            (end, failure) -> {
              known = failure == null ? end.state() : null;
              if (batch.size() > 1
                  && CasAttempt.cause(failure) instanceof RequestRefusedException) {
                putBack(batch);
                next();
                return;
              }
              answer(batch, end, failure);
              tidy();
            });
  }

  /** Puts back commands that could not be written together, to write them one by one. */
  private void putBack(List<Waiting<?>> batch) {
    synchronized (waiting) {
      for (int i = batch.size() - 1; i >= 0; i--) {
        waiting.addFirst(batch.get(i));
      }
      alone = batch.size();
    }
  }

  private static void answer(
      List<Waiting<?>> batch, CasAttempt.@Nullable End end, @Nullable Throwable failure) {
    if (end != null) {
      end.answers().forEach(Runnable::run);
    } else {
      Throwable cause = CasAttempt.cause(failure);
      batch.forEach(one -> one.answer.completeExceptionally(cause));
    }
  }

  private void tidy() {
    if (known == null || !Tidying.isDue(known)) {
      next();
      return;
    }
    // This affects only speed: the next attempt makes up for a failed one.
    new CasAttempt(shard, table, clock, clock.nanoTime() + patience.toNanos())
        .run(known, state -> tidying.of(shard, state))
        .whenComplete(
            (end, failure) -> {
              if (failure != null) {
                LOG.warn("Shard {} could not be tidied; Baton retries later", shard, failure);
              }
              known = failure == null ? end.state() : null;
              next();
            });
  }

  private List<Waiting<?>> take() {
    List<Waiting<?>> batch = new ArrayList<>();
    synchronized (waiting) {
      int bytes = 0;
      int most = alone > 0 ? 1 : MAX_COMMANDS;
      alone = Math.max(0, alone - 1);
      while (!waiting.isEmpty() && batch.size() < most) {
        Waiting<?> first = waiting.getFirst();
        if (clock.nanoTime() - first.endNanos > 0) {
          waiting.removeFirst();
          first.answer.completeExceptionally(
              new StoreUnavailableException("Shard " + shard + " could not be written in time"));
          continue;
        }
        bytes += first.command.size();
        if (!batch.isEmpty() && bytes > MAX_BYTES) {
          break;
        }
        batch.add(waiting.removeFirst());
      }
      busy = !batch.isEmpty();
    }
    return batch;
  }

  private static long latestEnd(List<Waiting<?>> batch) {
    return batch.get(batch.size() - 1).endNanos;
  }

  /** Reads the rows that the commands need, and lets them decide, one after the other. */
  private CasAttempt.Work work(List<Waiting<?>> batch) {
    List<RowKey> outlines = new ArrayList<>();
    List<RowKey> whole = new ArrayList<>();
    batch.forEach(
        one -> (one.command.readsPayloads() ? whole : outlines).addAll(one.command.reads()));
    return state ->
        table
            .rows(shard, outlines, false, new HashMap<>())
            .thenCompose(rows -> table.rows(shard, whole, true, rows))
            .thenApply(
                read -> {
                  Rows rows = new Rows(read);
                  List<Runnable> answers = new ArrayList<>();
                  batch.forEach(one -> answers.add(one.decide(rows, clock)));
                  return CasAttempt.Decision.of(state, rows.writes(), answers);
                });
  }
}
