package dev.baton.engine.attempt.chunk;

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

/** Gathers attempts into chunks. Thread-safe. */
public final class ChunkGatherer {
  private final NodeRuntime runtime;
  private final String logName;

  /** The chunks that take more; guarded by itself. */
  private final Map<Place, Chunk> open = new HashMap<>();

  /** Where tasks must be alike to be in one chunk. */
  private record Place(Chunked handler, String type, String group) {}

  /** An attempt that is to be in a chunk. */
  private record Joining(Attempt attempt, BooleanSupplier mayStart, Chunked.Member member) {}

  public ChunkGatherer(NodeContext node) {
    this.runtime = node.runtime();
    this.logName = node.settings().logNames().taskType();
  }

  /**
   * Has the attempt handled together with others; the stage completes with its own end.
   *
   * @param mayStart asked right before the handler; one that may not has been given back
   * @param handledBy is given the call of the handler, to be interrupted with the attempt
   */
  public CompletionStage<Outcome<?>> join(
      Chunked handler, Attempt attempt, BooleanSupplier mayStart, Consumer<Worker> handledBy) {
    Joining one = new Joining(attempt, mayStart, handler.member(attempt));
    Place place = new Place(handler, attempt.type(), handler.group(attempt));
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

  /** The chunk that it is in now; null when there is none that takes it. */
  private @Nullable Chunk joined(Place place, Joining one, @Nullable Chunk fresh) {
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
      isFull = chunk.add(one.attempt(), one.mayStart(), one.member()) == place.handler().size();
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
