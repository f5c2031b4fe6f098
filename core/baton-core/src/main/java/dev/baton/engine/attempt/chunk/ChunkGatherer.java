package dev.baton.engine.attempt.chunk;

import dev.baton.engine.attempt.chunk.Chunk.ChunkMember;
import dev.baton.engine.base.NodeContext;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawHandler.Chunked;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.NodeRuntime.Worker;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gathers attempts of a chunked handler into chunks: attempt → chunk → outcome. Thread-safe. */
public final class ChunkGatherer {
  private final NodeRuntime runtime;
  private final String logName;

  /** Chunks that accept more attempts; guarded by this map's own lock. */
  private final Map<ChunkKey, Chunk> open = new HashMap<>();

  /** The values that all tasks of a chunk share. */
  private record ChunkKey(Chunked handler, String type, String group) {}

  public ChunkGatherer(NodeContext node) {
    this.runtime = node.runtime();
    this.logName = node.settings().logNames().taskType();
  }

  /**
   * Adds the attempt to a chunk. The returned stage completes with the attempt's own outcome.
   *
   * @param startOrGiveBack called right before the handler; returns false if the handler must not
   *     run, after giving the task back
   * @param handledBy receives the chunk, so that a cancelled attempt can interrupt it
   */
  public CompletionStage<Outcome<?>> join(
      Chunked handler,
      Attempt attempt,
      BooleanSupplier startOrGiveBack,
      Consumer<Worker> handledBy) {
    ChunkMember one = new ChunkMember(attempt, startOrGiveBack, handler.member(attempt));
    ChunkKey place = new ChunkKey(handler, attempt.type(), handler.group(attempt));
    Chunk chunk = joined(place, one, null);
    if (chunk == null) {
      Chunk fresh = new Chunk(handler, runtime.signal(), self -> close(place, self), logName);
      chunk = Objects.requireNonNull(joined(place, one, fresh));
      if (chunk == fresh) {
        fresh.start(runtime, "baton-chunk-" + attempt.type());
      }
    }
    handledBy.accept(chunk);
    return one.member().end();
  }

  /**
   * Adds the attempt to the open chunk, or to {@code fresh} if none is open. Returns null if both
   * are missing.
   */
  private @Nullable Chunk joined(ChunkKey place, ChunkMember one, @Nullable Chunk fresh) {
    Chunk chunk;
    boolean isFull;
    synchronized (open) {
      chunk = open.get(place);
      if (chunk == null) {
        if (fresh == null) {
          return null;
        }
        chunk = fresh;
        open.put(place, fresh);
      }
      isFull = chunk.add(one) == place.handler().size();
      if (isFull) {
        open.remove(place);
      }
    }
    if (isFull) {
      chunk.wake();
    }
    return chunk;
  }

  /** Closes the chunk, so that no further attempt joins it. */
  private void close(ChunkKey place, Chunk chunk) {
    synchronized (open) {
      open.remove(place, chunk);
    }
  }
}
