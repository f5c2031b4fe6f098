package dev.baton.engine.attempt;

import dev.baton.engine.base.NodeContext;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawHandler;
import dev.baton.spi.NodeRuntime;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Gathers the attempts of one definition into chunks. Thread-safe. */
final class ChunkGatherer {
  private final RawHandler.Chunked handler;
  private final NodeRuntime runtime;
  private final Predicate<RunningAttempt> mayStart;
  private final String logName;

  /** The chunks that take more, by type and group; guarded by itself. */
  private final Map<Place, Chunk> open = new HashMap<>();

  /** Where tasks must be alike to be in one chunk. */
  private record Place(String type, String group) {}

  /**
   * @param mayStart asked right before the handler; one that may not has been given back
   */
  ChunkGatherer(RawHandler.Chunked handler, NodeContext node, Predicate<RunningAttempt> mayStart) {
    this.handler = handler;
    this.runtime = node.runtime();
    this.logName = node.logNames().taskType();
    this.mayStart = mayStart;
  }

  /** Has the attempt handled together with others; the stage completes with its own end. */
  CompletionStage<Outcome<?>> join(RunningAttempt attempt) {
    RawHandler.Chunked.Member member = handler.member(attempt);
    Place place = new Place(attempt.type(), handler.group(attempt));
    Chunk chunk = joined(place, attempt, member, null);
    if (chunk == null) {
      Chunk fresh =
          new Chunk(handler, runtime.signal(), mayStart, self -> close(place, self), logName);
      chunk = Objects.requireNonNull(joined(place, attempt, member, fresh));
      if (chunk == fresh) {
        fresh.start(runtime, "baton-chunk-" + attempt.type());
      }
    }
    attempt.handledWith(chunk);
    return member.end();
  }

  /** The chunk that it is in now; null when there is none that takes it. */
  private @Nullable Chunk joined(
      Place place,
      RunningAttempt attempt,
      RawHandler.Chunked.Member member,
      @Nullable Chunk fresh) {
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
      isFull = chunk.add(attempt, member) == handler.size();
      if (isFull) {
        open.remove(place);
      }
    }
    if (isFull) {
      chunk.wake();
    }
    return chunk;
  }

  /** Nothing joins it from here on. */
  private void close(Place place, Chunk chunk) {
    synchronized (open) {
      open.remove(place, chunk);
    }
  }
}
