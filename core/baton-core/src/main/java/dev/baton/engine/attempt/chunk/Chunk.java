package dev.baton.engine.attempt.chunk;

import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawHandler;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.NodeRuntime.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The attempts of several tasks that one call of the handler processes on one thread. Each attempt
 * uses the chunk as its worker. The chunk interrupts the handler when every attempt has ended or
 * was cancelled. Thread-safe.
 */
final class Chunk implements Worker {
  private final RawHandler.Chunked handler;
  private final NodeRuntime.Signal full;
  private final Consumer<Chunk> close;
  private final String logName;
  private final Object lock = new Object();
  private final List<ChunkMember> parts = new ArrayList<>();
  private @Nullable Worker thread;
  private boolean handling;
  private boolean interrupted;

  /** An attempt in a chunk. */
  record ChunkMember(
      Attempt attempt, BooleanSupplier startOrGiveBack, RawHandler.Chunked.Member member) {
    boolean isWanted() {
      return !member.end().isDone() && !attempt.isCancelled();
    }
  }

  /**
   * @param close closes the chunk, so that no further attempt joins it
   * @param logName key of the task type in the log context
   */
  Chunk(
      RawHandler.Chunked handler, NodeRuntime.Signal full, Consumer<Chunk> close, String logName) {
    this.handler = handler;
    this.full = full;
    this.close = close;
    this.logName = logName;
  }

  /** Adds an attempt and returns the new number of attempts. Don't call this after the close. */
  int add(ChunkMember part) {
    synchronized (lock) {
      parts.add(part);
      return parts.size();
    }
  }

  /** Ends the wait for more attempts, because the chunk is full. */
  void wake() {
    full.set();
  }

  void start(NodeRuntime runtime, String name) {
    try {
      Worker started = runtime.startAttempt(name, this::run);
      synchronized (lock) {
        thread = started;
        if (interrupted && handling) {
          started.interrupt();
        }
      }
    } catch (RuntimeException | Error noThread) {
      close.accept(this);
      all().forEach(part -> part.member.end().completeExceptionally(noThread));
    }
  }

  private void run() {
    awaitMore();
    close.accept(this);
    List<ChunkMember> some = all().stream().filter(Chunk::startOrCancel).toList();
    if (some.isEmpty()) {
      return;
    }
    MDC.put(logName, some.get(0).attempt.type());
    Throwable error = handled(some.stream().map(ChunkMember::member).toList());
    MDC.clear();
    // From here on, no interrupt may come, because the handler has ended.
    synchronized (lock) {
      handling = false;
    }
    Thread.interrupted();
    for (ChunkMember part : some) {
      CompletableFuture<Outcome<?>> end = part.member.end();
      if (error == null) {
        end.complete(Outcome.done());
      } else {
        end.completeExceptionally(error);
      }
    }
  }

  private void awaitMore() {
    Duration linger = handler.linger();
    try {
      if (!linger.isZero()) {
        full.await(linger);
      }
    } catch (InterruptedException meantForNobody) {
      // Only a handler may be interrupted, so this wait just ends. The handler gets the attempts
      // gathered so far.
    }
  }

  private static boolean startOrCancel(ChunkMember part) {
    // Check this first. If this node stops, it gives the task back, and the attempt must not count
    // as failed.
    if (part.startOrGiveBack.getAsBoolean() && part.isWanted()) {
      return true;
    }
    part.member
        .end()
        .completeExceptionally(
            new CancellationException(
                "The attempt was cancelled or lost its lease before its chunk was handled"));
    return false;
  }

  private @Nullable Throwable handled(List<RawHandler.Chunked.Member> members) {
    synchronized (lock) {
      handling = true;
    }
    // Every attempt may have been cancelled since the check.
    interrupt();
    try {
      handler.handle(members);
      return null;
    } catch (Throwable thrown) {
      return thrown;
    }
  }

  private List<ChunkMember> all() {
    synchronized (lock) {
      return List.copyOf(parts);
    }
  }

  /** Handles the cancellation of an attempt. Interrupts the handler if no attempt is left. */
  @Override
  public void interrupt() {
    synchronized (lock) {
      if (parts.stream().anyMatch(ChunkMember::isWanted)) {
        return;
      }
      if (handling && !interrupted) {
        interrupted = true;
        if (thread != null) {
          thread.interrupt();
        }
      }
    }
    // If the chunk still waits for more attempts, this ends the wait.
    full.set();
  }

  @Override
  public boolean join(Duration timeout) {
    return true;
  }
}
